/* SPDX-License-Identifier: MIT
 * Two runs side by side, made by hand: what is said of them is counted here on paper. */
#include <math.h>
#include <sys/stat.h>

#include <cJSON.h>

#include "reports/plots/run_pair.h"
#include "tests/datasets/scratch.h"

static const char *const NO_FRAME = NULL;

/* The folder of a run: lines of its log, frames 0, 1, ... as nodes, three of them unless they are followed by
 * faces; NO_FRAME for one that was not written. */
static void make_run(const char *name, const char *log, size_t frames, const char *const *frame) {
    ck_assert_int_eq(mkdir(scratch("%s", name), 0777), 0);
    ck_assert_int_eq(mkdir(scratch("%s/frames", name), 0777), 0);
    write_file(scratch("%s/log.jsonl", name), log);
    for (size_t k = 0; k < frames; ++k) {
        char text[400];
        if (!frame[k]) continue;
        snprintf(text, sizeof text, "%s%s", frame[k], strchr(frame[k], 'f') ? "" : "f 1 2 3\n");
        write_file(scratch("%s/frames/frame_%06zu.obj", name, k), text);
    }
}

static const char FLAT[] = "v 0 0 0\nv 3 0 0\nv 0 4 0\n";
static const char AWAY[] = "v 0 0 0\nv 3 0 0\nv 0.3 4 0.4\n"; /* node 2 is 0.5 off */
static const char FURTHER[] = "v 0 0 0\nv 3 1 0\nv 0 4 1\n";  /* nodes 1 and 2 are 1 off */

/* Steps of 10 ms. */
static const char LOG_A[] =
    "{\"kind\":\"iteration\",\"step\":1,\"seconds\":99}\n"
    "{\"kind\":\"step\",\"step\":1,\"outcome\":\"done\",\"iterations\":3,\"time\":0.01,\"least_gap\":null,"
    "\"seconds\":1,\"kinetic_energy\":1,\"elastic_energy\":2,\"gravity_energy\":3,\"contact_energy\":4}\n"
    "{\"kind\":\"step\",\"step\":2,\"outcome\":\"done\",\"iterations\":5,\"time\":0.02,\"least_gap\":0.5,"
    "\"seconds\":2,\"kinetic_energy\":10,\"elastic_energy\":20,\"gravity_energy\":30,\"contact_energy\":40}\n"
    "{\"kind\":\"step\",\"step\":3,\"outcome\":\"iteration limit\",\"iterations\":7,\"time\":0.03,\"least_gap\":0.25,"
    "\"seconds\":4,\"kinetic_energy\":0,\"elastic_energy\":0,\"gravity_energy\":0,\"contact_energy\":0}\n"
    "{\"kind\":\"step\",\"step\":4,\"outcome\":\"done\",\"iterations\":9,\"time\":0.04,\"least_gap\":0.75,"
    "\"seconds\":8,\"kinetic_energy\":5,\"elastic_energy\":6,\"gravity_energy\":7,\"contact_energy\":8}\n"
    "{\"kind\":\"step\",\"step\":5,\"outc";

/* Steps of 20 ms, whose times are not the same to the last bit; a log without energies. */
static const char LOG_B[] =
    "{\"kind\":\"step\",\"step\":1,\"outcome\":\"done\",\"iterations\":20,\"time\":0.020000000000000004,"
    "\"least_gap\":null,\"seconds\":0.5}\n"
    "{\"kind\":\"step\",\"step\":2,\"outcome\":\"done\",\"iterations\":30,\"time\":0.04,\"least_gap\":0.125,"
    "\"seconds\":0.25}\n";

static void make_pair(void) {
    make_run("a", LOG_A, 6, (const char *const[]){FLAT, AWAY, FLAT, FLAT, FLAT, FURTHER});
    make_run("b", LOG_B, 3, (const char *const[]){FLAT, AWAY, FURTHER});
}

static ts_status read_pair(const char *a, const char *b, ts_run_pair *pair, ts_error *error) {
    static char path[2][512];
    snprintf(path[0], sizeof path[0], "%s", scratch("%s", a));
    snprintf(path[1], sizeof path[1], "%s", scratch("%s", b));
    return ts_run_pair_read((const char *const[2]){path[0], path[1]}, pair, error);
}

static void expect_refusal(const char *a, const char *b, ts_status status, const char *words) {
    ts_run_pair pair;
    ts_error error;
    ck_assert_int_eq(read_pair(a, b, &pair, &error), status);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

START_TEST(frames_of_the_same_time_are_compared) {
    ts_run_pair pair;
    make_pair();
    check_ok(read_pair("a", "b", &pair, error));
    ck_assert_uint_eq(pair.moments, 3); /* 0, 20 and 40 ms; frame 5 of A has no step in the log */
    ck_assert_uint_eq(pair.nodes, 3);
    ck_assert_uint_eq(pair.differing, 2);
    ck_assert_double_eq(pair.size, 5.0);
    const double rms[3] = {0.0, sqrt(0.25 / 2.0), 1.0}, greatest[3] = {0.0, 0.5, 1.0}, time[3] = {0.0, 0.02, 0.04};
    const size_t node[3] = {0, 2, 1}, steps[3][2] = {{0, 0}, {2, 1}, {4, 2}};
    for (int m = 0; m < 3; ++m) {
        const ts_run_moment *at = &pair.moment[m];
        ck_assert_double_eq(at->time, time[m]);
        ck_assert_double_eq_tol(at->rms, rms[m], 1e-15);
        ck_assert_double_eq_tol(at->greatest, greatest[m], 1e-15);
        ck_assert_uint_eq(at->node, node[m]);
        for (int k = 0; k < 2; ++k) ck_assert_uint_eq(at->side[k].step, steps[m][k]);
    }
    ck_assert_ptr_eq(ts_run_pair_largest(&pair), &pair.moment[2]);
    ck_assert_ptr_eq(ts_run_pair_furthest(&pair), &pair.moment[2]);
    ts_run_pair_clear(&pair);
}
END_TEST

START_TEST(what_happened_in_between_is_added_up) {
    ts_run_pair pair;
    make_pair();
    check_ok(read_pair("a", "b", &pair, error));
    const ts_run_side *a = &pair.moment[1].side[0], *later = &pair.moment[2].side[0], *b = &pair.moment[2].side[1];
    ck_assert(a->iterations == 8.0 && a->seconds == 3.0 && a->least_gap == 0.5);
    ck_assert(a->kinetic == 10.0 && a->elastic == 20.0 && a->gravity == 30.0 && a->contact == 40.0);
    ck_assert(later->iterations == 16.0 && later->seconds == 12.0 && later->least_gap == 0.25);
    ck_assert(b->iterations == 30.0 && b->seconds == 0.25 && b->least_gap == 0.125 && isnan(b->kinetic));
    ck_assert(isnan(pair.moment[1].side[1].least_gap) && pair.moment[0].side[0].iterations == 0.0);
    const ts_run_total *total = pair.total;
    ck_assert(total[0].steps == 4 && total[0].not_done == 1 && total[0].iterations == 24.0 && total[0].seconds == 15.0);
    ck_assert(total[0].least_gap == 0.25 && total[0].time == 0.04 && total[1].steps == 2 && total[1].not_done == 0);
    ts_run_pair_clear(&pair);
}
END_TEST

START_TEST(a_run_is_not_apart_from_itself) {
    ts_run_pair pair;
    make_pair();
    check_ok(read_pair("a", "a", &pair, error));
    ck_assert_uint_eq(pair.moments, 5);
    ck_assert_uint_eq(pair.differing, 0);
    ck_assert_double_eq(pair.size, 5.0); /* of all nodes */
    for (size_t m = 0; m < pair.moments; ++m) ck_assert(pair.moment[m].rms == 0.0 && pair.moment[m].greatest == 0.0);
    ts_run_pair_clear(&pair);
}
END_TEST

/* Whatever is not the same is apart, and what is apart by little is all that counts. */
START_TEST(the_least_difference_is_one) {
    ts_run_pair pair;
    make_pair();
    make_run("near", LOG_A, 3, (const char *const[]){FLAT, AWAY, "v 0 0 0\nv 3 0 0\nv 0 4 1e-12\n"});
    check_ok(read_pair("a", "near", &pair, error));
    ck_assert_uint_eq(pair.moments, 3);
    ck_assert_uint_eq(pair.differing, 1);
    ck_assert_double_eq(pair.moment[2].rms, 1e-12);
    ck_assert_double_eq(pair.moment[2].greatest, 1e-12);
    ts_run_pair_clear(&pair);
}
END_TEST

/* By a whole step of its own, and not by less. */
START_TEST(a_run_is_short_by_a_step) {
    static const double END[] = {0.04, 0.0499, 0.05, 0.06};
    ts_run_pair pair;
    make_pair();
    for (int k = 0; k < 4; ++k) {
        char log[200], name[] = "to0";
        name[2] = (char)('0' + k);
        snprintf(log, sizeof log, "{\"kind\":\"step\",\"step\":1,\"outcome\":\"done\",\"time\":%g}\n", END[k]);
        make_run(name, log, 1, (const char *const[]){FLAT});
        check_ok(read_pair("a", name, &pair, error));
        ck_assert_int_eq(pair.total[0].is_short, k >= 2);
        ck_assert(!pair.total[1].is_short);
        ts_run_pair_clear(&pair);
    }
}
END_TEST

START_TEST(frames_that_one_run_lacks_are_passed_over) {
    ts_run_pair pair;
    make_run("a", LOG_A, 5, (const char *const[]){NO_FRAME, FLAT, NO_FRAME, FLAT, FLAT});
    make_run("b", LOG_B, 3, (const char *const[]){FLAT, AWAY, FURTHER});
    check_ok(read_pair("a", "b", &pair, error));
    ck_assert_uint_eq(pair.moments, 1);
    ck_assert(pair.moment[0].side[0].iterations == 24.0 && pair.moment[0].side[1].seconds == 0.75);
    ts_run_pair_clear(&pair);
}
END_TEST

START_TEST(what_cannot_be_compared_is_refused) {
    make_pair();
    make_run("other", LOG_B, 1, (const char *const[]){"v 0 0 0\nv 3 0 0\nv 0 4 0\nv 1 1 1\nf 2 3 4\n"});
    make_run("turned", LOG_B, 1, (const char *const[]){"v 0 0 0\nv 3 0 0\nv 0 4 0\nf 2 1 3\n"});
    make_run("between",
             "{\"kind\":\"step\",\"step\":1,\"outcome\":\"done\",\"iterations\":1,\"time\":0.015,\"seconds\":1}\n", 2,
             (const char *const[]){NO_FRAME, FLAT});
    make_run("timeless", "{\"kind\":\"step\",\"step\":1,\"outcome\":\"done\"}\n", 1, (const char *const[]){FLAT});
    make_run("empty", "{\"kind\":\"iteration\"}\n", 1, (const char *const[]){FLAT});
    expect_refusal("a", "other", TS_ERROR_USAGE, "not of the same meshes");
    expect_refusal("a", "turned", TS_ERROR_USAGE, "not of the same meshes");
    expect_refusal("a", "between", TS_ERROR_USAGE, "no frame of the same time");
    expect_refusal("timeless", "a", TS_ERROR_DATA, "no number or no time");
    expect_refusal("a", "empty", TS_ERROR_DATA, "no step is in it");
    expect_refusal("nowhere", "a", TS_ERROR_DATA, "expected the folder that `simulate --out` left");
}
END_TEST

/* ---- Files ---- */

START_TEST(files_hold_every_digit) {
    ts_run_pair pair;
    size_t length;
    make_pair();
    check_ok(read_pair("a", "b", &pair, error));
    check_ok(ts_run_pair_write_csv(&pair, scratch("pair.csv"), error));
    check_ok(ts_run_pair_write_json(&pair, scratch("pair.json"), error));
    char *csv = read_bytes(scratch("pair.csv"), &length), *json = read_bytes(scratch("pair.json"), &length);
    ck_assert_ptr_nonnull(strstr(csv, "time,rms,greatest,node,step_a,kinetic_energy_a,"));
    ck_assert_ptr_nonnull(strstr(csv, "\n0.02,0.35355339059327379,0.5,2,2,10,20,30,40,0.5,8,3,1,,,,,,20,0.5\n"));
    cJSON *root = cJSON_Parse(json), *moment = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "moments"), 1);
    ck_assert(cJSON_GetObjectItem(root, "largest_rms")->valuedouble == 1.0);
    ck_assert(cJSON_GetObjectItem(root, "nodes_that_differ")->valueint == 2);
    ck_assert(cJSON_GetObjectItem(moment, "rms")->valuedouble == pair.moment[1].rms);
    const cJSON *b = cJSON_GetArrayItem(cJSON_GetObjectItem(moment, "runs"), 1);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(b, "kinetic_energy")));
    ck_assert(cJSON_GetObjectItem(b, "iterations")->valuedouble == 20.0);
    cJSON_Delete(root);
    free(csv);
    free(json);
    ts_run_pair_clear(&pair);
}
END_TEST

START_TEST(the_table_says_it_in_words) {
    ts_run_pair pair;
    char *text = NULL;
    size_t length = 0;
    make_pair();
    check_ok(read_pair("a", "b", &pair, error));
    FILE *out = open_memstream(&text, &length);
    check_ok(ts_run_pair_print(&pair, out, error));
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "2 of 3 nodes differ at one of them, of a size of 5 m"));
    ck_assert_ptr_nonnull(strstr(text, "largest r.m.s., at 0.04 s    1.000e+00 m   20.0000 %"));
    ck_assert_ptr_nonnull(strstr(text, "seconds per simulated second"));
    free(text);
    ts_run_pair_clear(&pair);
}
END_TEST

START_TEST(the_plot_counts_up_what_was_spent) {
    ts_run_pair pair;
    size_t length;
    make_pair();
    check_ok(read_pair("a", "b", &pair, error));
    ts_plot_folder folder = {.path = scratch_folder, .formats = TS_PLOT_SVG};
    check_ok(ts_plot_run_pair(&folder, &pair, error));
    char *data = read_bytes(scratch("run-pair.dat"), &length), *script = read_bytes(scratch("run-pair.gp"), &length);
    ck_assert_ptr_nonnull(strstr(data, "\n0.04 1 1 18 ? 0.25 0.125 24 50 15 0.75\n"));
    ck_assert_ptr_nonnull(strstr(script, "apart = 1\nenergies = 1\ngaps = 1\n"));
    free(data);
    free(script);
    ts_plot_folder_clear(&folder);
    ts_run_pair_clear(&pair);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("run pair");
    TCase *tests = tcase_create("run pair");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, frames_of_the_same_time_are_compared);
    tcase_add_test(tests, what_happened_in_between_is_added_up);
    tcase_add_test(tests, a_run_is_not_apart_from_itself);
    tcase_add_test(tests, the_least_difference_is_one);
    tcase_add_test(tests, a_run_is_short_by_a_step);
    tcase_add_test(tests, frames_that_one_run_lacks_are_passed_over);
    tcase_add_test(tests, what_cannot_be_compared_is_refused);
    tcase_add_test(tests, files_hold_every_digit);
    tcase_add_test(tests, the_table_says_it_in_words);
    tcase_add_test(tests, the_plot_counts_up_what_was_spent);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
