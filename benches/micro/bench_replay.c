/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-replay: processor time that `touchstone replay` takes for a million recorded queries with the exact oracle and
 * without timing, as one container and as a file for each copy of what was recorded. A path is copied until there are
 * so many. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benches/context.h"
#include "benches/micro/number.h"
#include "benches/micro/query_list.h"
#include "ccd/timing.h"
#include "core/error.h"
#include "core/files.h"

enum { MOST_PASSES = 50, MOST_COPIES = 10000 };

/* Seconds for a million queries. */
static const double AIM = 4.0;

typedef struct bench_settings {
    const char *path, *backend;
    uint64_t count, passes;
} bench_settings;

/* The program, and what it is asked about: in a folder of our own. */
typedef struct bench_place {
    char folder[4096], command[4096];
    char *copies, *all; /* a folder of copies; one container; owned */
    size_t queries;
    uint64_t files;
} bench_place;

/* ---- The program ---- */

/* touchstone is built into the folder of this bench. */
static ts_status find_command(bench_place *place, ts_error *error) {
    const ssize_t length = readlink("/proc/self/exe", place->command, sizeof place->command - 32);
    if (length < 0)
        return ts_fail(error, TS_ERROR_DATA, "/proc/self/exe, by which touchstone is found, cannot be read: %s",
                       strerror(errno));
    place->command[length] = '\0';
    strcpy(strrchr(place->command, '/') + 1, "touchstone");
    if (access(place->command, X_OK) == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s is not there; build it: cmake --build build/release --target touchstone",
                   place->command);
}

static void become(const char *const arguments[]) {
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) _exit(126);
    execv(arguments[0], (char *const *)(const void *)arguments);
    _exit(127);
}

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs it without its output; *seconds: of processor time. */
static ts_status run(const char *const arguments[], double *seconds, ts_error *error) {
    struct rusage used;
    int how;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) become(arguments);
    if (child < 0) return ts_fail(error, TS_ERROR_DATA, "fork: %s", strerror(errno));
    while (wait4(child, &how, 0, &used) < 0) {
        if (errno != EINTR) return ts_fail(error, TS_ERROR_DATA, "wait4: %s", strerror(errno));
    }
    *seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "'%s %s ... %s' did not end well; what it said stands above, and its exit codes are in its --help",
                   arguments[0], arguments[1], arguments[2]);
}

static ts_status convert(const bench_place *place, const char *from, const char *to, ts_error *error) {
    const char *const arguments[] = {place->command, "dataset", "convert", from, to, NULL};
    double seconds;
    return run(arguments, &seconds, error);
}

/* ---- The queries ---- */

static ts_status count_queries(const char *path, size_t *count, ts_error *error) {
    ts_query_list list = {0};
    ts_status status = TS_OK;
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind)
        status = ts_query_list_add_path(&list, path, SIZE_MAX, (ts_ccd_kind)kind, error);
    *count = list.count;
    ts_query_list_clear(&list);
    if (status == TS_OK && *count == 0) return ts_fail(error, TS_ERROR_DATA, "%s holds no queries", path);
    return status;
}

/* Copies are other names of one file. */
static ts_status name_copies(const bench_place *place, const char *one, ts_error *error) {
    for (uint64_t i = 0; i < place->files; ++i) {
        char *name = ts_text("%s/%05" PRIu64 ".h5", place->copies, i);
        const bool made = name && link(one, name) == 0;
        free(name);
        if (!made) return ts_fail(error, TS_ERROR_DATA, "a copy in %s: %s", place->copies, strerror(errno));
    }
    return TS_OK;
}

static ts_status make_queries(const bench_settings *settings, bench_place *place, ts_error *error) {
    size_t once;
    ts_status status = count_queries(settings->path, &once, error);
    if (status != TS_OK) return status;
    place->files = (settings->count + once - 1) / once;
    place->queries = (size_t)place->files * once;
    if (place->files > MOST_COPIES)
        return ts_fail(error, TS_ERROR_DATA, "%s holds %zu queries, too few for --count %" PRIu64 " by %d copies",
                       settings->path, once, settings->count, MOST_COPIES);
    char *one = ts_path_join(place->folder, "one.h5");
    place->copies = ts_path_join(place->folder, "copies");
    place->all = ts_path_join(place->folder, "all.h5");
    status = one && place->copies && place->all ? ts_folder_make(place->copies, error)
                                                : ts_fail_memory(error, "names of files");
    if (status == TS_OK) status = convert(place, settings->path, one, error);
    if (status == TS_OK) status = name_copies(place, one, error);
    if (status == TS_OK) status = convert(place, place->copies, place->all, error);
    free(one);
    return status;
}

static void clear_place(bench_place *place) {
    if (place->copies) ts_folder_remove(place->copies);
    ts_folder_remove(place->folder);
    free(place->copies);
    free(place->all);
}

/* ---- Measuring ---- */

static ts_status replay(const bench_settings *settings, const bench_place *place, const char *path, double *seconds,
                        ts_error *error) {
    const char *const arguments[] = {place->command,  "replay", path,     "--backend", settings->backend,
                                     "--repetitions", "0",      "--jobs", "1",         NULL};
    return run(arguments, seconds, error);
}

static void print_row(const bench_place *place, const char *name, double *seconds, uint64_t passes) {
    const double median = ts_median(seconds, passes), million = median * 1e6 / (double)place->queries;
    printf("%-16s %8.2f %8.2f %12.2f   < %.1f: %s\n", name, seconds[0], median, million, AIM,
           million < AIM ? "reached" : "missed");
}

/* Both ways in turn, pass after pass: what disturbs the machine for a while touches both. */
static ts_status measure(const bench_settings *settings, const bench_place *place, ts_error *error) {
    double container[MOST_PASSES], files[MOST_PASSES];
    char name[32];
    for (uint64_t p = 0; p < settings->passes; ++p) {
        ts_status status = replay(settings, place, place->all, &container[p], error);
        if (status == TS_OK) status = replay(settings, place, place->copies, &files[p], error);
        if (status != TS_OK) return status;
    }
    ts_context context;
    ts_context_fill(&context);
    printf("%s, %" PRIu64 " times over: %zu queries; %s, exact oracle, no timing, one thread; %s\n", settings->path,
           place->files, place->queries, settings->backend, context.cpu);
    printf("%-16s %8s %8s %12s   %s\n", "processor time", "least s", "median s", "s a million", "aim");
    print_row(place, "one container", container, settings->passes);
    snprintf(name, sizeof name, "%" PRIu64 " files", place->files);
    print_row(place, name, files, settings->passes);
    return TS_OK;
}

/* ---- Command line ---- */

static int usage(void) {
    fputs(
        "usage: bench-replay [--passes N] [--count N] [--backend NAME] PATH\n"
        "Seconds of processor time of 'touchstone replay' over copies of recorded queries, a million of them unless\n"
        "--count is given, with certified unless --backend is, and what was aimed at. Needs some 130 MB in the folder\n"
        "for temporary files (TMPDIR).\n",
        stderr);
    return 2;
}

static bool parse(bench_settings *settings, int argc, char **argv) {
    static const struct option options[] = {{"passes", required_argument, NULL, 'p'},
                                            {"count", required_argument, NULL, 'c'},
                                            {"backend", required_argument, NULL, 'b'},
                                            {0}};
    bool good = true;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'p': good &= ts_bench_whole(optarg, 1, MOST_PASSES, &settings->passes); break;
        case 'c': good &= ts_bench_whole(optarg, 1, UINT32_MAX, &settings->count); break;
        case 'b': settings->backend = optarg; break;
        default: good = false;
        }
    }
    if (!good || optind + 1 != argc) return false;
    settings->path = argv[optind];
    return true;
}

int main(int argc, char **argv) {
    bench_settings settings = {.backend = "certified", .count = 1000000, .passes = 5};
    bench_place place = {0};
    ts_error error;
    if (!parse(&settings, argc, argv)) return usage();
    const char *temporary = getenv("TMPDIR"), *parent = temporary ? temporary : "/tmp";
    snprintf(place.folder, sizeof place.folder, "%s/bench-replay-XXXXXX", parent);
    ts_status status = find_command(&place, &error);
    if (status == TS_OK && !mkdtemp(place.folder)) {
        status = ts_fail(&error, TS_ERROR_DATA, "no folder can be made in %s: %s; set TMPDIR to one that is writable",
                         parent, strerror(errno));
    } else if (status == TS_OK) {
        status = make_queries(&settings, &place, &error);
        if (status == TS_OK) status = measure(&settings, &place, &error);
        clear_place(&place);
    }
    if (status != TS_OK) fprintf(stderr, "bench-replay: %s\n", error.message);
    return status != TS_OK;
}
