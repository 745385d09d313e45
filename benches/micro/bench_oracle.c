/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-oracle: queries per second of the exact time of impact on one core, staged and with each stage forced, and
 * whether all of them agree; exact distances per second, with what integers alone give for comparison. Seconds are the
 * thread's. */
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/micro/number.h"
#include "benches/micro/query_list.h"
#include "ccd/timing.h"
#include "core/clock.h"
#include "core/error.h"
#include "oracles/exact_distance.h"
#include "oracles/float_distance.h"
#include <touchstone/oracle.h>

enum { MOST_PASSES = 100 };

/* Passes over the data end when this much time is spent; there is always one. */
static const double BUDGET_NS = 20e9;

typedef struct bench_settings {
    const char *family;
    uint64_t count, seed, kind; /* of the family's queries; kind TS_CCD_KINDS: all in turn */
    uint64_t limit;             /* per path, spread evenly over it; 0: all */
    uint64_t passes;
} bench_settings;

/* What the passes with one set of stages gave. */
typedef struct measurement {
    double per_second; /* the median over passes */
    uint64_t passes;
    uint64_t decided[3]; /* by float, mpfr, exact */
    uint64_t undecided, disagreements;
    size_t first_disagreement;
} measurement;

/* ---- Measuring ---- */

/* Of every query; owned. */
typedef struct truth_list {
    ts_oracle_truth *truths;
    ts_status *statuses; /* TS_OK: decided */
} truth_list;

static bool truth_list_init(truth_list *list, size_t count) {
    list->truths = calloc(count + 1, sizeof *list->truths);
    list->statuses = calloc(count + 1, sizeof *list->statuses);
    return list->truths && list->statuses;
}

static void truth_list_clear(truth_list *list) {
    free(list->truths);
    free(list->statuses);
}

static void count_truth(measurement *measured, ts_status status, const ts_oracle_truth *truth) {
    if (status != TS_OK)
        ++measured->undecided;
    else
        ++measured->decided[truth->stage == TS_ORACLE_FLOAT ? 0 : truth->stage == TS_ORACLE_MPFR ? 1 : 2];
}

static bool agree(const ts_oracle_truth *a, const ts_oracle_truth *b) {
    return a->contact == b->contact && (!a->contact || (a->lo == b->lo && a->hi == b->hi));
}

static double time_pass(const ts_query_list *list, unsigned stages, truth_list *found) {
    const double start = 1e9 * ts_thread_seconds();
    for (size_t q = 0; q < list->count; ++q) {
        found->statuses[q] = ts_oracle_toi(&list->items[q], stages, &found->truths[q]);
    }
    return 1e9 * ts_thread_seconds() - start;
}

/* expected: the staged truths (`found` itself when those are measured). */
static void measure(const ts_query_list *list, unsigned stages, uint64_t passes, const truth_list *expected,
                    truth_list *found, measurement *measured) {
    double rates[MOST_PASSES], spent = 0.0;
    *measured = (measurement){0};
    while (measured->passes == 0 || (measured->passes < passes && spent < BUDGET_NS)) {
        const double nanoseconds = time_pass(list, stages, found);
        rates[measured->passes++] = (double)list->count / (nanoseconds * 1e-9);
        spent += nanoseconds;
    }
    measured->per_second = ts_median(rates, measured->passes);
    for (size_t q = 0; q < list->count; ++q) {
        count_truth(measured, found->statuses[q], &found->truths[q]);
        if (found->statuses[q] != TS_OK || agree(&expected->truths[q], &found->truths[q])) continue;
        if (measured->disagreements++ == 0) measured->first_disagreement = q;
    }
}

static void print_measurement(const char *name, size_t count, const measurement *measured) {
    const double percent = 100.0 / (double)count;
    printf("%-8s %12.0f %10.3f %10.3f %10.3f %10.3f %9" PRIu64 " %7" PRIu64 "\n", name, measured->per_second,
           percent * (double)measured->decided[0], percent * (double)measured->decided[1],
           percent * (double)measured->decided[2], percent * (double)measured->undecided, measured->disagreements,
           measured->passes);
    if (measured->disagreements > 0) printf("  the first at query %zu\n", measured->first_disagreement);
}

/* What truths of all kinds of a family are to reach, a second. */
typedef struct oracle_aim {
    const char *family;
    double per_second;
} oracle_aim;

static const oracle_aim AIMS[] = {{"cloth", 300e3}, {"cloth-thick", 300e3}, {"parallel", 150e3}, {"touching", 150e3}};

/* family: NULL where there is none, or not all kinds of it. */
static void print_aim(const char *family, double per_second) {
    for (size_t a = 0; family && a < sizeof AIMS / sizeof *AIMS; ++a) {
        if (strcmp(AIMS[a].family, family) == 0)
            printf("aim: staged >= %.0f a second: %s\n", AIMS[a].per_second,
                   per_second >= AIMS[a].per_second ? "reached" : "missed");
    }
}

static ts_status measure_all(const ts_query_list *list, const bench_settings *settings, uint64_t *disagreements,
                             ts_error *error) {
    static const struct {
        const char *name;
        unsigned stages;
    } runs[] = {
        {"staged", TS_ORACLE_ALL}, {"float", TS_ORACLE_FLOAT}, {"mpfr", TS_ORACLE_MPFR}, {"exact", TS_ORACLE_EXACT}};
    truth_list staged = {0}, forced = {0};
    double staged_per_second = 0.0;
    const bool memory = truth_list_init(&staged, list->count) && truth_list_init(&forced, list->count);
    if (memory) {
        printf("%-8s %12s %10s %10s %10s %10s %9s %7s\n", "stages", "queries/s", "float %", "mpfr %", "exact %",
               "open %", "disagree", "passes");
    }
    for (size_t r = 0; memory && r < sizeof runs / sizeof *runs; ++r) {
        measurement measured;
        measure(list, runs[r].stages, settings->passes, &staged, r ? &forced : &staged, &measured);
        print_measurement(runs[r].name, list->count, &measured);
        fflush(stdout);
        *disagreements += measured.disagreements + (r == 0 ? measured.undecided : 0);
        if (r == 0) staged_per_second = measured.per_second;
    }
    print_aim(settings->kind == TS_CCD_KINDS ? settings->family : NULL, staged_per_second);
    truth_list_clear(&staged);
    truth_list_clear(&forced);
    return memory ? TS_OK : ts_fail_memory(error, "the truths");
}

/* ---- Distances ---- */

/* Half of the start's, half of a later time's, against the thickness. */
static double time_of(const ts_ccd_query *query, size_t q) {
    return q % 2 == 0 ? 0.0 : 0.375 * query->t_max;
}

/* Are they the same as the integers say, as far as floating point decides? */
static bool same_sign(const ts_ccd_query *query, double t, uint64_t *decided) {
    ts_float_distance at;
    if (!ts_float_distance_at(query, t, query->min_distance, &at)) return true;
    ++*decided;
    ts_exact_d2 d2;
    ts_exact_d2_init(&d2, query, t);
    const bool same = ts_exact_d2_compare(&d2, query->min_distance) == ts_ball_sign(at.gap) && d2.feature == at.feature;
    ts_exact_d2_clear(&d2);
    return same;
}

static double time_distances(const ts_query_list *list) {
    const double start = ts_thread_seconds();
    for (size_t q = 0; q < list->count; ++q) {
        ts_oracle_distance_result result;
        ts_oracle_distance(&list->items[q], time_of(&list->items[q], q), list->items[q].min_distance, &result);
    }
    return ts_thread_seconds() - start;
}

/* The squared distance alone, not yet rounded. */
static double time_integers(const ts_query_list *list) {
    const double start = ts_thread_seconds();
    for (size_t q = 0; q < list->count; ++q) {
        ts_exact_d2 d2;
        ts_exact_d2_init(&d2, &list->items[q], time_of(&list->items[q], q));
        ts_exact_d2_clear(&d2);
    }
    return ts_thread_seconds() - start;
}

static void measure_distances(const ts_query_list *list, uint64_t passes, uint64_t *disagreements) {
    double rates[MOST_PASSES], integers[MOST_PASSES];
    uint64_t decided = 0, bad = 0;
    for (uint64_t p = 0; p < passes; ++p) {
        rates[p] = (double)list->count / time_distances(list);
        integers[p] = (double)list->count / time_integers(list);
    }
    for (size_t q = 0; q < list->count; ++q) {
        bad += !same_sign(&list->items[q], time_of(&list->items[q], q), &decided);
    }
    printf("distances: %.0f a second (integers alone, unrounded: %.0f); floating point decides %.3f %%, disagrees "
           "%" PRIu64 "\n",
           ts_median(rates, passes), ts_median(integers, passes), 100.0 * (double)decided / (double)list->count, bad);
    *disagreements += bad;
}

/* ---- Command line ---- */

static int usage(void) {
    fputs("usage: bench-oracle [--passes N] [--limit N] PATH...\n"
          "       bench-oracle [--passes N] --family NAME [--count N] [--seed S] [--kind 0..3]\n"
          "Queries per second of the exact oracle on one core: staged, and with each stage forced; exact distances\n"
          "per second. Times are of the thread's clock. Exit code 1 when two stages disagree.\n",
          stderr);
    return 2;
}

static bool parse(bench_settings *settings, int argc, char **argv) {
    static const struct option options[] = {{"family", required_argument, NULL, 'f'},
                                            {"count", required_argument, NULL, 'c'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"kind", required_argument, NULL, 'k'},
                                            {"limit", required_argument, NULL, 'l'},
                                            {"passes", required_argument, NULL, 'p'},
                                            {0}};
    bool good = true, of_family = false, of_paths = false; /* options given that go with one of the two */
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'f': settings->family = optarg; break;
        case 'c': of_family = true, good &= ts_bench_whole(optarg, 1, UINT64_MAX, &settings->count); break;
        case 's': of_family = true, good &= ts_bench_whole(optarg, 0, UINT64_MAX, &settings->seed); break;
        case 'k': good &= ts_bench_whole(optarg, 0, TS_CCD_KINDS - 1, &settings->kind); break;
        case 'l': of_paths = true, good &= ts_bench_whole(optarg, 1, UINT64_MAX, &settings->limit); break;
        case 'p': good &= ts_bench_whole(optarg, 1, MOST_PASSES, &settings->passes); break;
        default: good = false;
        }
    }
    if (settings->family ? of_paths : of_family) return false;
    return good && (settings->family != NULL) != (optind < argc);
}

int main(int argc, char **argv) {
    bench_settings settings = {.count = 10000, .seed = 1, .kind = TS_CCD_KINDS, .passes = 5};
    ts_query_list list = {0};
    ts_error error;
    uint64_t disagreements = 0;
    if (!parse(&settings, argc, argv)) return usage();
    const ts_ccd_kind kind = (ts_ccd_kind)settings.kind;
    const size_t most = settings.limit ? settings.limit : SIZE_MAX;
    ts_status status = TS_OK;
    if (settings.family) {
        status = ts_query_list_add_family(&list, settings.family, settings.seed, settings.count, kind, &error);
    }
    for (int i = optind; status == TS_OK && i < argc; ++i) {
        status = ts_query_list_add_path(&list, argv[i], most, kind, &error);
    }
    if (status == TS_OK && list.count > 0) {
        printf("%zu queries, one core, median of the passes\n", list.count);
        status = measure_all(&list, &settings, &disagreements, &error);
        if (status == TS_OK) measure_distances(&list, settings.passes, &disagreements);
    }
    ts_query_list_clear(&list);
    if (status != TS_OK) fprintf(stderr, "bench-oracle: %s\n", error.message);
    return status != TS_OK || disagreements > 0;
}
