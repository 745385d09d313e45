/* SPDX-License-Identifier: MIT
 * What the command takes for an option, a value and a number. */
#include "tests/cli/command.h"
#include "tests/results/edited.h"

/* ---- Values ---- */

START_TEST(a_mistyped_option_is_no_value) {
    static const struct {
        const char *line, *words;
    } CASES[] = {
        {"report r.json --out --replac",
         "--out needs a value: --out DIR; '--replac' is read as an option, of which the "
         "nearest is --replace; as a value it is written --out=--replac"},
        {"report r.json --out --replace", "'--replace' is read as an option; as a value it is written --out=--replace"},
        {"report r.json --out --replac=1", "of which the nearest is --replace; as a value it is written"},
        {"replay q.h5 --json --csvv", "--json needs a value: --json FILE; '--csvv' is read as an option"},
        {"replay q.h5 --json --", "'--' is read as the end of the options; as a value it is written --json=--"},
        {"replay q.h5 --backend --jsn", "--backend needs a value"},
        {"replay q.h5 --json", "--json needs a value: --json FILE\n"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        shell("touchstone %s", CASES[k].line);
        expect(2, "", CASES[k].words);
    }
    shell("ls -A | grep -e --");
    expect(1, "", "");
}
END_TEST

/* Runs within the command, and the commands that it prints, keep to the rule. */
START_TEST(names_that_begin_with_dashes_are_joined) {
    shell("touchstone dataset generate cloth --count 4 --out=--q.h5 && touchstone dataset convert -- --q.h5 q.h5");
    expect(0, "4 queries", "");
    shell("cp '%s/plugins/axes.so' ./--axes.so", TS_BINARY_DIR);
    expect(0, "", "");
    shell("touchstone replay q.h5 --backend axes --plugin=--axes.so --repetitions 0 --json=--r.json --allow-unsafe && "
          "grep -o 'touchstone show.* axes' ./--r.json");
    expect(0, "--plugin ./--axes.so --backend axes", "");
    shell("touchstone table --scenes hang-1 --backends axes --plugin=--axes.so --size tiny --steps 1 --out=--t");
    expect(0, "--t has it all", "");
    shell("grep failed ./--t/cells.csv");
    expect(1, "", "");
}
END_TEST

START_TEST(what_takes_nothing_is_given_nothing) {
    shell("touchstone replay --help=3");
    expect(2, "", "--help takes no value, found '=3'");
    shell("touchstone --man extra");
    expect(2, "", "unexpected argument 'extra'; --man stands alone");
    shell("touchstone --version extra");
    expect(2, "", "unexpected argument 'extra'; --version stands alone");
}
END_TEST

/* ---- Numbers ---- */

START_TEST(real_numbers_are_decimal_and_fit_a_double) {
    static const char *const wrong[] = {"' 5'", "'5 '",  "0x1p3", "0X10", "infinity", "nan", "1e400", "1e", "1.5.5",
                                        "--",   "'1\t'", "e5",    ".",    "1,5",      "5d",  "-",     "''", "1e-400x"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        shell("touchstone replay q.h5 --min-distance=%s", wrong[k]);
        expect(2, "", k == 16 ? "--min-distance needs a value" : ": expected a number in [0, 1.79769e+308]\n");
    }
    static const char *const small[] = {"1e-400", "0.0001e-400", "2e-324", "-1e-400"};
    for (size_t k = 0; k < sizeof small / sizeof *small; ++k) {
        shell("touchstone replay q.h5 --min-distance %s", small[k]);
        expect(2, "", "expected a number in [0, 1.79769e+308]; as a double it would be 0\n");
    }
    static const char *const right[] = {"0", "0e5", "0.000", "1e-320", "4.94e-324", ".5", "5.", "+1", "1E-3", "-0.0"};
    for (size_t k = 0; k < sizeof right / sizeof *right; ++k) {
        shell("touchstone replay q.h5 --min-distance %s", right[k]);
        expect(4, "", "q.h5"); /* which is not there */
    }
    shell("touchstone replay q.h5 --backend-option accd.s=1e-400");
    expect(2, "", "expected a number, true or false after '='; as a double it would be 0");
    shell("touchstone replay q.h5 --backend-option accd.s=0x1p-3");
    expect(2, "", "expected a number, true or false after '='\n");
}
END_TEST

/* A seed is written as it was used, and read as it was written; one that would be rounded is no seed. */
START_TEST(seeds_keep_every_digit) {
    static const char *const lines[] = {"replay q.h5 --sample 5 --seed 9007199254740992",
                                        "barrier --seed 9007199254740993", "replay q.h5 --limit 18446744073709551615",
                                        "replay q.h5 --sample 1e3"};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; ++k) {
        shell("touchstone %s", lines[k]);
        expect(2, "", "expected a whole number from 0 to 9007199254740991\n");
    }
    shell("touchstone dataset generate cloth --count 8 --out q.h5 && touchstone replay q.h5 --backend accd --sample 5 "
          "--seed 9007199254740991 --repetitions 0 --allow-unsafe --json r.json && touchstone baseline r.json b.json");
    expect(0, "", "");
    shell("cat r.json b.json | grep -cE '\"seed\":[[:space:]]*9007199254740991,'");
    expect(0, "2\n", "");
    /* As a program wrote it that took larger ones. */
    cJSON *root = edited_load(scratch("r.json"));
    cJSON_SetNumberValue(edited_member(edited_member(root, "options"), "seed"), 1e16);
    edited_store(root, scratch("old.json"));
    shell("touchstone baseline old.json o.json");
    expect(4, "",
           "old.json: options.seed: 10000000000000000 may be another whole number than was written; those beyond");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arguments");
    TCase *tests = tcase_create("arguments");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, a_mistyped_option_is_no_value);
    tcase_add_test(tests, names_that_begin_with_dashes_are_joined);
    tcase_add_test(tests, what_takes_nothing_is_given_nothing);
    tcase_add_test(tests, real_numbers_are_decimal_and_fit_a_double);
    tcase_add_test(tests, seeds_keep_every_digit);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
