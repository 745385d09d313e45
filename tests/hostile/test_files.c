/* SPDX-License-Identifier: MIT
 * Files that are more, or less, than files; runs that are killed; a process with little memory. All end in time, with
 * their exit code and a message. docs/threats.md. */
#include "tests/cli/command.h"
#include "tests/support.h"

#define COMMAND "timeout -s KILL 60 '" TS_BINARY_DIR "/touchstone' "

static void setup(void) {
    command_setup();
    shell("touchstone dataset generate generic --count 8 --seed 3 --out q.h5");
    expect(0, "", "");
}

typedef struct trap {
    const char *made, *run;
    int code;
    const char *words;
} trap;

static void check_traps(const trap *traps, size_t count) {
    for (size_t t = 0; t < count; ++t) {
        shell("%s", traps[t].made);
        expect(0, "", "");
        shell(COMMAND "%s", traps[t].run);
        ck_assert_msg(command_code == traps[t].code, "%s: exit code %d: %s", traps[t].run, command_code, command_err);
        expect(traps[t].code, "", traps[t].words);
    }
}

#define REPLAY "replay --backend exact --repetitions 0 "

START_TEST(what_is_no_file_of_queries_is_said_to_be_none) {
    static const trap traps[] = {
        {"mkfifo p.h5", REPLAY "p.h5", 4, "p.h5 is not a regular file"},
        {"mkdir edge-edge; mkfifo edge-edge/p.csv", REPLAY "edge-edge/p.csv", 4, "p.csv is not a regular file"},
        {"mkdir d.h5", REPLAY "d.h5", 4, "holds no query file"},
        {"ln -s loop.h5 loop.h5", REPLAY "loop.h5", 4, "Too many levels"},
        {"ln -s nothing.h5 dangling.h5", REPLAY "dangling.h5", 4, "No such file"},
        {": >empty.h5", REPLAY "empty.h5", 4, "expected its signature"},
        {": >edge-edge/empty.csv", REPLAY "edge-edge/empty.csv", 4, "empty.csv"},
        {"truncate -s 20G sparse.h5", REPLAY "sparse.h5", 4, "expected its signature"},
        {"truncate -s 20G edge-edge/sparse.csv", REPLAY "edge-edge/sparse.csv", 4, "sparse.csv"},
        {"cp q.h5 grows.h5; truncate -s 20G grows.h5", REPLAY "grows.h5", 0, ""},
        {"head -c 5000 q.h5 >cut.h5", REPLAY "cut.h5", 4, "cut.h5"},
        {"mkdir -p up/in; ln -s .. up/in/up; cp q.h5 up", REPLAY "up", 0, ""},
        {"ln -s /nowhere/q.h5 up/in/q.h5", REPLAY "up", 4, "up/in/q.h5 cannot be read: No such file"},
        {"rm up/in/q.h5; mkfifo up/in/p.csv", REPLAY "up", 4, "up/in/p.csv is not a regular file"},
    };
    check_traps(traps, sizeof traps / sizeof *traps);
}
END_TEST

START_TEST(what_is_no_json_is_said_to_be_none) {
    static const trap traps[] = {
        {": >empty.json", "report empty.json --out page", 4, "empty.json"},
        {"mkdir d.json", "compare d.json d.json", 4, "d.json"},
        {"head -c 1000000 /dev/zero | tr '\\0' '[' >deep.json", "report deep.json --out page", 4, "deep.json"},
        {"true", "report q.h5 --out page", 4, "q.h5"},
        {"mkfifo p.json", "simulate p.json", 4, "p.json: cannot be opened: it is not a regular file"},
        {"true", "baseline p.json b.json", 4, "p.json: cannot be opened: it is not a regular file"},
        {"true", "compare p.json p.json", 4, "p.json: cannot be opened: it is not a regular file"},
        {"true", "simulate needle-bed --size tiny --from p.json --steps 1", 4, "it is not a regular file"},
        {"true", "simulate needle-bed --size tiny --from /dev/zero --steps 1", 4, "it is not a regular file"},
        {"true", "simulate /dev/zero", 4, "/dev/zero: cannot be opened: it is not a regular file"},
        {"truncate -s 2G long.json", "compare long.json long.json", 4, "long.json: too long for a text"},
    };
    check_traps(traps, sizeof traps / sizeof *traps);
}
END_TEST

START_TEST(what_cannot_be_written_to_is_left_as_it_is) {
    static const trap traps[] = {
        {"mkdir d", REPLAY "q.h5 --json d", 2, "is a folder"},
        {"ln -s nowhere link", REPLAY "q.h5 --json link", 2, "symbolic link to nothing"},
        {"true", REPLAY "q.h5 --json /dev/full", 2, "No space left"},
        {"true", REPLAY "q.h5 --json q.h5", 2, "among the data"},
        {"cp q.h5 old.h5; ln -f q.h5 hard.h5", REPLAY "q.h5 --csv hard.h5", 2, "hard.h5"},
        {"true", REPLAY "q.h5 --json same --csv ./same", 2, "two outputs"},
        {"mkfifo out.json", REPLAY "q.h5 --json out.json", 2, "out.json is no regular file"},
        {"true", "simulate needle-bed --size tiny --steps 1 --json out.json", 2, "out.json is no regular file"},
        {"true", REPLAY "q.h5 --json newfolder/", 2, "newfolder/ is the name of a folder"},
        {"true", REPLAY "q.h5 --json /dev/stdout | grep checksum", 0, ""},
        {"true", REPLAY "q.h5 --csv /dev/stdout >both && grep contacts both && grep ^q.h5,exact both", 0, ""},
        {"true", "dataset label q.h5 --out /dev/stdout --replace >both", 2, "a file by its own name"},
        {"true", "dataset convert q.h5 q.h5", 2, "q.h5 is an input as well"},
        {"true", "dataset convert q.h5 /dev/null --replace", 2, "is not a folder written by touchstone"},
        {"mkfifo pipe.h5", "dataset generate generic --count 4 --out pipe.h5 --replace", 2, "is no regular file"},
        {"true", "dataset convert q.h5 ./q.h5 --replace", 2, "q.h5 is an input as well"},
        {"echo {} >r.json; ln -s r.json to-r.json", REPLAY "q.h5 --json to-r.json", 0, ""},
        {"test -L to-r.json && grep -q schema r.json", REPLAY "q.h5", 0, ""},
    };
    check_traps(traps, sizeof traps / sizeof *traps);
    shell("touchstone dataset info q.h5");
    expect(0, "q.h5", "");
}
END_TEST

/* ---- Two runs at once ---- */

/* Begins a run, waits for a file of it, holds it there, tries others, kills it. A file of that name that an earlier run
   left is removed first: seen too early, the others would come before the run. others: exit code 0 if all are as they
   should be. */
static void beside_a_run(const char *run, const char *file, const char *others) {
    shell("rm -f %s; '" TS_BINARY_DIR
          "/touchstone' %s >told 2>&1 & i=0; while [ $i -lt 600 ] && ! test -e %s; do sleep 0.05; i=$((i + 1)); done; "
          "kill -STOP $!; (%s); code=$?; kill -9 $! && wait $!; exit $code",
          file, run, file, others);
}

#define LONG "simulate needle-bed --size tiny --threads 1 --steps 1000000 "

START_TEST(two_runs_do_not_write_to_one_place) {
    beside_a_run(LONG "--out C", "C/frames/frame_000005.vtu", COMMAND LONG "--out C --replace");
    expect(2, "", "another process is running a simulation in C/frames");
    shell("test -s C/frames/frame_000001.vtu && touchstone " LONG "--resume C --steps 5");
    expect(0, "", "");
    beside_a_run(LONG "--resume C", "C/frames/frame_000009.vtu", COMMAND LONG "--resume C");
    expect(2, "", "another process is running a simulation in C/frames");
    shell("touchstone dataset generate grazing,degenerate --count 20000 --seed 1 --out big.h5");
    expect(0, "", "");
    beside_a_run(REPLAY "big.h5 --part p.json", "p.json.lock", COMMAND REPLAY "q.h5 --part p.json");
    expect(2, "", "another process is writing p.json: wait for its end");
    shell("touchstone " REPLAY "q.h5 --part p.json && ! test -e p.json.lock");
    expect(0, "", "");
}
END_TEST

/* ---- Killed runs ---- */

/* Kills the command once its temporary file is there. */
static void kill_run(const char *command) {
    shell("'" TS_BINARY_DIR
          "/touchstone' %s & i=0; while [ $i -lt 600 ]; do find . -name '*.part-*' | grep -q . && break; sleep 0.1; "
          "i=$((i + 1)); done; kill -9 $!; wait $! || true; find . -name '*.part-*'",
          command);
    expect(0, ".part-", "");
}

START_TEST(the_next_run_removes_what_killed_ones_left) {
    static const char *const runs[][2] = {
        {"dataset generate all --count 1000000 --seed 1 --out g.h5", "dataset generate generic --count 4 --out g.h5"},
        {"dataset generate all --count 1000000 --seed 1 --format csv --out c",
         "dataset generate generic --count 4 --format csv --out c"},
        {REPLAY "big.h5 --per-query p.csv", REPLAY "q.h5 --per-query p.csv"},
    };
    shell("touchstone dataset generate grazing,degenerate --count 20000 --seed 1 --out big.h5");
    expect(0, "", "");
    for (size_t r = 0; r < sizeof runs / sizeof *runs; ++r) {
        kill_run(runs[r][0]);
        kill_run(runs[r][0]);
        shell("touchstone %s && ! find . -name '*.part-*' | grep .", runs[r][1]);
        expect(0, "", "");
    }
}
END_TEST

/* ---- Little memory ---- */

START_TEST(a_process_with_little_memory_does_not_hang) {
#if !defined(__SANITIZE_ADDRESS__)
    static const char *const limits[] = {"120000", "200000", "400000"};
    for (size_t k = 0; k < sizeof limits / sizeof *limits; ++k) {
        shell("ulimit -v %s; unset OMP_WAIT_POLICY OPENBLAS_NUM_THREADS; " COMMAND "list backends", limits[k]);
        if (command_code == 0) {
            expect(0, "certified", "");
        } else {
            expect(5, "", "ulimit -v"); /* that much is what this OpenBLAS begins with */
            ck_assert_uint_lt(k, 2);
        }
    }
#endif
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("files");
    tcase_add_checked_fixture(cases, setup, command_teardown);
    tcase_add_test(cases, what_is_no_file_of_queries_is_said_to_be_none);
    tcase_add_test(cases, what_is_no_json_is_said_to_be_none);
    tcase_add_test(cases, what_cannot_be_written_to_is_left_as_it_is);
    tcase_add_test(cases, two_runs_do_not_write_to_one_place);
    tcase_add_test(cases, the_next_run_removes_what_killed_ones_left);
    tcase_add_test(cases, a_process_with_little_memory_does_not_hang);
    Suite *suite = suite_create("hostile files");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
