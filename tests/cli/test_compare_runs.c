/* SPDX-License-Identifier: MIT
 * `touchstone compare-runs` as built, on runs of the solver with a loose and a tight tolerance. */
#include "tests/cli/command.h"

static void setup(void) {
    command_setup();
    shell(
        "touchstone simulate ndb-drape --solver cipc --size tiny --steps 5 --out loose --solver-option tolerance=0.5 "
        "&& "
        "touchstone simulate ndb-drape --solver cipc --size tiny --steps 5 --out tight --solver-option tolerance=1e-4");
    expect(0, "", "");
}

START_TEST(two_tolerances_are_apart) {
    shell("touchstone compare-runs loose tight --csv pair.csv --json pair.json");
    expect(0, "Positions at 6 common times; 400 of 700 nodes differ", "");
    expect(0, "these three", "");
    cJSON *pair = read_json("pair.json");
    const double rms = number_of(pair, "largest_rms"), size = number_of(pair, "size");
    ck_assert_double_eq_tol(size, sqrt(2.0), 1e-6);
    ck_assert(rms > 0.0 && rms < 0.02 * size);
    const cJSON *runs = cJSON_GetObjectItem(pair, "runs"), *moments = cJSON_GetObjectItem(pair, "moments");
    ck_assert_int_eq(cJSON_GetArraySize(moments), 6);
    ck_assert_double_lt(number_of(cJSON_GetArrayItem(runs, 0), "iterations"),
                        number_of(cJSON_GetArrayItem(runs, 1), "iterations"));
    /* Until it touches the sphere the cloth falls freely, and no solver makes anything else of that. */
    ck_assert_double_lt(number_of(cJSON_GetArrayItem(moments, 2), "rms"), 1e-9);
    ck_assert_double_gt(number_of(cJSON_GetArrayItem(moments, 5), "rms"), 1e-9);
    cJSON_Delete(pair);
    shell("touchstone compare-runs loose tight --within 1e-9");
    expect(1, "Further apart than --within 1e-09.", "");
    shell("touchstone compare-runs loose tight --within 0.02");
    expect(0, "", "");
}
END_TEST

/* Frames as OBJ have the same bits: the same run says nothing else. */
START_TEST(frames_as_obj_are_compared_too) {
    shell("sed '1a \"output\": {\"vtu\": false, \"obj\": true},' %s/datasets/scenes/ndb-drape.json >drape.json && "
          "touchstone simulate drape.json --solver cipc --size tiny --steps 5 --out as-obj --solver-option "
          "tolerance=0.5 && ls as-obj/frames",
          TS_SOURCE_DIR);
    expect(0, "frame_000005.obj", "");
    ck_assert_ptr_null(strstr(command_out, ".vtu"));
    shell("touchstone compare-runs loose as-obj --within 0");
    expect(0, "Positions at 6 common times; 0 of 700 nodes differ", "");
}
END_TEST

START_TEST(bad_requests_end_with_their_codes) {
    shell("touchstone compare-runs loose");
    expect(2, "", "RUN_DIR");
    shell("touchstone compare-runs loose nowhere");
    expect(4, "", "nowhere");
    shell("touchstone compare-runs loose tight --csv missing/pair.csv");
    expect(2, "", "missing");
    shell("touchstone simulate ndb-strip --solver cipc --size tiny --steps 1 --out strip && touchstone compare-runs "
          "strip tight");
    expect(2, "", "not of the same meshes");
}
END_TEST

START_TEST(the_plot_is_drawn_or_left_as_a_script) {
    shell("PATH= touchstone compare-runs loose tight --plot p");
    expect(0, "gnuplot is not installed", "");
    shell("test -s p/run-pair.gp -a -s p/run-pair.dat");
    expect(0, "", "");
    shell("rm p/run-pair.dat && echo mine >p/run-pair.gp && touchstone compare-runs loose tight --plot p");
    expect(2, "", "p/run-pair.gp exists");
    ck_assert_str_eq(command_out, "");
    shell("grep mine p/run-pair.gp && rm p/* && echo mine >p/run-pair.svg && touchstone compare-runs loose tight "
          "--plot p");
    expect(2, "mine", "p/run-pair.svg exists");
    shell("touchstone compare-runs loose tight --replace");
    expect(2, "", "--replace needs --plot DIR");
    if (system("command -v gnuplot >/dev/null") != 0) return;
    shell("touchstone compare-runs loose tight --plot p --replace && test -s p/run-pair.svg");
    expect(0, "1 plot in p", "");
}
END_TEST

/* What there is of them is the same. */
START_TEST(a_run_that_ended_earlier_is_not_within) {
    shell("touchstone simulate ndb-drape --solver cipc --size tiny --steps 3 --out short --solver-option "
          "tolerance=1e-4 && touchstone compare-runs tight short --within 1 --json pair.json");
    expect(1, "B ended earlier: at ", "");
    ck_assert_ptr_null(strstr(command_out, "Further apart"));
    cJSON *pair = read_json("pair.json");
    const cJSON *runs = cJSON_GetObjectItem(pair, "runs");
    for (int k = 0; k < 2; ++k) {
        const cJSON *run = cJSON_GetArrayItem(runs, k);
        ck_assert_int_eq(cJSON_IsTrue(cJSON_GetObjectItem(run, "ended_earlier")), k);
        ck_assert_double_eq(number_of(run, "failed_step"), 0.0);
    }
    cJSON_Delete(pair);
    shell("touchstone compare-runs short tight");
    expect(0, "A ended earlier: at ", "");
    shell("touchstone compare-runs short short --within 0");
    expect(0, "", "");
}
END_TEST

/* Of the same time step, so the failed one stands at the time of one that was done. */
START_TEST(a_run_that_failed_is_not_within) {
    shell("cp -r tight failed && sed -i '/\"kind\":\"step\",\"step\":5,/s/\"outcome\":\"done\"/\"outcome\":\"tiny "
          "toi\"/' failed/log.jsonl && touchstone compare-runs failed tight --within 1");
    expect(1, "A failed in step 5, whose state is none of its time.", "");
    shell("sed -i 's/\"tiny toi\"/\"iteration limit\"/' failed/log.jsonl && touchstone compare-runs failed tight "
          "--within "
          "1");
    expect(0, "", "");
}
END_TEST

/* A cloth too stiff to buckle goes where the other solver takes it, and the nearer the
 * tighter (docs/ndb.md, row 4). */
START_TEST(both_solvers_go_the_same_way) {
    static const struct {
        const char *solver, *tolerance, *out;
    } runs[] = {{"cipc", "1e-4", "own"}, {"ndb", "1e-2", "far"}, {"ndb", "1e-4", "near"}};
    shell("sed 's/\"membrane_scale\": 0.00625/&, \"bending_scale\": 30/' %s/datasets/scenes/ndb-drape.json >stiff.json",
          TS_SOURCE_DIR);
    for (size_t r = 0; r < 3; ++r) {
        shell("touchstone simulate stiff.json --size tiny --steps 45 --solver %s --solver-option tolerance=%s "
              "--no-verify "
              "--out %s",
              runs[r].solver, runs[r].tolerance, runs[r].out);
        expect(0, "complete after step 45", "");
    }
    double last[2];
    for (size_t r = 1; r < 3; ++r) {
        shell("touchstone compare-runs %s own --within 0.02 --json pair.json", runs[r].out);
        expect(0, "Positions at 46 common times; 400 of 700 nodes differ", "");
        cJSON *pair = read_json("pair.json");
        last[r - 1] = number_of(cJSON_GetArrayItem(cJSON_GetObjectItem(pair, "moments"), 45), "rms");
        printf("%s: %.2g m apart after 0.3 s\n", runs[r].out, last[r - 1]);
        cJSON_Delete(pair);
    }
    ck_assert_double_gt(last[1], 0.0);
    ck_assert_double_lt(last[1], 0.5 * last[0]);
}
END_TEST

/* The box of one node has no size: shares are of all then. */
START_TEST(one_node_that_counts_has_a_share) {
    shell("touchstone simulate barrier-bounce --size tiny --steps 12 --no-verify --out a && touchstone simulate "
          "barrier-bounce --size tiny --steps 12 --no-verify --out b --solver-option tolerance=1e-1 --kappa 1e-3 && "
          "touchstone compare-runs a b --within 1000 --json pair.json");
    expect(0, "; 1 of ", "");
    cJSON *pair = read_json("pair.json");
    ck_assert_double_gt(number_of(pair, "size"), 0.0);
    ck_assert_double_gt(number_of(pair, "largest_rms"), 0.0);
    cJSON_Delete(pair);
}
END_TEST

/* Of one step there is one energy, one gap, and against itself one number of iterations. */
START_TEST(a_curve_that_stays_where_it_is_has_a_range) {
    shell("touchstone simulate needle-bed --size tiny --steps 1 --out one && touchstone compare-runs one one --plot p");
    expect(0, "1 plot in p", "");
    if (system("command -v gnuplot >/dev/null") == 0) ck_assert_str_eq(command_err, "");
    shell("grep '^range_' p/run-pair.gp");
    expect(0, "range_time = \"[0:0.02]\"\nrange_apart = \"[-1:1]\"\nrange_energies = \"[0.", "");
    expect(0, "range_gaps = \"[0.", "");
    expect(0, "range_iterations = \"[*:*]\"\n", "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare-runs");
    TCase *tests = tcase_create("compare-runs");
    tcase_add_checked_fixture(tests, setup, command_teardown);
    tcase_add_test(tests, two_tolerances_are_apart);
    tcase_add_test(tests, frames_as_obj_are_compared_too);
    tcase_add_test(tests, bad_requests_end_with_their_codes);
    tcase_add_test(tests, the_plot_is_drawn_or_left_as_a_script);
    tcase_add_test(tests, a_curve_that_stays_where_it_is_has_a_range);
    tcase_add_test(tests, a_run_that_ended_earlier_is_not_within);
    tcase_add_test(tests, a_run_that_failed_is_not_within);
    tcase_add_test(tests, both_solvers_go_the_same_way);
    tcase_add_test(tests, one_node_that_counts_has_a_share);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
