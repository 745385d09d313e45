/* SPDX-License-Identifier: MIT
 * Plots of results that the command has just made: the data are the results', the scripts are whole and hold every
 * text as it is, and gnuplot, where there is one, draws them. */
#include "reports/plots/sheet.h"
#include "reports/plots/templates.h"
#include "results/results.h"
#include "tests/reports/drawn.h"
#include "tests/results/edited.h"

static const char *const NO_PATHS[] = {NULL};

/* A replay of two data sets, one with a name that asks for quoting everywhere. */
static const char AWKWARD[] = "it's_<a&b> {x}^2";

static void make_replay(void) {
    shell("touchstone dataset generate touching --count 24 --out one.h5 && "
          "touchstone dataset generate generic --count 24 --out \"%s.h5\" && "
          "touchstone replay one.h5 \"%s.h5\" --backend accd,cubic,root-parity,tight-inclusion,certified "
          "--repetitions 1 --allow-unsafe --json replay.json",
          AWKWARD, AWKWARD);
    expect(0, "", "");
}

/* The cell of all kinds of a backend on a data set. */
static const cJSON *cell_of(const cJSON *root, int data_set, const char *backend) {
    const cJSON *set = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "data_sets"), data_set), *cell;
    cJSON_ArrayForEach(cell, cJSON_GetObjectItem(set, "cells")) {
        if (strcmp(string_of(cell, "backend"), backend) == 0 && strcmp(string_of(cell, "kind"), "all") == 0)
            return cell;
    }
    ck_abort_msg("no cell of %s", backend);
    return NULL;
}

/* ---- Replay ---- */

/* Does the curve of a backend pass every quantile of the results? A point is a step of at most an eighth of its value.
 */
static void check_curve(const cJSON *toi_error, double (*point)[2], size_t points) {
    const cJSON *quantile;
    ck_assert_uint_gt(points, 1);
    ck_assert_double_eq(point[0][1], 0.0);
    ck_assert_double_eq(point[points - 1][1], 1.0);
    ck_assert_double_eq_tol(point[points - 1][0], number_of(cJSON_GetObjectItem(toi_error, "quantiles"), "1"), 1e-8);
    for (size_t k = 1; k < points; ++k) {
        ck_assert_double_ge(point[k][0], point[k - 1][0]);
        ck_assert_double_gt(point[k][1], point[k - 1][1]);
    }
    cJSON_ArrayForEach(quantile, cJSON_GetObjectItem(toi_error, "quantiles")) {
        const double share = strtod(quantile->string, NULL), value = quantile->valuedouble;
        size_t k = 1;
        while (k + 1 < points && point[k][1] < share - 1e-9) ++k;
        ck_assert_msg(point[k][0] >= value * (1.0 - 1e-8) && point[k][0] <= value * 1.135 + 1e-300, "%g at %s, not %g",
                      point[k][0], quantile->string, value);
    }
}

START_TEST(the_curves_pass_all_quantiles) {
    enum { MOST = 200 };
    ts_plot_folder folder;
    make_replay();
    write_plots("replay.json", &folder);
    cJSON *root = read_json("replay.json");
    char *data = file_of("toi-error-one.dat"), *rest = NULL, backend[64] = "";
    double point[MOST][2];
    size_t points = 0;
    int curves = 0;
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '"') {
            if (curves++ > 0) check_curve(cJSON_GetObjectItem(cell_of(root, 0, backend), "toi_error"), point, points);
            ck_assert_int_eq(sscanf(line, "\"%63[^\"]\"", backend), 1);
            points = 0;
        } else if (line[0] != '#') {
            ck_assert_uint_lt(points, MOST);
            ck_assert_int_eq(sscanf(line, "%lf %lf", &point[points][0], &point[points][1]), 2);
            ++points;
        }
    }
    check_curve(cJSON_GetObjectItem(cell_of(root, 0, backend), "toi_error"), point, points);
    ck_assert_int_eq(curves, 5);
    free(data);
    cJSON_Delete(root);
    ts_plot_folder_clear(&folder);
}
END_TEST

/* Results of versions before have no more than quantiles. */
START_TEST(without_steps_the_curves_are_the_quantiles) {
    ts_plot_folder folder;
    make_replay();
    cJSON *root = edited_load(scratch("replay.json")), *set, *cell;
    cJSON_ArrayForEach(set, edited_member(root, "data_sets")) {
        cJSON_ArrayForEach(cell, edited_member(set, "cells"))
            cJSON_DeleteItemFromObject(edited_member(cell, "toi_error"), "steps");
    }
    edited_store(root, scratch("replay.json"));
    root = read_json("replay.json");
    write_plots("replay.json", &folder);
    char *data = file_of("toi-error-one.dat"), *rest = NULL, backend[64] = "";
    int points = 0, curves = 0;
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double error, fraction;
        char text[16];
        if (sscanf(line, "\"%63[^\"]\"", backend) == 1) ++curves;
        if (sscanf(line, "%lf %15s", &error, text) != 2 || line[0] == '#') continue;
        const cJSON *quantiles = cJSON_GetObjectItem(cell_of(root, 0, backend), "toi_error");
        const double expected = number_of(cJSON_GetObjectItem(quantiles, "quantiles"), text);
        fraction = strtod(text, NULL);
        ck_assert(fraction >= 0.0 && fraction <= 1.0);
        ck_assert_msg(fabs(error - expected) <= 1e-8 * expected, "%s: %g at %s, not %g", backend, error, text,
                      expected);
        ++points;
    }
    ck_assert_int_eq(curves, 5);
    ck_assert_int_eq(points, 5 * 11);
    free(data);
    cJSON_Delete(root);
    ts_plot_folder_clear(&folder);
}
END_TEST

/* No name hides another, or leaves the picture: measured as the script draws them, in letters and lines. */
START_TEST(names_of_the_frontier_stand_apart) {
    ts_plot_folder folder;
    shell(
        "touchstone replay '%s/datasets/bundled/cloth.h5' --limit 60 --repetitions 1 --allow-unsafe --json replay.json",
        TS_SOURCE_DIR);
    write_plots("replay.json", &folder);
    char *data = file_of("frontier.dat"), *rest = NULL, *script = file_of("frontier.gp");
    double least, most, none, error, place[2][20][3];
    ck_assert_int_eq(sscanf(strstr(script, "none ="), "none = %lf\nleast = %lf\nmost = %lf\nleast_error = %lf", &none,
                            &least, &most, &error),
                     4);
    const double decades = log10(64.0 * most / least), bottom[2] = {none / 3.0, error / 4.0};
    size_t names = 0;
    for (char *line = strtok_r(data, "\n", &rest); line && line[0] != '\0'; line = strtok_r(NULL, "\n", &rest)) {
        char name[64], text[32];
        double at[2][2];
        if (sscanf(line, "\"%63[^\"]\" %*f %*f %31s %*d %*d %lf %lf %*d %lf %lf", name, text, &at[0][0], &at[0][1],
                   &at[1][0], &at[1][1]) != 6)
            continue;
        for (int p = 0; p < 2; ++p) {
            place[p][names][0] = 60.0 * log10(at[p][0] / (least / 8.0)) / decades;
            place[p][names][1] = text[0] == '?' && p ? NAN : 22.0 * log10(at[p][1] / bottom[p]) / -log10(bottom[p]);
            place[p][names][2] = 0.5 * (double)strlen(name);
        }
        ck_assert_uint_lt(++names, 20);
    }
    ck_assert_uint_gt(names, 12);
    for (int p = 0; p < 2; ++p) {
        for (size_t i = 0; i < names; ++i) {
            const double *a = place[p][i];
            if (isnan(a[1])) continue;
            ck_assert_msg(a[0] >= a[2] - 1e-6 && a[0] + a[2] <= 60.0 + 1e-6, "a name leaves the picture");
            for (size_t k = 0; k < i; ++k) {
                const double *b = place[p][k];
                ck_assert_msg(isnan(b[1]) || fabs(a[1] - b[1]) >= 1.0 - 1e-6 || fabs(a[0] - b[0]) >= a[2] + b[2] - 1e-6,
                              "names %zu and %zu of panel %d hide each other", k, i, p);
            }
        }
    }
    free(data);
    free(script);
    ts_plot_folder_clear(&folder);
}
END_TEST

START_TEST(rates_are_counts_over_counts) {
    ts_plot_folder folder;
    make_replay();
    write_plots("replay.json", &folder);
    cJSON *root = read_json("replay.json");
    char *data = file_of("rates.dat"), *stalls = strstr(data, "\"one.h5\""), *wrong;
    ck_assert_ptr_nonnull(stalls);
    wrong = strstr(stalls + 1, "\"one.h5\"");
    ck_assert_ptr_nonnull(wrong);
    double of_accd, of_cubic;
    ck_assert_int_eq(sscanf(stalls, "\"one.h5\" %lf %lf", &of_accd, &of_cubic), 2);
    ck_assert_double_eq_tol(of_cubic, 100.0 * number_of(cell_of(root, 0, "cubic"), "stalls") / 24.0, 1e-6);
    ck_assert_int_eq(sscanf(wrong, "\"one.h5\" %lf %lf", &of_accd, &of_cubic), 2);
    const cJSON *verdicts = cJSON_GetObjectItem(cell_of(root, 0, "accd"), "verdicts");
    const double positives = number_of(verdicts, "false_positive"), negatives = number_of(verdicts, "true_negative");
    ck_assert_double_gt(positives + negatives, 0.0);
    ck_assert_double_eq_tol(of_accd, 100.0 * positives / (positives + negatives), 1e-6);
    free(data);
    cJSON_Delete(root);
    ts_plot_folder_clear(&folder);
}
END_TEST

/* What is on the frontier, by looking at all pairs of the rows above it. */
START_TEST(nobody_surpasses_the_frontier) {
    ts_plot_folder folder;
    make_replay();
    write_plots("replay.json", &folder);
    struct {
        double ns, unsafe;
        int mark;
    } row[16];
    cJSON *root = read_json("replay.json");
    char *data = file_of("frontier-one.dat"), *blocks = strstr(data, "\n\n\n"), *rest = NULL;
    size_t rows = 0, expected = 0, found = 0;
    ck_assert_ptr_nonnull(blocks);
    *blocks = '\0';
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char name[64], error[32];
        double ns, unsafe;
        int type, mark;
        if (sscanf(line, "\"%63[^\"]\" %lf %lf %31s %d %d", name, &ns, &unsafe, error, &type, &mark) != 6) continue;
        row[rows].ns = ns;
        row[rows].unsafe = unsafe;
        const cJSON *cell = cell_of(root, 0, name);
        const bool leaves_out = number_of(cJSON_GetObjectItem(cell, "verdicts"), "unsupported") > 0.0;
        ck_assert_int_eq(mark, number_of(cell, "unsafe") > 0.0 ? 2 : leaves_out);
        row[rows++].mark = leaves_out ? -1 : mark;
    }
    ck_assert_uint_eq(rows, 5);
    for (size_t i = 0; i < rows; ++i) {
        bool surpassed = row[i].mark < 0;
        for (size_t k = 0; k < rows; ++k) {
            if (row[k].mark < 0) continue;
            surpassed = surpassed || (row[k].ns < row[i].ns && row[k].unsafe <= row[i].unsafe) ||
                        (row[k].ns <= row[i].ns && row[k].unsafe < row[i].unsafe);
        }
        expected += !surpassed;
    }
    char *end = strstr(blocks + 3, "\n\n\n");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    for (char *line = strtok_r(blocks + 3, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        found += *line != '#';
    ck_assert_uint_gt(expected, 0);
    ck_assert_uint_eq(found, expected);
    free(data);
    cJSON_Delete(root);
    ts_plot_folder_clear(&folder);
}
END_TEST

START_TEST(any_name_is_drawn_as_it_is) {
    ts_plot_folder folder;
    make_replay();
    write_plots("replay.json", &folder);
    ck_assert_uint_eq(folder.count, 7); /* three for each data set, and the rates */
    ck_assert(has(&folder, "toi-error-one") && has(&folder, "query-time-one") && has(&folder, "frontier-one"));
    ck_assert(has(&folder, "toi-error-it-s--a-b---x--2") && has(&folder, "rates"));
    char *script = file_of("toi-error-it-s--a-b---x--2.gp");
    ck_assert_ptr_nonnull(strstr(script, "it's_<a&b> {x}^2.h5\"\n"));
    free(script);
    draw_all(&folder);
    if (access(scratch("p/toi-error-it-s--a-b---x--2.svg"), F_OK) == 0) {
        char *svg = file_of("toi-error-it-s--a-b---x--2.svg");
        ck_assert_ptr_nonnull(strstr(svg, "it's_&lt;a&amp;b"));
        free(svg);
    }
    ts_plot_folder_clear(&folder);
}
END_TEST

/* ---- Templates ---- */

START_TEST(a_template_of_the_user_goes_before) {
    char path[512], out[512], templates[512];
    make_replay();
    snprintf(path, sizeof path, "%s", scratch("replay.json"));
    snprintf(out, sizeof out, "%s", scratch("p"));
    snprintf(templates, sizeof templates, "%s", scratch("mine"));
    write_file(scratch("mine/rates.gp"), "print \"mine: \".title\n");
    const char *const paths[] = {path};
    ts_plot_folder folder = {.path = out, .templates = templates, .formats = TS_PLOT_SVG};
    check_ok(ts_plots_write(paths, 1, &folder, error));
    char *script = file_of("rates.gp"), *other = file_of("frontier-one.gp");
    const char *end = "\n# ---- rates.gp ----\nprint \"mine: \".title\n";
    ck_assert_ptr_nonnull(strstr(script, end));
    ck_assert_str_eq(strstr(script, end), end);
    ck_assert_ptr_nonnull(strstr(script, "set linetype")); /* of style.gp, which is not theirs */
    ck_assert_ptr_nonnull(strstr(other, "set multiplot"));
    free(script);
    free(other);
    ts_plot_folder_clear(&folder);
}
END_TEST

START_TEST(the_same_results_give_the_same_files) {
    ts_plot_folder folder;
    make_replay();
    write_plots("replay.json", &folder);
    ts_plot_folder_clear(&folder);
    shell("cp -r p q");
    write_plots("replay.json", &folder);
    shell("diff -r p q");
    expect(0, "", "");
    ts_plot_folder_clear(&folder);
}
END_TEST

/* ---- Other kinds ---- */

/* A cell without a number is a gap in the data, and no scene or barrier takes another's place. */
START_TEST(barriers_are_bars_and_boxes) {
    static const char table[] =
        "{\"schema\": 3, \"kind\": \"barriers\", \"size\": \"tiny\","
        " \"scenes\": [{\"name\": \"block\"}, {\"name\": \"arch\"}],"
        " \"barriers\": [{\"name\": \"cipc\"}, {\"name\": \"log\"}], \"cells\": ["
        "{\"scene\": \"arch\", \"barrier\": \"log\", \"iterations_per_step\": 8, \"gap_least\": 0.25,"
        " \"gap_tenth\": 0.5, \"gap_median\": 0.75, \"gap_top\": 0.875, \"seconds_per_step\": null},"
        "{\"scene\": \"block\", \"barrier\": \"cipc\", \"iterations_per_step\": 5, \"gap_least\": null,"
        " \"gap_tenth\": null, \"gap_median\": null, \"gap_top\": null, \"seconds_per_step\": null}]}";
    ts_plot_folder folder;
    edited_store_whole(cJSON_Parse(table), scratch("barriers.json"));
    write_plots("barriers.json", &folder);
    ck_assert_uint_eq(folder.count, 2); /* no seconds: no plot of them */
    char *bars = file_of("barrier-iterations.dat"), *boxes = file_of("barrier-gaps.dat");
    ck_assert_ptr_nonnull(strstr(bars, "\n\"block\" 5 ?\n\"arch\" ? 8\n"));
    ck_assert_ptr_nonnull(strstr(boxes, "\n\"block\" ? ? ? ? ? ? ? ?\n\"arch\" ? ? ? ? 0.25 0.5 0.75 0.875\n"));
    free(bars);
    free(boxes);
    draw_all(&folder);
    char *script = file_of("barrier-gaps.gp"); /* a median says whose it is where there is no room for its box */
    ck_assert_ptr_null(strstr(script, "linetype -1"));
    free(script);
    ts_plot_folder_clear(&folder);
}
END_TEST

START_TEST(a_table_says_how_runs_failed) {
    static const char table[] =
        "{\"schema\": 3, \"kind\": \"table\", \"size\": \"tiny\", \"reference\": \"accd\","
        "\"scenes\": [{\"name\": \"one\"}, {\"name\": \"two\"}], \"backends\": [{\"name\": \"accd\"}, {\"name\": "
        "\"b_c\"}],"
        "\"cells\": [{\"scene\": \"one\", \"backend\": \"accd\", \"outcome\": \"finished\", \"ratio_to_reference\": 1},"
        "{\"scene\": \"one\", \"backend\": \"b_c\", \"outcome\": \"tiny toi\", \"ratio_to_reference\": 7},"
        "{\"scene\": \"two\", \"backend\": \"accd\", \"outcome\": \"n/a\", \"ratio_to_reference\": null},"
        "{\"scene\": \"two\", \"backend\": \"b_c\", \"outcome\": \"finished\", \"ratio_to_reference\": 0.25}]}";
    ts_plot_folder folder;
    edited_store_whole(cJSON_Parse(table), scratch("table.json"));
    write_plots("table.json", &folder);
    ck_assert_uint_eq(folder.count, 1);
    char *data = file_of("table.dat");
    ck_assert_ptr_nonnull(strstr(data, "0 0 1 0 \"1\" \"accd\" \"one\"\n"));
    ck_assert_ptr_nonnull(strstr(data, "1 0 ? 1 \"tiny toi\" \"b_c\" \"one\"\n"));
    ck_assert_ptr_nonnull(strstr(data, "0 1 ? 0 \"n/a\" \"accd\" \"two\"\n"));
    ck_assert_ptr_nonnull(strstr(data, "1 1 0.25 0 \"0.25\" \"b_c\" \"two\"\n"));
    free(data);
    draw_all(&folder);
    ts_plot_folder_clear(&folder);
}
END_TEST

/* The largest error drawn is the one in the results. */
START_TEST(errors_are_those_of_the_results) {
    ts_plot_folder folder;
    shell("touchstone barrier --term barrier,friction --samples 20 --scan 2000 --seed 5 --json b.json");
    expect(0, "", "");
    write_plots("b.json", &folder);
    ck_assert_uint_eq(folder.count, 2);
    cJSON *root = read_json("b.json");
    const cJSON *sweep = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "sweeps"), 0);
    const cJSON *gradient = cJSON_GetObjectItem(cJSON_GetObjectItem(sweep, "errors"), "gradient");
    ck_assert_str_eq(string_of(sweep, "term"), "barrier");
    const double expected = number_of(cJSON_GetObjectItem(gradient, "of_norm"), "most");
    char *data = file_of("errors-barrier.dat"), *rest = NULL;
    double most = 0.0;
    char *end = strstr(data, "\n\n\n");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double error[4];
        if (sscanf(line, "%lf %lf %lf", &error[0], &error[1], &error[2]) == 3) most = fmax(most, error[2]);
    }
    ck_assert_double_gt(expected, 0.0);
    ck_assert_double_eq_tol(most, expected, 1e-8 * expected);
    free(data);
    cJSON_Delete(root);
    draw_all(&folder);
    ts_plot_folder_clear(&folder);
}
END_TEST

static const char SCENE[] =
    "{\"name\": \"tiny_scene\", \"time_step\": 0.02, \"steps\": 3, \"contact\": {\"dhat\": 2e-3},"
    "\"objects\": [{\"name\": \"sheet\", \"mesh\": {\"generator\": \"grid\", \"columns\": 4, \"rows\": 4, \"width\": "
    "0.1,"
    " \"depth\": 0.1}, \"translate\": [0, 0.054, 0], \"material\": {\"base\": \"cotton\", \"strain_limit\": true}},"
    "{\"name\": \"ball\", \"mesh\": {\"generator\": \"sphere\", \"nodes\": 60, \"radius\": 0.05}, \"obstacle\": "
    "true}]}";

START_TEST(a_run_gives_phases_and_steps) {
    ts_plot_folder folder;
    write_file(scratch("tiny.json"), SCENE);
    shell("touchstone simulate tiny.json --threads 1 --out run --json s.json");
    expect(0, "", "");
    write_plots("s.json", &folder);
    ck_assert(folder.count == 1 && has(&folder, "phases"));
    cJSON *root = read_json("s.json");
    char *data = file_of("phases.dat"), *line = strstr(data, "\n\"");
    double iterations, assemble;
    ck_assert_ptr_nonnull(line);
    ck_assert_int_eq(sscanf(line, "\n\"%*[^\"]\" %lf %lf", &iterations, &assemble), 2);
    ck_assert_double_eq(iterations, number_of(root, "iterations"));
    const double expected = number_of(cJSON_GetObjectItem(root, "seconds_by_phase"), "assemble");
    ck_assert_double_eq_tol(assemble, expected, 1e-8 * expected);
    free(data);
    draw_all(&folder);
    ts_plot_folder_clear(&folder);

    write_plots("run", &folder);
    ck_assert(folder.count == 1 && has(&folder, "run"));
    data = file_of("run.dat");
    size_t lines = 0;
    for (const char *c = data; *c; ++c) lines += *c == '\n';
    ck_assert_uint_eq(lines, 2 + 3); /* two comments, three steps */
    double time, gap, most, least, least_gap = INFINITY;
    for (char *at = strstr(data, "\n0."); at && sscanf(at, "%lf %lf %lf %lf", &time, &gap, &most, &least) == 4;
         at = strchr(at + 1, '\n')) {
        least_gap = fmin(least_gap, gap);
        ck_assert(most >= least && least > 0.5 && most < 1.5);
    }
    ck_assert_double_eq_tol(least_gap, number_of(root, "least_gap"), 1e-8 * least_gap);
    free(data);
    data = file_of("run.gp"); /* both panels, also where contact begins later */
    ck_assert_ptr_nonnull(strstr(data, "\nrange_time = \"[0.02:0.06]\"\n"));
    ck_assert_ptr_nonnull(strstr(data, "\neval \"set xrange \" . range_time\n"));
    free(data);
    cJSON_Delete(root);
    draw_all(&folder);
    ts_plot_folder_clear(&folder);
}
END_TEST

/* Of two solvers and, twice, of the same scene and method: each bar has all of its phases and a name of its own. */
START_TEST(bars_of_runs_are_whole_and_told_apart) {
    ts_plot_folder folder = {.formats = TS_PLOT_SVG, .replace = true};
    shell("mkdir a b && touchstone simulate ndb-drape --size tiny --steps 2 --solver cipc --json a/r.json && "
          "touchstone simulate ndb-drape --size tiny --steps 2 --solver ndb --json b/r.json && cp a/r.json c.json");
    expect(0, "", "");
    char out[512], paths[3][512];
    const char *const NAMES[] = {"a/r.json", "b/r.json", "c.json"};
    const char *list[3] = {paths[0], paths[1], paths[2]};
    snprintf(out, sizeof out, "%s", scratch("p"));
    for (int r = 0; r < 3; ++r) snprintf(paths[r], sizeof paths[r], "%s", scratch("%s", NAMES[r]));
    folder.path = out;
    check_ok(ts_plots_write(list, 3, &folder, error));
    char *data = file_of("phases.dat");
    ck_assert_ptr_null(strchr(data, '?'));
    for (int r = 0; r < 3; ++r) {
        char name[600];
        snprintf(name, sizeof name, "\n\"ndb-drape, certified, %s\" ", r < 2 ? paths[r] : NAMES[r]);
        char *at = strstr(data, name);
        ck_assert_msg(at != NULL, "no%s in %s", name, data);
        at += strlen(name);
        cJSON *root = read_json(NAMES[r]);
        const cJSON *phase;
        double sum = 0.0, drawn = 0.0;
        ck_assert_double_eq(strtod(at, &at), number_of(root, "iterations"));
        while (*at != '\n') drawn += strtod(at, &at);
        cJSON_ArrayForEach(phase, cJSON_GetObjectItem(root, "seconds_by_phase")) sum += phase->valuedouble;
        ck_assert_double_eq_tol(drawn, sum, 1e-7 * sum);
        cJSON_Delete(root);
    }
    free(data);
    draw_all(&folder);
    ts_plot_folder_clear(&folder);
}
END_TEST

/* As many as the standard replay has and more. */
START_TEST(methods_have_a_line_of_their_own) {
    for (size_t a = 0; a < 24; ++a) {
        for (size_t b = 0; b < a; ++b) ck_assert_int_ne(ts_plot_linetype(a), ts_plot_linetype(b));
    }
    char *style = NULL;
    check_ok(ts_plot_template_read(NULL, "style", &style, error));
    ck_assert_ptr_nonnull(strstr(style, "do for [i=1:24]"));
    free(style);
}
END_TEST

/* Few methods leave room between their names, where gnuplot's own numbers would stand; files of one name in two folders
 * have their path. */
START_TEST(rates_name_what_they_show) {
    ts_plot_folder folder;
    shell("mkdir a b && touchstone dataset generate touching --count 24 --out a/x.h5 && touchstone dataset generate "
          "generic --count 24 --out b/x.h5 && touchstone replay a/x.h5 b/x.h5 --backend certified,accd --repetitions 1 "
          "--allow-unsafe --json replay.json");
    expect(0, "", "");
    write_plots("replay.json", &folder);
    char *data = file_of("rates.dat"), *frontier = file_of("frontier-x-2.gp");
    ck_assert_ptr_nonnull(strstr(data, "\"a/x.h5\""));
    ck_assert_ptr_nonnull(strstr(data, "\"b/x.h5\""));
    ck_assert_ptr_nonnull(strstr(frontier, ": b/x.h5\""));
    free(frontier);
    free(data);
    draw_all(&folder);
    if (system("command -v gnuplot >/dev/null") == 0) {
        char *svg = file_of("rates.svg");
        ck_assert_ptr_nonnull(strstr(svg, "certified"));
        ck_assert_ptr_null(strstr(svg, ">1.5<"));
        ck_assert_ptr_null(strstr(svg, "> 1.5<"));
        free(svg);
    }
    ts_plot_folder_clear(&folder);
}
END_TEST

/* ---- What is not there ---- */

START_TEST(results_without_times_or_contacts_leave_plots_out) {
    ts_plot_folder folder;
    make_replay();
    shell("touchstone replay one.h5 --backend lower-bound --repetitions 0 --json untimed.json");
    expect(0, "", "");
    write_plots("untimed.json", &folder);
    ck_assert_uint_eq(folder.count, 2);
    ck_assert(has(&folder, "toi-error") && has(&folder, "rates"));
    draw_all(&folder);
    ts_plot_folder_clear(&folder);
    static const char bare[] = "{\"schema\": 3, \"kind\": \"replay\", \"data_sets\": [{\"path\": \"none\"}]}";
    edited_store_whole(cJSON_Parse(bare), scratch("bare.json"));
    write_plots("bare.json", &folder);
    ck_assert_uint_eq(folder.count, 0);
    ts_plot_folder_clear(&folder);
}
END_TEST

START_TEST(what_is_no_result_is_refused) {
    static const struct {
        const char *text, *complaint;
    } cases[] = {{"{\"schema\": 2, \"kind\": \"sketch\"}", "kind 'sketch'"},
                 {"{\"schema\": 99, \"kind\": \"replay\"}", "update Touchstone"},
                 {"{}", "no results of Touchstone"},
                 {"{", "not JSON"}};
    ts_error error;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        write_file(scratch("bad.json"), cases[c].text);
        const char *const paths[] = {scratch("bad.json")};
        ts_plot_folder folder = {.path = scratch("never"), .formats = TS_PLOT_SVG};
        ck_assert_int_eq(ts_plots_write(paths, 1, &folder, &error), TS_ERROR_DATA);
        ck_assert_msg(strstr(error.message, cases[c].complaint) != NULL, "%s", error.message);
        ck_assert_int_ne(access(scratch("never"), F_OK), 0);
    }
    ts_plot_folder folder = {.path = scratch("bad.json"), .formats = TS_PLOT_SVG};
    ck_assert_int_eq(ts_plots_write(NO_PATHS, 0, &folder, &error), TS_ERROR_USAGE);
}
END_TEST

/* Answers that change are as bad as unsafe ones, and what fails is left out. */
START_TEST(the_frontier_is_not_for_methods_that_fail) {
    ts_plot_folder folder;
    shell("touchstone dataset generate generic --count 24 --seed 3 --out g.h5; touchstone replay g.h5 --repetitions 1 "
          "--backend certified,changes,fails --fail-on none --json f.json --plugin-exec 'changes: n=100; "
          "while read -r kind rest; do test $kind = block && continue; n=$((n + 1)); echo hit 0.00001$n; done' "
          "--plugin-exec 'fails: while read -r kind rest; do case $kind in block) ;; edge-edge) echo failed ;; "
          "*) echo hit 0 ;; esac; done'");
    expect(0, "", "");
    write_plots("f.json", &folder);
    char *data = file_of("frontier.dat"), *rest = NULL;
    int rows = 0;
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char name[64], error[32];
        double ns, unsafe;
        int type, mark;
        if (sscanf(line, "\"%63[^\"]\" %lf %lf %31s %d %d", name, &ns, &unsafe, error, &type, &mark) != 6) continue;
        ck_assert_int_eq(mark, strcmp(name, "changes") == 0 ? 2 : strcmp(name, "fails") == 0);
        ck_assert_double_eq(unsafe, strcmp(name, "changes") == 0);
        ++rows;
    }
    ck_assert_int_eq(rows, 3);
    free(data);
    ts_plot_folder_clear(&folder);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plots");
    TCase *tests = tcase_create("plots");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, the_curves_pass_all_quantiles);
    tcase_add_test(tests, without_steps_the_curves_are_the_quantiles);
    tcase_add_test(tests, names_of_the_frontier_stand_apart);
    tcase_add_test(tests, rates_are_counts_over_counts);
    tcase_add_test(tests, nobody_surpasses_the_frontier);
    tcase_add_test(tests, the_frontier_is_not_for_methods_that_fail);
    tcase_add_test(tests, any_name_is_drawn_as_it_is);
    tcase_add_test(tests, a_template_of_the_user_goes_before);
    tcase_add_test(tests, the_same_results_give_the_same_files);
    tcase_add_test(tests, a_table_says_how_runs_failed);
    tcase_add_test(tests, barriers_are_bars_and_boxes);
    tcase_add_test(tests, errors_are_those_of_the_results);
    tcase_add_test(tests, a_run_gives_phases_and_steps);
    tcase_add_test(tests, bars_of_runs_are_whole_and_told_apart);
    tcase_add_test(tests, methods_have_a_line_of_their_own);
    tcase_add_test(tests, rates_name_what_they_show);
    tcase_add_test(tests, results_without_times_or_contacts_leave_plots_out);
    tcase_add_test(tests, what_is_no_result_is_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
