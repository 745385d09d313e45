/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ccd: ns per query of CCD backends, one at a time, in a batch and in a batch on two threads, per data set
 * and kind; the work they did, the slowest query, and whether all ways gave the same answers. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#include "benches/micro/ccd_aims.h"
#include "benches/micro/close_queries.h"
#include "benches/micro/number.h"
#include "benches/micro/query_list.h"
#include "benches/micro/reading.h"
#include "benches/micro/textbook_accd.h"
#include "ccd/pieces.h"
#include "ccd/plugin.h"
#include "ccd/timing.h"
#include "core/error.h"

enum { MOST_PASSES = 1000, MOST_BACKENDS = 16, MOST_SETS = 64, SINGLE_PASSES = 3 };

/* Passes of one way of asking end when this much time is spent on it; there is always one. */
static const double BUDGET_NS = 1e9;

typedef enum way { ONE_BY_ONE, BATCH, BATCH_2_THREADS, WAYS } way;

typedef struct bench_settings {
    const char *backends[MOST_BACKENDS]; /* registered names */
    size_t backend_count;
    const char *plugins[MOST_BACKENDS]; /* shared objects */
    size_t plugin_count;
    const char *rival;           /* whom the aims over ACCD are held against; NULL: the better of textbook and accd */
    const char *sets[MOST_SETS]; /* families and paths, in the order given */
    bool is_family[MOST_SETS];
    size_t set_count;
    uint64_t count, seed, seeds, passes; /* per set and kind */
    bool least;                          /* of the passes, not their median */
} bench_settings;

/* One backend on the queries of one kind. */
typedef struct contender {
    ts_ccd_method method;
    ts_ccd_result *results[WAYS]; /* owned */
    double *pass_ns[WAYS];        /* ns per query of every pass; owned */
    uint64_t passes[WAYS];
    double median_ns, slowest_ns; /* of the queries with an answer, each timed alone; NaN without any */
    size_t missing;               /* queries without an answer: times of passes are not those of answers then */
} contender;

/* Those that stand beside the registered ones: the yardstick, and the limit. */
static const ts_ccd_backend *const OWN[] = {&ts_textbook_accd, &ts_reading_alone};
enum { TEXTBOOK, READING, OWN_COUNT };

/* ---- Measuring ---- */

/* Stands while others have the core: what is measured is the work, not who else is on the machine. */
static double thread_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static bool has_way(const contender *c, way w) {
    return w == ONE_BY_ONE || c->method.backend->query_batch;
}

/* Every second piece of a list, for one of two threads. */
typedef struct thread_share {
    const ts_ccd_method *method;
    const ts_query_list *list;
    ts_ccd_result *results;
    size_t first, piece;
    double ns; /* by the thread's own clock */
} thread_share;

static int answer_share(void *self) {
    thread_share *share = self;
    const double start = thread_clock();
    for (size_t q = share->first; q < share->list->count; q += 2 * share->piece) {
        const size_t left = share->list->count - q;
        share->method->backend->query_batch(share->method->self, left < share->piece ? left : share->piece,
                                            share->list->items + q, share->results + q);
    }
    share->ns = thread_clock() - start;
    return 0;
}

/* The longer of the two threads' times; of their sum when there is no second thread. */
static double time_two_threads(const contender *c, const ts_query_list *list) {
    thread_share share[2];
    const size_t piece = ts_ccd_piece(&c->method, list->count, 2);
    for (size_t i = 0; i < 2; ++i) {
        share[i] = (thread_share){.method = &c->method, .list = list, .first = i * piece, .piece = piece};
        share[i].results = c->results[BATCH_2_THREADS];
    }
    thrd_t other;
    const bool two = thrd_create(&other, answer_share, &share[1]) == thrd_success;
    answer_share(&share[0]);
    if (!two) {
        answer_share(&share[1]);
        return share[0].ns + share[1].ns;
    }
    thrd_join(other, NULL);
    return fmax(share[0].ns, share[1].ns);
}

static double time_way(const contender *c, way w, const ts_query_list *list) {
    const ts_ccd_method *method = &c->method;
    if (w == BATCH_2_THREADS) return time_two_threads(c, list);
    const double start = thread_clock();
    if (w == BATCH) {
        method->backend->query_batch(method->self, list->count, list->items, c->results[w]);
    } else {
        for (size_t q = 0; q < list->count; ++q) {
            method->backend->query(method->self, &list->items[q], &c->results[w][q]);
        }
    }
    return thread_clock() - start;
}

static void time_pass(contender *c, way w, const ts_query_list *list) {
    const bool affordable =
        c->passes[w] == 0 || (double)c->passes[w] * c->pass_ns[w][0] * (double)list->count < BUDGET_NS;
    if (!has_way(c, w) || !affordable) return;
    c->pass_ns[w][c->passes[w]++] = time_way(c, w, list) / (double)list->count;
}

/* Every backend in turn, pass after pass: what disturbs the machine for a while touches all. */
static void time_passes(contender *contenders, size_t count, const ts_query_list *list, uint64_t passes) {
    for (uint64_t i = 0; i < passes * count; ++i) {
        for (way w = 0; w < WAYS; ++w) time_pass(&contenders[i % count], w, list);
    }
}

static bool has_answer(const ts_ccd_result *result) {
    return result->status != TS_CCD_UNSUPPORTED && result->status != TS_CCD_FAILED;
}

static size_t count_missing(const contender *c, size_t queries) {
    size_t missing = 0;
    for (size_t q = 0; q < queries; ++q) missing += !has_answer(&c->results[ONE_BY_ONE][q]);
    return missing;
}

static ts_status time_singly(contender *c, const ts_query_list *list, ts_error *error) {
    ts_stopwatch stopwatch = {0};
    double *samples = malloc(SINGLE_PASSES * list->count * sizeof *samples);
    ts_ccd_result *answers = malloc(SINGLE_PASSES * list->count * sizeof *answers);
    if (!samples || !answers) {
        free(samples);
        free(answers);
        return ts_fail_memory(error, "the samples");
    }
    c->missing = count_missing(c, list->count);
    ts_stopwatch_calibrate(&stopwatch);
    const ts_timed_block block = {list->items, list->count, SINGLE_PASSES, samples, answers};
    ts_time_queries(&stopwatch, &c->method, &block);
    size_t timed = 0;
    c->slowest_ns = NAN;
    for (size_t q = 0; q < list->count; ++q) { /* the least of a query: interrupts only add */
        double least = samples[q];
        for (size_t r = 1; r < SINGLE_PASSES; ++r) least = fmin(least, samples[r * list->count + q]);
        if (isnan(least) || !has_answer(&c->results[ONE_BY_ONE][q])) continue;
        c->slowest_ns = fmax(c->slowest_ns, least);
        samples[timed++] = least;
    }
    c->median_ns = timed > 0 ? ts_median(samples, timed) : NAN;
    free(samples);
    free(answers);
    return TS_OK;
}

/* The median over passes of the ratio of two ways: how many times faster the second is. */
static double ratio(const contender *a, way wa, const contender *b, way wb) {
    double ratios[MOST_PASSES];
    if (a->missing > 0 || b->missing > 0) return NAN;
    const uint64_t passes = a->passes[wa] < b->passes[wb] ? a->passes[wa] : b->passes[wb];
    for (uint64_t p = 0; p < passes; ++p) ratios[p] = a->pass_ns[wa][p] / b->pass_ns[wb][p];
    return passes > 0 ? ts_median(ratios, passes) : NAN;
}

/* The least: what others do to a machine only adds. */
static double least_pass(const contender *c, way w) {
    double least = NAN;
    if (c->missing > 0) return NAN;
    for (uint64_t p = 0; p < c->passes[w]; ++p) least = fmin(least, c->pass_ns[w][p]);
    return least;
}

static double median_pass(const contender *c, way w) {
    double sorted[MOST_PASSES];
    if (c->passes[w] == 0 || c->missing > 0) return NAN;
    memcpy(sorted, c->pass_ns[w], c->passes[w] * sizeof *sorted);
    return ts_median(sorted, c->passes[w]);
}

static size_t differences(const ts_ccd_result *a, const ts_ccd_result *b, size_t count) {
    size_t different = 0;
    for (size_t q = 0; q < count; ++q) {
        different += a[q].status != b[q].status || memcmp(&a[q].toi, &b[q].toi, sizeof a[q].toi) != 0 ||
                     a[q].iterations != b[q].iterations;
    }
    return different;
}

/* ---- Printing ---- */

static void print_number(double number, int width, int digits) {
    if (isnan(number))
        printf(" %*s", width, "-");
    else
        printf(" %*.*f", width, digits, number);
}

static void print_heading(const char *set, ts_ccd_kind kind, size_t count) {
    printf("\n%s, %s, %zu queries\n", set, ts_ccd_kind_name(kind), count);
    printf("%-16s %10s %10s %10s %9s %9s %9s %9s %10s %8s %10s %11s\n", "backend", "ns", "batch", "2 threads",
           "batch x", "threads x", "/textbook", "/accd", "advances", "most", "median ns", "slowest us");
}

/* accd: NULL when it is not among them. */
static void print_contender(const contender *c, const contender *textbook, const contender *accd, size_t count,
                            bool least) {
    double sum = 0.0;
    uint32_t most = 0;
    for (size_t q = 0; q < count; ++q) {
        const uint32_t advances = c->results[ONE_BY_ONE][q].iterations;
        sum += advances;
        most = advances > most ? advances : most;
    }
    printf("%-16s", c->method.backend->name);
    for (way w = 0; w < WAYS; ++w) print_number(least ? least_pass(c, w) : median_pass(c, w), 10, 1);
    print_number(ratio(c, ONE_BY_ONE, c, BATCH), 9, 2);
    print_number(ratio(c, BATCH, c, BATCH_2_THREADS), 9, 2);
    print_number(ratio(textbook, ONE_BY_ONE, c, ONE_BY_ONE), 9, 2);
    print_number(accd ? ratio(accd, ONE_BY_ONE, c, ONE_BY_ONE) : NAN, 9, 2);
    printf(" %10.2f %8" PRIu32, sum / (double)count, most);
    print_number(c->median_ns, 10, 1);
    print_number(c->slowest_ns * 1e-3, 11, 2);
    printf("\n");
    if (c->missing > 0) printf("  %s: no answer to %zu of the queries\n", c->method.backend->name, c->missing);
}

static const contender *find_contender(const contender *contenders, size_t count, const char *name) {
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(contenders[i].method.backend->name, name) == 0) return &contenders[i];
    }
    return NULL;
}

/* The number of answers that differ where none may. */
static size_t print_differences(const contender *contenders, size_t count, size_t queries) {
    size_t all = 0;
    for (size_t i = 0; i < count; ++i) {
        const contender *c = &contenders[i];
        for (way w = BATCH; w < WAYS && has_way(c, w); ++w) {
            const size_t different = differences(c->results[ONE_BY_ONE], c->results[w], queries);
            if (different > 0) printf("  %s: %zu answers of the batch differ\n", c->method.backend->name, different);
            all += different;
        }
    }
    const contender *accd = find_contender(contenders, count, "accd");
    if (!accd) return all;
    const size_t different = differences(contenders[TEXTBOOK].results[ONE_BY_ONE], accd->results[ONE_BY_ONE], queries);
    if (different > 0) printf("  accd: %zu answers differ from the textbook's\n", different);
    return all + different;
}

/* ---- One data set and kind ---- */

static void clear_contender(contender *c) {
    for (way w = 0; w < WAYS; ++w) {
        free(c->results[w]);
        free(c->pass_ns[w]);
    }
    ts_ccd_method_clear(&c->method);
}

static ts_status init_contender(contender *c, const char *name, size_t queries, uint64_t passes, ts_error *error) {
    *c = (contender){0};
    for (size_t i = 0; i < OWN_COUNT; ++i) {
        if (strcmp(OWN[i]->name, name) == 0) c->method.backend = OWN[i];
    }
    if (!c->method.backend) {
        const ts_status status = ts_ccd_method_init(&c->method, name, NULL, error);
        if (status != TS_OK) return status;
    }
    bool memory = true;
    for (way w = 0; w < WAYS; ++w) {
        c->results[w] = calloc(queries, sizeof *c->results[w]);
        c->pass_ns[w] = calloc(passes, sizeof *c->pass_ns[w]);
        memory = memory && c->results[w] && c->pass_ns[w];
    }
    if (memory) return TS_OK;
    clear_contender(c);
    return ts_fail_memory(error, "the answers");
}

static bool can_answer(const ts_ccd_backend *backend, const ts_query_list *list) {
    if (!backend || !(backend->capabilities >> list->items[0].kind & 1u)) return !backend;
    for (size_t q = 0; q < list->count; ++q) {
        if (list->items[q].min_distance > 0.0 && !(backend->capabilities & TS_CCD_CAN_MIN_DISTANCE)) return false;
    }
    return true;
}

/* What the benchmark came to. */
typedef struct bench_outcome {
    size_t different; /* answers, where none may be */
    ts_aims aims;
} bench_outcome;

/* How many times faster `c` is than those its aims are held against, each of them alone; NaN where one of them cannot
 * answer: against an easier rival, an aim would say too much. */
static double over_rivals(const bench_settings *settings, const contender *contenders, size_t count, const contender *c,
                          way w) {
    const char *const names[] = {settings->rival ? settings->rival : "textbook", settings->rival ? NULL : "accd"};
    double times = NAN;
    for (size_t n = 0; n < sizeof names / sizeof *names && names[n]; ++n) {
        const contender *rival = find_contender(contenders, count, names[n]);
        if (!rival || rival->missing > 0) return NAN;
        times = fmin(times, ratio(rival, ONE_BY_ONE, c, w)); /* fmin leaves out what is no number */
    }
    return times;
}

static void note_aims(const bench_settings *settings, bench_outcome *outcome, size_t set, const contender *contenders,
                      size_t count, const ts_query_list *list) {
    const contender *certified = find_contender(contenders, count, "certified");
    if (!certified) return;
    const ts_aim_measured measured = {.queries = list->count,
                                      .batch = ratio(certified, ONE_BY_ONE, certified, BATCH),
                                      .over_accd = over_rivals(settings, contenders, count, certified, ONE_BY_ONE),
                                      .over_batch = over_rivals(settings, contenders, count, certified, BATCH),
                                      .over_reading =
                                          over_rivals(settings, contenders, count, &contenders[READING], BATCH)};
    if (isnan(measured.over_accd)) return;
    ts_aims_add(&outcome->aims, settings->sets[set], !settings->is_family[set], list->items[0].kind, &measured);
}

static ts_status bench_list(const bench_settings *settings, size_t set, const ts_query_list *list,
                            bench_outcome *outcome, ts_error *error) {
    contender contenders[OWN_COUNT + MOST_BACKENDS];
    size_t count = 0;
    ts_status status = TS_OK;
    while (status == TS_OK && count < OWN_COUNT) {
        status = init_contender(&contenders[count], OWN[count]->name, list->count, settings->passes, error);
        count += status == TS_OK;
    }
    for (size_t b = 0; status == TS_OK && b < settings->backend_count; ++b) {
        if (!can_answer(ts_ccd_find(settings->backends[b]), list)) continue; /* an unknown name fails in init */
        status = init_contender(&contenders[count], settings->backends[b], list->count, settings->passes, error);
        count += status == TS_OK;
    }
    if (status == TS_OK) time_passes(contenders, count, list, settings->passes);
    for (size_t i = 0; status == TS_OK && i < count; ++i) status = time_singly(&contenders[i], list, error);
    if (status == TS_OK) {
        print_heading(settings->sets[set], list->items[0].kind, list->count);
        const contender *accd = find_contender(contenders, count, "accd");
        for (size_t i = 0; i < count; ++i) {
            print_contender(&contenders[i], &contenders[TEXTBOOK], accd, list->count, settings->least);
        }
        outcome->different += print_differences(contenders, count, list->count);
        note_aims(settings, outcome, set, contenders, count, list);
        fflush(stdout);
    }
    for (size_t i = 0; i < count; ++i) clear_contender(&contenders[i]);
    return status;
}

/* A family of the generators, or one of the two lists made here. */
static ts_status list_family(const bench_settings *settings, const char *name, ts_ccd_kind kind, ts_query_list *list,
                             ts_error *error) {
    const bool thick = strcmp(name, "close-thick") == 0;
    if (!thick && strcmp(name, "close") != 0) {
        return ts_query_list_add_family(list, name, settings->seed, settings->count, kind, error);
    }
    list->items = calloc(settings->count, sizeof *list->items);
    if (!list->items) return ts_fail_memory(error, "the queries");
    list->count = list->capacity = settings->count;
    for (size_t q = 0; q < list->count; ++q) ts_close_query(settings->seed, q, kind, thick, &list->items[q]);
    return TS_OK;
}

static ts_status bench_set(const bench_settings *settings, size_t set, bench_outcome *outcome, ts_error *error) {
    const char *name = settings->sets[set];
    ts_status status = TS_OK;
    for (int kind = 0; status == TS_OK && kind < TS_CCD_KINDS; ++kind) {
        ts_query_list list = {0};
        status = settings->is_family[set]
                     ? list_family(settings, name, (ts_ccd_kind)kind, &list, error)
                     : ts_query_list_add_path(&list, name, settings->count, (ts_ccd_kind)kind, error);
        if (status == TS_OK && list.count > 0) status = bench_list(settings, set, &list, outcome, error);
        ts_query_list_clear(&list);
    }
    return status;
}

/* ---- Command line ---- */

static int usage(void) {
    fputs("usage: bench-ccd [--backend NAME]... [--plugin FILE.so]... [--rival NAME] [--passes N] [--least]\n"
          "                 [--count N] [--seed S] [--seeds N] [--family NAME]... [PATH]...\n"
          "ns per query of CCD backends (accd, certified and tight-inclusion): one by one, in a batch, and in\n"
          "batches on two threads, against a plain ACCD and against reading them without an answer. Families\n"
          "cloth and cloth-thick, close and close-thick (near contact, with motion of any size) unless others or\n"
          "paths are given; at most --count queries of each kind.\n"
          "Medians over passes, or with --least the least ns; '/x': how many times faster than x in the same pass.\n"
          "Exit code 1 when two ways give different answers. --seeds N: families with seeds S, S + 1, ...\n"
          "Last what certified is to reach, and did, over the better of the plain ACCD and accd, or over --rival.\n"
          "--plugin: a method in a shared object, beside the backends; it runs in this process without a guard.\n",
          stderr);
    return 2;
}

static bool add_set(bench_settings *settings, const char *name, bool is_family) {
    if (settings->set_count == MOST_SETS) return false;
    settings->is_family[settings->set_count] = is_family;
    settings->sets[settings->set_count++] = name;
    return true;
}

static bool add_backend(bench_settings *settings, const char *name) {
    if (settings->backend_count == MOST_BACKENDS) return false;
    settings->backends[settings->backend_count++] = name;
    return true;
}

static bool add_plugin(bench_settings *settings, const char *path) {
    if (settings->plugin_count == MOST_BACKENDS) return false;
    settings->plugins[settings->plugin_count++] = path;
    return true;
}

/* Where it is not among them. */
static ts_status list_backend(bench_settings *settings, const char *name, ts_error *error) {
    bool listed = strcmp(name, OWN[TEXTBOOK]->name) == 0;
    for (size_t b = 0; b < settings->backend_count; ++b) listed |= strcmp(settings->backends[b], name) == 0;
    if (listed || add_backend(settings, name)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "there is no room for %s: take at most %d of --backend, --plugin and --rival",
                   name, MOST_BACKENDS);
}

/* The plug-ins, and the rivals of certified's aims where nobody named them, become backends. */
static ts_status load_plugins(bench_settings *settings, ts_error *error) {
    for (size_t i = 0; i < settings->plugin_count; ++i) {
        const ts_ccd_backend *backend;
        ts_status status = ts_ccd_load_unguarded(settings->plugins[i], &backend, error);
        if (status == TS_OK) status = list_backend(settings, backend->name, error);
        if (status != TS_OK) return status;
    }
    if (settings->rival) return list_backend(settings, settings->rival, error);
    for (size_t b = 0; b < settings->backend_count; ++b) {
        if (strcmp(settings->backends[b], "certified") == 0) return list_backend(settings, "accd", error);
    }
    return TS_OK;
}

static void set_defaults(bench_settings *settings) {
    static const char *const backends[] = {"accd", "certified", "tight-inclusion"};
    const bool any = settings->backend_count > 0;
    for (size_t i = 0; !any && i < sizeof backends / sizeof *backends; ++i) add_backend(settings, backends[i]);
    if (settings->set_count > 0) return;
    static const char *const sets[] = {"cloth", "cloth-thick", "close", "close-thick"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) add_set(settings, sets[i], true);
}

static bool parse(bench_settings *settings, int argc, char **argv) {
    static const struct option options[] = {
        {"backend", required_argument, NULL, 'b'}, {"family", required_argument, NULL, 'f'},
        {"count", required_argument, NULL, 'c'},   {"seed", required_argument, NULL, 's'},
        {"seeds", required_argument, NULL, 'n'},   {"passes", required_argument, NULL, 'p'},
        {"least", no_argument, NULL, 'l'},         {"plugin", required_argument, NULL, 'g'},
        {"rival", required_argument, NULL, 'r'},   {0}};
    bool good = true;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'b': good &= add_backend(settings, optarg); break;
        case 'f': good &= add_set(settings, optarg, true); break;
        case 'c': good &= ts_bench_whole(optarg, 1, UINT32_MAX, &settings->count); break;
        case 'g': good &= add_plugin(settings, optarg); break;
        case 'l': settings->least = true; break;
        case 'r': settings->rival = optarg; break;
        case 's': good &= ts_bench_whole(optarg, 0, UINT64_MAX, &settings->seed); break;
        case 'n': good &= ts_bench_whole(optarg, 1, TS_AIM_SEEDS, &settings->seeds); break;
        case 'p': good &= ts_bench_whole(optarg, 1, MOST_PASSES, &settings->passes); break;
        default: good = false;
        }
    }
    for (int i = optind; i < argc; ++i) good &= add_set(settings, argv[i], false);
    return good;
}

int main(int argc, char **argv) {
    bench_settings settings = {.count = 20000, .seed = 1, .seeds = 1, .passes = 25};
    ts_error error;
    static bench_outcome outcome; /* large */
    if (!parse(&settings, argc, argv)) return usage();
    set_defaults(&settings);
    ts_status status = ts_ccd_register_builtin(&error);
    if (status == TS_OK) status = load_plugins(&settings, &error);
    for (uint64_t last = settings.seed + settings.seeds; status == TS_OK && settings.seed < last; ++settings.seed) {
        for (size_t i = 0; status == TS_OK && i < settings.set_count; ++i) {
            status = bench_set(&settings, i, &outcome, &error);
        }
    }
    ts_aims_print(&outcome.aims, settings.rival ? settings.rival : "the better of textbook and accd");
    if (status != TS_OK) fprintf(stderr, "bench-ccd: %s\n", error.message);
    return status != TS_OK || outcome.different > 0;
}
