/* SPDX-License-Identifier: MIT
 * The command as its users meet it: exit codes, messages and outputs of the built binary. */
#include "tests/support.h"

#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char BINARY[] = TS_BINARY_DIR "/touchstone";
static char folder[64] = "/tmp/touchstone-cli-XXXXXX";

/* What a run of the command did. */
static int code;
static char out[1 << 18], err[1 << 14];

static void read_file(const char *name, char *text, size_t size) {
    FILE *file = fopen(name, "r");
    ck_assert_ptr_nonnull(file);
    const size_t length = fread(text, 1, size - 1, file);
    ck_assert_msg(length < size - 1, "%s is longer than expected", name);
    text[length] = '\0';
    fclose(file);
}

/* The exit code of a shell command, -1 when a signal ended it. */
static int shell_code(const char *command) {
    const int status = system(command); /* NOLINT(cert-env33-c): the commands are this file's */
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs "touchstone ARGUMENTS" by the shell in the test's folder. */
__attribute__((format(printf, 1, 2))) static void run(const char *format, ...) {
    char arguments[2048], command[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list); /* NOLINT(clang-analyzer-valist.Uninitialized) */
    va_end(list);
    snprintf(command, sizeof command, "cd '%s' && '%s' %s >out.txt 2>err.txt </dev/null", folder, BINARY, arguments);
    code = shell_code(command);
    ck_assert_msg(code >= 0, "%s: ended by a signal", arguments);
    char name[128];
    snprintf(name, sizeof name, "%s/out.txt", folder);
    read_file(name, out, sizeof out);
    snprintf(name, sizeof name, "%s/err.txt", folder);
    read_file(name, err, sizeof err);
}

static void expect_code(int expected) {
    ck_assert_msg(code == expected, "exit code %d, expected %d\n%s%s", code, expected, out, err);
}

static void expect_out(const char *text) {
    ck_assert_msg(strstr(out, text) != NULL, "'%s' is not in the output:\n%s%s", text, out, err);
}

/* The run failed with that exit code, one line on stderr that holds the text, and nothing on stdout. */
static void expect_failure(int expected, const char *text) {
    expect_code(expected);
    ck_assert_msg(strncmp(err, "touchstone: ", 12) == 0, "not a message of ours: %s", err);
    ck_assert_msg(strstr(err, text) != NULL, "'%s' is not in the message: %s", text, err);
    ck_assert_msg(strchr(err, '\n') == err + strlen(err) - 1, "more than one line: %s", err);
    ck_assert_str_eq(out, "");
}

static bool exists(const char *name) {
    char path[256];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &status) == 0;
}

static void write_file(const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* A point that falls from z = 1 to z = -1 through a triangle in z = 0, labelled as told. */
static void write_falling_point(const char *name, int label) {
    static const char *const rows[8] = {"0,1,0,1,1,1",  "-1,1,-1,1,0,1", "2,1,-1,1,0,1", "-1,1,2,1,0,1",
                                        "0,1,0,1,-1,1", "-1,1,-1,1,0,1", "2,1,-1,1,0,1", "-1,1,2,1,0,1"};
    char text[512] = "";
    for (int i = 0; i < 8; ++i) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s,%d\n", rows[i], label);
    }
    write_file(name, text);
}

static void make_folder(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(mkdir(path, 0777), 0);
}

/* ---- The command itself ---- */

START_TEST(help_and_version) {
    run("--help");
    expect_code(0);
    expect_out("dataset");
    expect_out("show");
    run("--version");
    expect_code(0);
    expect_out("touchstone 0.");
    static const char *const commands[] = {
        "dataset", "dataset generate", "dataset info", "dataset convert", "dataset label", "list", "show"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        run("%s --help", commands[i]);
        expect_code(0);
        expect_out("Usage: touchstone");
        ck_assert_str_eq(err, "");
    }
    run("dataset generate no-such-family --bad --help");
    expect_code(0);
}
END_TEST

/* Help, manual page and completion tell of the default that parsing begins with. */
START_TEST(defaults_are_told_alike) {
    static const char *const commands[] = {"replay --help", "replay --man", "--complete replay --se"};
    for (size_t c = 0; c < sizeof commands / sizeof *commands; ++c) {
        run("%s", commands[c]);
        expect_code(0);
        expect_out("seed of the sample (default: 1)");
        ck_assert_msg(!strchr(out, '{'), "a word was left as it stands: %s", out);
    }
    run("replay --help");
    expect_out("--oracle exact|label|none");
    expect_out("(default: exact)");
    run("table --man"); /* which breaks no lines */
    expect_out("(default: comparison\\-table)");
    expect_out("(default: tiny 60, small 3600, paper none)");
    run("dataset generate --man");
    expect_out("all, point\\-triangle, edge\\-edge, point\\-edge, point\\-point (default: all, in turn)");
}
END_TEST

START_TEST(unknown_commands_name_the_nearest) {
    run(" ");
    expect_failure(2, "expected a command");
    run("datasett");
    expect_failure(2, "the nearest is 'dataset'");
    run("dataset inffo x");
    expect_failure(2, "unknown command 'inffo'; the nearest is 'info'");
    run("dataset");
    expect_failure(2, "expected a command after 'touchstone dataset'");
}
END_TEST

START_TEST(output_that_cannot_be_written_is_no_success) {
    if (access("/dev/full", W_OK) != 0) return; /* not on this system */
    char command[512];
    snprintf(command, sizeof command, "'%s' list families >/dev/full 2>/dev/null", BINARY);
    ck_assert_int_eq(shell_code(command), 2);
}
END_TEST

/* ---- Options ---- */

/* Each is refused before anything is read: what it goes with was forgotten. */
START_TEST(options_that_go_with_another_are_refused_without_it) {
    static const struct {
        const char *line, *words;
    } CASES[] = {
        {"replay a.h5 --columns unsafe", "--columns needs --latex FILE"},
        {"replay a.h5 --part-every 5", "--part-every needs --part FILE"},
        {"replay a.h5 --seed 7", "--seed needs --sample N"},
        {"merge a.json --columns=unsafe", "--columns needs --latex FILE"},
        {"plot a.json --out p --backend accd", "--backend needs --sweep;"},
        {"plot a.json --out p --backend-option accd.s=0.2", "--backend-option needs --sweep;"},
        {"plot a.json --out p --count 4", "--count needs --sweep;"},
        {"plot a.json --out p --seed 4", "--seed needs --sweep;"},
        {"simulate a.json --record-share 0.5", "--record-share needs --record FILE.h5"},
        {"simulate a.json --proof-rounds 5", "--proof-rounds needs --proof DIR"},
        {"simulate a.json --proof-halvings 5", "--proof-halvings needs --proof DIR"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        run("%s", CASES[k].line);
        expect_failure(2, CASES[k].words);
    }
    run("replay a.h5 --latex t.tex --columns unsafe");
    expect_failure(4, "a.h5");
    run("replay a.h5 --seed 7 --sample 5");
    expect_failure(4, "a.h5");
}
END_TEST

START_TEST(bad_options_are_explained) {
    run("dataset generate generic --cuont 3 --out a.h5");
    expect_failure(2, "unknown option --cuont; the nearest is --count");
    run("dataset generate generic --count");
    expect_failure(2, "--count needs a value: --count N");
    run("dataset generate generic --count= --out a.h5");
    expect_failure(2, "--count needs a value");
    static const char *const counts[] = {"0", "-1", "+1", "1.5", "abc", "99999999999999999999", "1e3", "' 1'"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        run("dataset generate generic --count=%s --out a.h5", counts[i]);
        expect_failure(2, "expected a whole number from 1 to");
    }
    run("dataset generate generic --kind edge-egde --out a.h5");
    expect_failure(2, "the nearest is edge-edge");
    run("dataset generate generic --truth=yes --out a.h5");
    expect_failure(2, "--truth takes no value");
    run("dataset generate generic -n 3 --out a.h5");
    expect_failure(2, "unknown option -n");
    run("show a.h5 0 --t-max 0");
    expect_failure(2, "--t-max 0: expected a number in (0, 1]");
    run("show a.h5 0 --t-max nan");
    expect_failure(2, "--t-max nan: expected a number in (0, 1]");
    run("show a.h5 0 --min-distance -1e-9");
    expect_failure(2, "--min-distance -1e-9: expected");
    run("show a.h5 0 --min-distance inf");
    expect_failure(2, "--min-distance inf: expected");
    run("show a.h5 0 --backend accd,,cubic");
    expect_failure(2, "--backend: an empty name");
    ck_assert(!exists("a.h5"));
}
END_TEST

START_TEST(values_may_stand_apart_or_after_an_equals_sign) {
    run("dataset generate generic --count=8 --seed 3 --out=equals.h5");
    expect_code(0);
    run("dataset generate --out apart.h5 --count 5 --count 8 --seed=3 -- generic");
    expect_code(0);
    run("show equals.h5 7 --backend accd");
    char first[1 << 14];
    snprintf(first, sizeof first, "%s", strchr(out, ':'));
    run("show apart.h5 7 --backend accd");
    ck_assert_str_eq(strchr(out, ':'), first);
}
END_TEST

/* ---- dataset ---- */

START_TEST(generate_writes_containers_and_folders) {
    run("dataset generate cloth,grazing --count 20 --out both.h5 --truth");
    expect_code(0);
    ck_assert_str_eq(err, ""); /* no progress in a pipe */
    run("dataset info both.h5 --json");
    expect_out("\"queries\":\t40");
    expect_out("\"scenes\":\t[\"cloth\", \"grazing\"]");
    expect_out("\"has_truth\":\ttrue");
    expect_out("\"unlabelled\":\t0");
    run("dataset generate all --count 4 --kind point-edge --out many");
    expect_code(0);
    run("dataset info many");
    expect_out("touching.h5");
    expect_out("all 14 files");
    run("dataset generate lattice --count 8 --format csv --out text");
    expect_code(0);
    ck_assert(exists("text/lattice/vertex-face/data.csv"));
}
END_TEST

START_TEST(generate_refuses_before_it_works) {
    run("dataset generate cloht --out a.h5");
    expect_failure(2, "unknown family 'cloht'; the nearest is 'cloth'");
    run("dataset generate cloth,cloth --out a.h5");
    expect_failure(2, "named twice");
    run("dataset generate cloth");
    expect_failure(2, "--out is missing");
    run("dataset generate --out a.h5");
    expect_failure(2, "expected FAMILY");
    run("dataset generate cloth --format csv --out a.h5");
    expect_failure(2, "--format csv writes a folder");
    run("dataset generate cloth --out nowhere/deep/a.h5");
    expect_failure(2, "nowhere/deep");
    ck_assert(!exists("a.h5"));
    write_file("precious.h5", "mine");
    run("dataset generate cloth --count 4 --out precious.h5");
    expect_failure(2, "precious.h5 exists");
    run("dataset generate cloth --count 4 --out precious.h5 --replace");
    expect_code(0);
    make_folder("partly");
    write_file("partly/cloth.h5", "mine");
    run("dataset generate generic,cloth --count 4 --out partly");
    expect_failure(2, "cloth.h5 exists");
    ck_assert(!exists("partly/generic.h5"));
}
END_TEST

START_TEST(info_tells_good_files_beside_bad_ones) {
    run("dataset generate generic --count 12 --out mixed");
    write_file("mixed/bad.csv", "1,2,3\n");
    run("dataset info mixed");
    expect_code(4);
    expect_out("generic.h5");
    ck_assert_ptr_nonnull(strstr(err, "bad.csv"));
    run("dataset info no-such-path");
    expect_failure(4, "no-such-path");
    run("dataset info");
    expect_failure(2, "expected PATH...");
}
END_TEST

START_TEST(convert_there_and_back) {
    run("dataset generate touching --count 40 --truth --out there.h5");
    run("dataset convert there.h5 between");
    expect_code(0);
    expect_out("40 queries");
    run("dataset convert between back.h5");
    expect_code(0);
    run("dataset info there.h5 --json");
    char first[1 << 14];
    snprintf(first, sizeof first, "%s", strstr(out, "\"format\""));
    run("dataset info back.h5 --json");
    ck_assert_str_eq(strstr(out, "\"format\""), first);
    run("dataset convert there.h5 back.h5");
    expect_failure(2, "back.h5");
    run("dataset convert nothing.h5 new.h5");
    expect_failure(4, "nothing.h5");
    run("dataset convert there.h5 there.h5 --replace");
    expect_failure(2, "there.h5 is an input as well");
    make_folder("several");
    run("dataset convert there.h5 several/there.h5");
    run("dataset convert several several/there.h5 --replace");
    expect_failure(2, "several/there.h5 is an input as well");
    run("dataset convert between between --replace");
    expect_failure(2, "between holds the input between/");
    run("dataset convert between/edge-edge/data.csv between --replace");
    expect_failure(2, "between holds the input between/edge-edge/data.csv");
    ck_assert(exists("between/point-edge/data.csv"));
    run("dataset convert there.h5 between --replace");
    expect_code(0);
    run("dataset convert there.h5");
    expect_failure(2, "expected IN OUT");
    run("dataset convert there.h5 a b");
    expect_failure(2, "unexpected argument 'b'");
}
END_TEST

START_TEST(label_lists_what_contradicts) {
    make_folder("labelled");
    make_folder("labelled/vertex-face");
    write_falling_point("labelled/vertex-face/right.csv", 1);
    write_falling_point("labelled/vertex-face/wrong.csv", 0);
    run("dataset label labelled --out labelled.h5");
    expect_code(0);
    expect_out("query 1: labelled free, but the exact truth is contact");
    expect_out("labelled.h5: 2 queries, 2 contacts, 1 labels contradicted");
    run("dataset info labelled.h5 --json");
    expect_out("\"truths\":\t2");
    run("dataset label labelled.h5 --out again.h5");
    expect_out("0 labels contradicted");
    run("dataset label labelled");
    expect_failure(2, "--out is missing");
    run("dataset label labelled --out labelled.h5");
    expect_failure(2, "labelled.h5 exists");
    run("dataset label nothing --out x.h5");
    expect_failure(4, "nothing");
}
END_TEST

/* ---- list, show ---- */

START_TEST(list_tells_methods_and_families) {
    run("list backends");
    expect_code(0);
    expect_out("accd");
    expect_out("option accd.s: real, default 0.1");
    run("list solvers");
    expect_out("option ndb.norm_l2: boolean, default false, ");
    expect_out("option ndb.advance: boolean, default true, ");
    run("list backends --json");
    expect_out("\"name\":\t\"accd\"");
    run("list families");
    expect_out("cloth-thick");
    run("list families --json");
    expect_out("\"degenerate\":\ttrue");
    run("list familes");
    expect_failure(2, "the nearest is families");
    run("list");
    expect_failure(2, "expected backends|datasets|families");
}
END_TEST

/* Runs a shell command in the test's folder with the command's path as $0; returns the exit code. */
static int shell(const char *script) {
    char command[2048];
    snprintf(command, sizeof command, "cd '%s' && sh -c '%s' '%s' >out.txt 2>err.txt </dev/null", folder, script,
             BINARY);
    const int exit_code = shell_code(command);
    char name[128];
    snprintf(name, sizeof name, "%s/out.txt", folder);
    read_file(name, out, sizeof out);
    return exit_code;
}

START_TEST(list_finds_the_queries_installed_beside_it) {
    ck_assert_int_eq(shell("mkdir -p tree/bin tree/share/touchstone/bundled && cp \"$0\" tree/bin/"), 0);
    ck_assert_int_eq(shell("tree/bin/touchstone list datasets"), 4);
    run("dataset generate cloth --count 8 --truth --out tree/share/touchstone/bundled/some.h5");
    ck_assert_int_eq(shell("tree/bin/touchstone list datasets"), 0);
    expect_out("share/touchstone/bundled/some.h5");
    expect_out("8 queries: 2 point-triangle 2 edge-edge 2 point-edge 2 point-point");
    ck_assert_int_eq(shell("tree/bin/touchstone list datasets --json"), 0);
    expect_out("\"queries\":\t8");
    ck_assert_int_eq(shell("mkdir alone && cp \"$0\" alone/ && alone/touchstone list datasets"), 4);
}
END_TEST

START_TEST(show_tells_the_truth_of_a_query) {
    make_folder("point");
    make_folder("point/vertex-face");
    write_falling_point("point/vertex-face/fall.csv", 0);
    run("show point/vertex-face/fall.csv 0");
    expect_code(0);
    expect_out("contact at t* = 0.5 (0x1p-1), vertex 0 - face (1,2,3)");
    expect_out("CONTRADICTS");
    expect_out("distance 1, gap 1");
    expect_out("accd");
    expect_out("'|': t*");
    run("show point/vertex-face/fall.csv 0 --min-distance 0.5");
    expect_out("contact at t* = 0.25");
    run("show point/vertex-face/fall.csv 0 --t-max 0.25");
    expect_out("Truth: free");
    run("show point/vertex-face/fall.csv 0 --json --backend accd");
    expect_out("\"lo\":\t0.5");
    expect_out("\"backend\":\t\"accd\"");
}
END_TEST

/* A plug-in that is always safe, with certificates that prove nothing. */
#define UNPROVEN "--backend unproven --plugin '" TS_BINARY_DIR "/plugins/unproven.so'"

START_TEST(show_prints_certificates) {
    make_folder("proof");
    make_folder("proof/vertex-face");
    write_falling_point("proof/vertex-face/fall.csv", 1);
    run("show proof/vertex-face/fall.csv 0 --backend certified,accd");
    expect_code(0);
    expect_out("Certificate of certified, 1 piece: accepted by the exact check\n   0  t in [0, 0.4");
    expect_out("n = (");
    ck_assert_ptr_null(strstr(out, "Certificate of accd"));
    run("show proof/vertex-face/fall.csv 0 --backend certified,accd --json");
    expect_out("\"accepted\":\ttrue");
    expect_out("\"t0\":\t0");
    expect_out("\"certificate\":\tnull");
    run("show proof/vertex-face/fall.csv 0 " UNPROVEN);
    expect_code(0);
    expect_out("Certificate of unproven, 1 piece: FAILS the exact check: with a proof the answer is free");
    run("show proof/vertex-face/fall.csv 0 --json " UNPROVEN);
    expect_out("\"accepted\":\tfalse");
    expect_out("\"reason\":\t\"with a proof the answer is free");
}
END_TEST

START_TEST(show_refuses_what_is_not_there) {
    run("dataset generate generic --count 3 --out three.h5");
    run("show three.h5 3");
    expect_failure(4, "three.h5");
    run("show three.h5 -1");
    expect_failure(2, "unknown option -1");
    run("show three.h5 one");
    expect_failure(2, "INDEX is 'one'");
    run("show three.h5");
    expect_failure(2, "expected FILE INDEX");
    run("show nothing.h5 0");
    expect_failure(4, "nothing.h5");
    run("show three.h5 0 --backend acdd");
    expect_failure(2, "accd");
    run("show three.h5 0 --backend-option accd.ss=1");
    expect_failure(2, "'s'");
    run("show three.h5 0 --plot three.h5");
    expect_failure(2, "three.h5 exists");
}
END_TEST

/* With gnuplot the picture and nothing else, without it what draws it. */
START_TEST(show_plots) {
    run("dataset generate generic --count 3 --out plotted.h5");
    run("show plotted.h5 0 --replace");
    expect_failure(2, "--replace needs --plot");
    run("show plotted.h5 0 --plot with.svg");
    expect_code(0);
    ck_assert(exists("with.svg") != exists("with.svg.gp"));
    ck_assert(exists("with.svg") != exists("with.svg.dat"));
    ck_assert_int_eq(shell("PATH=/nowhere \"$0\" show plotted.h5 0 --plot without.svg"), 0);
    expect_out("gnuplot is not installed");
    ck_assert(exists("without.svg.gp") && exists("without.svg.dat"));
    ck_assert(!exists("without.svg"));
}
END_TEST

/* ---- Ctrl-C ---- */

static size_t count_matches(const char *pattern) {
    char path[256];
    glob_t found;
    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    const size_t count = glob(path, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    globfree(&found);
    return count;
}

START_TEST(an_interrupt_leaves_nothing_behind) {
    char target[256];
    snprintf(target, sizeof target, "%s/endless.h5", folder);
    char *const arguments[] = {BINARY,       "dataset", "generate", "generic", "--count",
                               "4000000000", "--out",   target,     NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    ck_assert_int_eq(posix_spawn(&child, BINARY, &actions, NULL, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 6000 && count_matches("endless.h5*") == 0; ++i) usleep(10000);
    ck_assert_int_eq(kill(child, SIGINT), 0);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 130);
    ck_assert_uint_eq(count_matches("endless.h5*"), 0);
}
END_TEST

int main(void) {
    if (!mkdtemp(folder)) return EXIT_FAILURE;
    Suite *suite = suite_create("command");
    TCase *all = tcase_create("command");
    tcase_add_test(all, help_and_version);
    tcase_add_test(all, defaults_are_told_alike);
    tcase_add_test(all, unknown_commands_name_the_nearest);
    tcase_add_test(all, output_that_cannot_be_written_is_no_success);
    tcase_add_test(all, options_that_go_with_another_are_refused_without_it);
    tcase_add_test(all, bad_options_are_explained);
    tcase_add_test(all, values_may_stand_apart_or_after_an_equals_sign);
    tcase_add_test(all, generate_writes_containers_and_folders);
    tcase_add_test(all, generate_refuses_before_it_works);
    tcase_add_test(all, info_tells_good_files_beside_bad_ones);
    tcase_add_test(all, convert_there_and_back);
    tcase_add_test(all, label_lists_what_contradicts);
    tcase_add_test(all, list_tells_methods_and_families);
    tcase_add_test(all, list_finds_the_queries_installed_beside_it);
    tcase_add_test(all, show_tells_the_truth_of_a_query);
    tcase_add_test(all, show_prints_certificates);
    tcase_add_test(all, show_refuses_what_is_not_there);
    tcase_add_test(all, show_plots);
    tcase_add_test(all, an_interrupt_leaves_nothing_behind);
    suite_add_tcase(suite, all);
    const int result = ts_run_suite(suite);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return shell_code(command) == 0 ? result : EXIT_FAILURE;
}
