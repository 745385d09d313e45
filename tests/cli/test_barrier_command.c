/* SPDX-License-Identifier: MIT
 * `touchstone barrier` as built: the solver's energies keep their bounds, plug-ins are judged or refused. */
#include "tests/cli/command.h"

#define TERM(name) TS_BINARY_DIR "/plugins/term_" name ".so"
#define TEXTBOOK TS_BINARY_DIR "/plugins/textbook_barrier.so"

/* The reduced sweep of every term. */
START_TEST(the_solver_keeps_its_bounds) {
    shell("touchstone barrier --samples 24 --scan 10000 --json r.json");
    expect(0, "Every bound is kept.", "");
    cJSON *json = read_json("r.json");
    const cJSON *sweeps = cJSON_GetObjectItem(json, "sweeps"), *sweep;
    int barriers = 0;
    ck_assert_int_gt(cJSON_GetArraySize(sweeps), 50);
    cJSON_ArrayForEach(sweep, sweeps) {
        ck_assert_int_eq((int)number_of(sweep, "samples"), 24);
        barriers += strcmp(string_of(sweep, "term"), "barrier-mollified") == 0;
    }
    ck_assert_int_eq(barriers, 3);
    const cJSON *scans = cJSON_GetObjectItem(json, "scans"), *scan;
    ck_assert_int_gt(cJSON_GetArraySize(scans), 30);
    cJSON_ArrayForEach(scan, scans) {
        ck_assert_int_ge((int)number_of(scan, "points"), 9000);
        ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(scan, "findings")), 0);
    }
    cJSON_Delete(json);
}
END_TEST

START_TEST(the_same_for_any_number_of_threads) {
    shell("touchstone barrier --term friction,mollifier-edge-edge --samples 70 --scan 50000 --threads 1 > one");
    expect(0, "", "");
    shell("touchstone barrier --term friction,mollifier-edge-edge --samples 70 --scan 50000 --threads 3 > three; cmp "
          "one three");
    expect(0, "", "");
}
END_TEST

START_TEST(a_textbook_barrier_is_found_wanting) {
    shell("touchstone barrier --plugin %s --samples 60 --scan 50000", TEXTBOOK);
    expect(1, "textbook-barrier", "");
    expect(1, "MISSED", "");
    /* The line that it prints to see the worst point shows it. */
    shell("line=$(touchstone barrier --plugin %s --samples 60 --scan 50000 | grep -m 1 -o 'barrier --term .*'); "
          "touchstone $line --plugin %s",
          TEXTBOOK, TEXTBOOK);
    expect(0, "reference  relative", "");
}
END_TEST

START_TEST(terms_without_a_reference_are_held_to_their_own_values) {
    shell("touchstone barrier --plugin %s", TERM("right"));
    expect(0, "Every bound is kept.", "");
    shell("touchstone barrier --plugin %s", TERM("gradient"));
    expect(1, "gradient is not the derivative of the value", "");
    shell("touchstone barrier --plugin %s", TERM("hessian"));
    expect(1, "Hessian is not the derivative of the gradient", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("gradient"));
    expect(1, "gradient: NOT what its differences are", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("right"));
    expect(0, "Hessian: as its differences are", "");
}
END_TEST

START_TEST(what_is_no_term_is_refused) {
    static const struct {
        const char *plugin, *why;
        int code;
    } REFUSED[] = {
        {TERM("no_symbol"), "has no symbol ts_term_plugin; it must export 'const ts_term *ts_term_plugin(void)'", 4},
        {TERM("no_term"), "returned no term", 4},
        {TERM("other_abi"), "was built for version 2 of ts_term, this is 1", 2},
        {TERM("no_name"), "needs a name of letters", 2},
        {TERM("no_reference"), "there is no reference called nothing", 2},
        {TERM("other_inputs"), "its reference mollifier has 1 and 1", 2},
        {TERM("no_function"), "lacks its function", 2},
        {"missing.so", "cannot be opened", 4},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; ++i) {
        shell("touchstone barrier --plugin %s", REFUSED[i].plugin);
        expect(REFUSED[i].code, "", REFUSED[i].why);
    }
    shell("touchstone barrier --plugin %s --plugin %s", TEXTBOOK, TEXTBOOK);
    expect(2, "", "another one has a term called textbook-barrier");
}
END_TEST

START_TEST(one_point_number_by_number) {
    /* D = 1/2 of Dhat = 1: b = ln 2 / 4 */
    shell("touchstone barrier --term barrier --at 0.5,0,1");
    expect(0, "0.1732867951399863", "");
    expect(0, "gradient: off by ", "");
    shell("touchstone barrier --term barrier --at 0.5,0");
    expect(2, "", "--at: barrier has 1 inputs and 2 parameters, but 2 numbers were given");
    shell("touchstone barrier --term barrier --at 0.5,0,x");
    expect(2, "", "'x' is no finite number");
    shell("touchstone barrier --at 0.5,0,1");
    expect(2, "", "--at needs one term");
}
END_TEST

START_TEST(mistakes_are_told) {
    shell("touchstone barrier --term barier");
    expect(2, "", "there is no term called 'barier'; the nearest is 'barrier'");
    shell("touchstone barrier --json no/such/folder.json");
    expect(2, "", "no/such");
    shell("touchstone barrier --help");
    expect(0, "--samples", "");
}
END_TEST

/* Without gnuplot the scripts are all there is, and the output says so. */
START_TEST(plots_do_without_gnuplot) {
    shell("PATH=. %s/touchstone barrier --term mollifier --samples 8 --scan 2000 --plot plots", TS_BINARY_DIR);
    expect(0, "gnuplot is not installed; data and scripts of 1 plots are in plots", "");
    shell("test -s plots/mollifier-crossing.gp && test -s plots/mollifier-crossing.dat");
    expect(0, "", "");
    shell("if command -v gnuplot; then touchstone barrier --term mollifier --samples 8 --scan 2000 --plot plots && "
          "test -s plots/mollifier-crossing.svg; fi");
    expect(0, "", "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("barrier_command");
    TCase *tests = tcase_create("barrier");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, the_solver_keeps_its_bounds);
    tcase_add_test(tests, the_same_for_any_number_of_threads);
    tcase_add_test(tests, a_textbook_barrier_is_found_wanting);
    tcase_add_test(tests, terms_without_a_reference_are_held_to_their_own_values);
    tcase_add_test(tests, what_is_no_term_is_refused);
    tcase_add_test(tests, one_point_number_by_number);
    tcase_add_test(tests, mistakes_are_told);
    tcase_add_test(tests, plots_do_without_gnuplot);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
