/* SPDX-License-Identifier: MIT
 * No command writes over what it reads, nor one file twice: refused before the work, whatever `--replace` says. */
#include "tests/cli/command.h"

static void expect_refused(const char *command, const char *words) {
    shell("%s", command);
    expect(2, "", words);
}

#define REPLAY "touchstone replay g.h5 --limit 20 --backend accd --repetitions 5"

static void copy_queries(void) {
    shell("cp %s/datasets/bundled/generic.h5 g.h5", TS_SOURCE_DIR);
    expect(0, "", "");
}

START_TEST(queries_and_results_stay) {
    copy_queries();
    shell(REPLAY " --json res.json --part part.json && touchstone baseline res.json base.json && cat g.h5 res.json "
                 "base.json > all");
    expect(0, "", "");
    expect_refused("touchstone dataset select g.h5 --out g.h5 --replace", "g.h5 is an input as well; choose another");
    expect_refused("touchstone dataset label g.h5 --out ./g.h5 --replace", "is an input as well");
    expect_refused("touchstone dataset minimise g.h5 3 --backend accd --out g.h5 --replace", "is an input as well");
    expect_refused("touchstone show g.h5 0 --backend accd --plot g.h5 --replace", "is an input as well");
    expect_refused("touchstone baseline res.json res.json --replace", "is an input as well");
    expect_refused("touchstone compare base.json res.json --markdown base.json", "is an input as well");
    expect_refused("touchstone compare base.json res.json --junit new --markdown new", "new is named as two outputs");
    expect_refused(REPLAY " --part new --json new", "new is named as two outputs");
    shell("cat g.h5 res.json base.json | cmp - all && ! ls new");
    expect(0, "", "");
}
END_TEST

START_TEST(runs_and_scenes_stay) {
    shell(
        "cp %s/datasets/scenes/needle-bed.json s.json && touchstone simulate s.json --size tiny --steps 2 --out run && "
        "touchstone simulate s.json --size tiny --steps 2 --out other && cp -r run kept",
        TS_SOURCE_DIR);
    expect(0, "", "");
    expect_refused("touchstone simulate s.json --size tiny --steps 1 --json s.json", "s.json is an input as well");
    expect_refused("touchstone simulate s.json --size tiny --steps 1 --record new --json new", "named as two outputs");
    expect_refused("touchstone simulate s.json --size tiny --steps 3 --resume run --json run/checkpoint.bin",
                   "run/checkpoint.bin is an input as well, of run");
    expect_refused("touchstone simulate s.json --size tiny --steps 3 --from run/checkpoint.bin --out run --replace",
                   "--replace would delete run/checkpoint.bin");
    expect_refused("touchstone verify run --json run/frames/frame_000001.vtu", "is an input as well");
    expect_refused("touchstone verify run/run.pvd --json run/run.pvd", "is an input as well");
    expect_refused("touchstone verify run/run.pvd --json run/frames/frame_000001.vtu", "is an input as well");
    expect_refused("touchstone verify run --rest rest.vtu --strain-limit 2 --json ./run/../run/log.jsonl", "of run");
    expect_refused("touchstone compare-runs run other --csv other/log.jsonl", "is an input as well, of other");
    expect_refused("touchstone compare-runs run other --csv new --json new", "named as two outputs");
    expect_refused("touchstone table --scenes ./s.json --backends certified --steps 1 --queries 0 --sample 0 --out t "
                   "--json s.json",
                   "s.json is an input as well");
    shell("diff -r run kept && touchstone verify run --json run/verdict.json && touchstone verify run --json "
          "run/verdict.json");
    expect(0, "", ""); /* a report beside a run is welcome, twice as well */
}
END_TEST

START_TEST(a_recording_is_replaced_where_that_is_asked_for) {
    shell("touchstone simulate needle-bed --size tiny --steps 1 --record r.h5 && cp r.h5 kept");
    expect(0, "", "");
    shell("touchstone simulate needle-bed --size tiny --steps 2 --record r.h5");
    expect(2, "", "r.h5 exists");
    shell("cmp r.h5 kept && touchstone simulate needle-bed --size tiny --steps 2 --record r.h5 --replace && "
          "! cmp -s r.h5 kept && touchstone dataset info r.h5");
    expect(0, "queries", "");
}
END_TEST

/* A folder may have a log of another program's, or frames alone; what a run has left that died at once is no loss. */
START_TEST(a_run_spares_what_no_run_has_left) {
#define RUN "touchstone simulate needle-bed --size tiny --steps 1 --out u"
    shell("mkdir u && echo mine >u/log.jsonl && " RUN);
    expect(2, "", "u/log.jsonl is there and of no run");
    shell("grep mine u/log.jsonl && ls u | wc -l && rm -r u && mkdir -p u/frames && echo mine "
          ">u/frames/frame_000003.vtu");
    expect(0, "mine\n1\n", "");
    shell(RUN);
    expect(2, "", "u/frames is there and of no run");
    shell("grep mine u/frames/* && " RUN " --replace && ! ls u/frames/frame_000003.vtu");
    expect(0, "mine", "");
    shell("rm -r u && mkdir u && printf '{\"kind\":\"it' >u/log.jsonl && " RUN);
    expect(0, "", "");
#undef RUN
}
END_TEST

/* What is no report is not written over, whatever option names it. */
START_TEST(a_report_replaces_reports_alone) {
    shell("touchstone dataset generate generic --count 20 --out kept.h5");
    expect(0, "", "");
    shell("touchstone replay kept.h5 --backend accd --repetitions 1 --json kept.json --csv kept.csv");
    expect(0, "", "");
    expect_refused("touchstone simulate barrier-block --steps 1 --json kept.h5",
                   "kept.h5 is there and holds binary data");
    expect_refused("touchstone replay kept.csv --backend accd --json kept.h5", "binary data");
    expect_refused("touchstone replay kept.json --backend accd --per-query kept.h5", "binary data");
    expect_refused("touchstone compare kept.json kept.json --markdown kept.h5", "binary data");
    expect_refused("touchstone replay kept.h5 --backend accd --json kept.csv", "holds text that is no JSON");
    expect_refused("touchstone replay kept.h5 --backend accd --csv kept.json", "holds JSON");
    expect_refused("touchstone barrier --term mollifier --samples 2 --scan 0 --json kept.csv", "no JSON");
    shell("touchstone replay kept.h5 --backend accd --repetitions 1 --json kept.json --csv kept.csv");
    expect(0, "", "");
}
END_TEST

/* Root may write anywhere by the rights of a folder; /proc takes no file all the same. */
START_TEST(a_folder_that_takes_no_file_is_known_before_the_work) {
    copy_queries();
    shell(REPLAY " --json /proc/x.json");
    expect(2, "", "/proc/x.json cannot be written");
    ck_assert_str_eq(command_out, "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("outputs");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, queries_and_results_stay);
    tcase_add_test(tests, runs_and_scenes_stay);
    tcase_add_test(tests, a_recording_is_replaced_where_that_is_asked_for);
    tcase_add_test(tests, a_run_spares_what_no_run_has_left);
    tcase_add_test(tests, a_report_replaces_reports_alone);
    tcase_add_test(tests, a_folder_that_takes_no_file_is_known_before_the_work);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
