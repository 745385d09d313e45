/* SPDX-License-Identifier: MIT
 * `touchstone plot` as its users meet it: pictures where gnuplot is, data and scripts where it is not. */
#include "tests/cli/command.h"

static bool has_gnuplot(void) {
    return system("command -v gnuplot >/dev/null") == 0;
}

static bool is_there(const char *name) {
    struct stat status;
    return stat(scratch("%s", name), &status) == 0 && status.st_size > 0;
}

static void make_results(void) {
    shell("touchstone dataset generate touching --count 12 --out q.h5 && touchstone replay q.h5 "
          "--backend accd,certified --repetitions 1 --allow-unsafe --json r.json");
    expect(0, "", "");
}

START_TEST(pictures_come_in_the_formats_asked_for) {
    if (!has_gnuplot()) {
        printf("skipped: gnuplot is not installed\n");
        return;
    }
    make_results();
    shell("touchstone plot r.json --out p");
    expect(0, "4 plots in p", "");
    ck_assert(is_there("p/toi-error.svg") && is_there("p/toi-error.pdf") && is_there("p/toi-error.png"));
    ck_assert(is_there("p/frontier.svg") && is_there("p/query-time.pdf") && is_there("p/rates.png"));
    shell("touchstone plot r.json --out only --format svg,png");
    expect(0, "4 plots in only", "");
    ck_assert(is_there("only/rates.svg") && is_there("only/rates.png") && !is_there("only/rates.pdf"));
    /* A script draws again by itself, whatever is changed in it. */
    shell("cd only && sed -i \"s/^formats = .*/formats = 'pdf'/; s/^width = .*/width = 400/\" rates.gp && "
          "gnuplot rates.gp");
    expect(0, "", "");
    ck_assert(is_there("only/rates.pdf"));
}
END_TEST

START_TEST(without_gnuplot_all_but_the_pictures_is_written) {
    make_results();
    shell("PATH= touchstone plot r.json --out p");
    expect(0, "gnuplot is not installed; data and scripts of 4 plots are in p", "");
    ck_assert(is_there("p/toi-error.dat") && is_there("p/toi-error.gp"));
    ck_assert(is_there("p/rates.dat") && is_there("p/rates.gp") && !is_there("p/rates.svg"));
}
END_TEST

/* Names of files and folders that would run a command if gnuplot read them as anything else. */
START_TEST(no_name_is_run) {
    write_file(scratch("name"), "a\\'\"`touch owned`\nsystem(\"touch owned\")\n#");
    shell("touchstone dataset generate touching --count 12 --out \"$(cat name).h5\" && "
          "touchstone replay \"$(cat name).h5\" --backend accd --repetitions 1 --allow-unsafe --json r.json && "
          "touchstone plot r.json --out \"$(cat name)\"");
    expect(0, "", "");
    if (has_gnuplot()) shell("for plot in rates toi-error; do test -s \"$(cat name)/$plot.svg\" || exit 1; done");
    expect(0, "", "");
    shell("for picture in \"$(cat name).svg\" '|touch owned' '<touch owned' -f; do "
          "touchstone show \"$(cat name).h5\" 0 --plot=\"$picture\" || exit 1; test -e \"$picture\" || exit 2; done");
    expect(has_gnuplot() ? 0 : 2, "", "");
    shell("find . -name '*owned' ! -name '[|<]*'");
    expect(0, "", "");
    ck_assert_str_eq(command_out, "");
}
END_TEST

START_TEST(a_template_replaces_a_built_in_one) {
    make_results();
    shell("mkdir mine && echo 'print \"this is mine\"' >mine/rates.gp && "
          "touchstone plot r.json --template mine --out p --format svg");
    expect(0, "4 plots", has_gnuplot() ? "this is mine" : "");
    ck_assert(!is_there("p/rates.svg"));
    shell("mkdir none && touchstone plot r.json --template none --out q");
    expect(2, "", "no template is there");
    ck_assert(!is_there("q/rates.gp"));
}
END_TEST

/* The columns of the iterations file: gap, thickness, median, quantile 0.9. */
START_TEST(a_sweep_counts_the_same_iterations_each_time) {
    shell("touchstone plot --sweep --backend accd,root-parity --count 8 --out a --format svg && "
          "touchstone plot --sweep --backend accd --count 8 --out b --format svg && "
          "cmp a/iterations-against-gap-accd.dat b/iterations-against-gap-accd.dat");
    expect(0, "", "");
    size_t length;
    char *data = read_bytes(scratch("a/iterations-against-gap-accd.dat"), &length), *rest = NULL;
    int points = 0;
    double first = NAN, last = NAN;
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double gap, thickness, median, many;
        if (sscanf(line, "%lf %lf %lf %lf", &gap, &thickness, &median, &many) != 4) continue;
        ck_assert(median >= 1.0 && many >= median);
        if (gap == 1e-9 && thickness == 0.0) first = median;
        if (gap == 0.1 && thickness == 0.0) last = median;
        ++points;
    }
    ck_assert_int_eq(points, 17 * 4);
    ck_assert_double_gt(first, last); /* ACCD creeps where it begins close */
    free(data);
    /* root-parity has no thickness: its points there are missing. */
    shell("grep -c '^1e-09 0.001 ? ?$' a/time-against-gap.dat");
    expect(0, "1\n", "");
    shell("touchstone plot --sweep --backend accd --count 8 --seed 2 --out c --format svg && "
          "cmp a/iterations-against-gap-accd.dat c/iterations-against-gap-accd.dat");
    expect(1, "", "");
}
END_TEST

START_TEST(nothing_is_written_over_unless_told) {
    make_results();
    shell("PATH= touchstone plot r.json --out p");
    expect(0, "", "");
    shell("touchstone plot r.json --out p");
    expect(2, "", "p/toi-error.dat");
    shell("PATH= touchstone plot r.json --out p --replace");
    expect(0, "", "");
    shell("rm p/* && echo mine >p/rates.png && touchstone plot r.json --out p --format svg,png");
    expect(2, "", "p/rates.png exists");
    shell("cat p/rates.png && ! ls p/rates.gp && touchstone plot r.json --out p --format svg --replace");
    expect(0, "mine", "");
}
END_TEST

/* gnuplot says nothing of it. */
START_TEST(pictures_that_are_cut_off_replace_none) {
    if (!has_gnuplot()) return;
    make_results();
    shell("touchstone plot r.json --out p --format svg && touchstone show q.h5 0 --plot show.svg && "
          "cat p/*.svg show.svg >before && cat p/*.dat p/*.gp >written");
    expect(0, "", "");
    shell("ulimit -f 16 && touchstone plot r.json --out p --format svg --replace");
    expect(2, "", "svg could not be written to its end: File too large");
    shell("ulimit -f 10 && touchstone show q.h5 0 --plot show.svg --replace");
    expect(2, "", "show.svg could not be written to its end: File too large");
    shell("cat p/*.svg show.svg | cmp - before && cat p/*.dat p/*.gp | cmp - written && ! find . -name '*.part-*' | "
          "grep .");
    expect(0, "", "");
}
END_TEST

/* Ctrl-C reaches gnuplot as well: neither is its end an error, nor a plot that was not drawn fine. */
START_TEST(an_interrupted_plot_says_so) {
    make_results();
    shell("mkdir bin && printf '#!/bin/sh\\nkill -INT $PPID\\nexit 1\\n' >bin/gnuplot && chmod +x bin/gnuplot && "
          "PATH=$PWD/bin:$PATH touchstone plot r.json --out p --format svg");
    expect(130, "", "interrupted; 0 of 4 plots in p are drawn");
}
END_TEST

/* What a killed run leaves is a folder with a picture. */
START_TEST(the_next_run_removes_what_a_killed_one_was_drawing) {
    if (!has_gnuplot()) return;
    make_results();
    shell(
        "sh -c 'exit 0' & wait $!; mkdir -p p/rates.part-$!-0 && echo half >p/rates.part-$!-0/rates.svg && "
        "ln -s ../kept.svg p/rates.svg && echo old >kept.svg && touchstone plot r.json --out p --format svg --replace "
        "&& ! ls -d p/*.part-* && test -L p/rates.svg && grep '</svg>' kept.svg");
    expect(0, "</svg>", "");
}
END_TEST

/* A picture is renamed into its place, and would take away what stands there. */
START_TEST(a_picture_takes_no_devices_place) {
    make_results();
    shell("mknod device c 1 3 && mkdir p && mknod p/rates.svg c 1 3");
    if (command_code != 0) return; /* rights that only root has */
    for (int replaces = 0; replaces < 2; ++replaces) {
        shell("touchstone show q.h5 0 --plot device%s", replaces ? " --replace" : "");
        expect(2, "", "device is no regular file; a plot cannot be written to it");
        ck_assert_str_eq(command_out, "");
    }
    if (has_gnuplot()) shell("touchstone plot r.json --out p --format svg");
    expect(2, "", "no regular file");
    shell("test -c device && test -c p/rates.svg");
    expect(0, "", "");
}
END_TEST

/* Data and script of a plot that could not be drawn are there to be changed. */
START_TEST(the_plot_of_a_query_spares_what_is_beside_it) {
    make_results();
    shell("echo mine >show.svg.gp && touchstone show q.h5 0 --plot show.svg");
    expect(2, "", "show.svg.gp exists");
    shell("mv show.svg.gp show.svg.dat && touchstone show q.h5 0 --plot show.svg");
    expect(2, "", "show.svg.dat exists");
    shell("grep mine show.svg.dat && ! ls show.svg && touchstone show q.h5 0 --plot show.svg --replace");
    expect(0, "", "");
    shell("ls show.svg*");
    ck_assert_str_eq(command_out, has_gnuplot() ? "show.svg\n" : "show.svg.dat\nshow.svg.gp\n");
    for (const char *const *name = (const char *const[]){"show.png", "show.svg.pdf", NULL}; *name; ++name) {
        shell("touchstone show q.h5 0 --plot %s", *name);
        expect(2, "", "--plot draws SVG");
        ck_assert(!is_there(*name));
    }
    shell("touchstone show q.h5 0 --plot show.SVG");
    expect(0, "", "");
}
END_TEST

START_TEST(wrong_use_is_explained) {
    make_results();
    shell("touchstone plot r.json");
    expect(2, "", "--out DIR");
    shell("touchstone plot --out p");
    expect(2, "", "nothing to plot");
    shell("touchstone plot r.json --out p --format pngg");
    expect(2, "", "the nearest is 'png'");
    shell("touchstone plot missing.json --out p");
    expect(4, "", "missing.json");
    shell("mkdir empty && touchstone plot empty --out p");
    expect(4, "", "empty/log.jsonl");
    static const char *const useless[] = {"--plugin no.so", "--plugin-exec cat", "--query-timeout 2", "--in-process"};
    for (size_t u = 0; u < sizeof useless / sizeof *useless; ++u) {
        shell("touchstone plot r.json --out p %s", useless[u]);
        expect(2, "", "needs --sweep");
    }
    shell("touchstone plot --sweep --backend acdc --out p");
    expect(2, "", "accd");
    ck_assert(!is_there("p/toi-error.dat"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plot");
    TCase *tests = tcase_create("plot");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, pictures_come_in_the_formats_asked_for);
    tcase_add_test(tests, without_gnuplot_all_but_the_pictures_is_written);
    tcase_add_test(tests, no_name_is_run);
    tcase_add_test(tests, a_template_replaces_a_built_in_one);
    tcase_add_test(tests, a_sweep_counts_the_same_iterations_each_time);
    tcase_add_test(tests, nothing_is_written_over_unless_told);
    tcase_add_test(tests, an_interrupted_plot_says_so);
    tcase_add_test(tests, pictures_that_are_cut_off_replace_none);
    tcase_add_test(tests, the_next_run_removes_what_a_killed_one_was_drawing);
    tcase_add_test(tests, a_picture_takes_no_devices_place);
    tcase_add_test(tests, the_plot_of_a_query_spares_what_is_beside_it);
    tcase_add_test(tests, wrong_use_is_explained);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
