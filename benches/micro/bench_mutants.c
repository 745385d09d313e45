/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-mutants: how many energies that are wrong in one number, on a window or now and then, `touchstone barrier`
 * finds at its default settings.
 *
 * usage: bench-mutants [MUTANTS OF EACH TERM [SCAN [TERM]]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "benches/barrier/barrier.h"
#include "benches/micro/mutants.h"
#include "benches/micro/number.h"
#include "benches/micro/operands.h"

enum { WIDTHS = 5 };

/* Of one row of a table. */
typedef struct score {
    uint64_t all, caught;
} score;

typedef struct tally {
    score width[WIDTHS], mutation[TS_MUTATIONS], term, wide; /* wide: windows wider than 1e-3 */
    double slowest, seconds;
} tally;

static void count(score *of, bool caught) {
    ++of->all;
    of->caught += caught;
}

/* As the command: the scan, and the sweeps where it is not caught by that. */
static bool is_caught(const ts_term *term, uint64_t scan) {
    const ts_barrier_subject subject = {.term = term};
    ts_barrier_options options = {.subjects = &subject, .subject_count = 1, .samples = 1, .scan = scan, .seed = 1};
    ts_barrier_results results;
    ts_error error;
    bool caught = false;
    for (int pass = 0; pass < 2 && !caught; ++pass) {
        if (ts_barrier_run(&options, &results, &error) != TS_OK) {
            fprintf(stderr, "bench-mutants: %s\n", error.message);
            exit(1);
        }
        caught = ts_barrier_any_failure(&results);
        ts_barrier_results_clear(&results);
        options.samples = 48;
        options.scan = 0;
    }
    return caught;
}

static void print_survivor(const ts_mutant *m, uint64_t index) {
    char entry[32];
    ts_mutant_entry_name(m, entry);
    printf("  survives: %s, mutant %" PRIu64 ": %s of %s, amount %.1e, %s, window %.9g to %.9g, period %" PRIu64 "\n",
           m->term.name, index, ts_mutation_name(m->mutation), entry, m->amount, ts_mutant_place_name(m->place),
           m->least, m->most, m->period);
    fflush(stdout);
}

/* Of all threads: what a busy machine takes from them does not count. */
static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void try(const ts_mutated *of, uint64_t wanted, uint64_t scan, tally *sum) {
    for (uint64_t index = 0, tried = 0; tried < wanted; ++index) {
        ts_mutant mutant;
        if (!ts_mutant_init(of, 1, index, &mutant)) continue;
        ++tried;
        const double start = processor_seconds();
        const bool caught = is_caught(&mutant.term, scan);
        const double seconds = processor_seconds() - start;
        sum->seconds += seconds;
        sum->slowest = seconds > sum->slowest ? seconds : sum->slowest;
        count(&sum->width[index % WIDTHS], caught);
        count(&sum->mutation[mutant.mutation], caught);
        count(&sum->term, caught);
        if (mutant.width > 1e-3 && mutant.mutation < TS_MUTATION_LATE) count(&sum->wide, caught);
        if (!caught) print_survivor(&mutant, index);
    }
}

static void print_score(const char *what, const score *of) {
    if (of->all == 0) return;
    printf("  %-22s %5" PRIu64 " of %5" PRIu64 "  %6.2f %%\n", what, of->caught, of->all,
           100.0 * (double)of->caught / (double)of->all);
}

static void add(score *to, const score *from) {
    to->all += from->all;
    to->caught += from->caught;
}

static void add_tally(tally *to, const tally *from) {
    for (int w = 0; w < WIDTHS; ++w) add(&to->width[w], &from->width[w]);
    for (int m = 0; m < TS_MUTATIONS; ++m) add(&to->mutation[m], &from->mutation[m]);
    add(&to->term, &from->term);
    add(&to->wide, &from->wide);
}

static void print_whole(const tally *whole) {
    static const char *const WIDTH[WIDTHS] = {"width 1e-1", "width 1e-2", "width 1e-3", "width 1e-4", "width 1e-5"};
    puts("all terms");
    for (int w = 0; w < WIDTHS; ++w) print_score(WIDTH[w], &whole->width[w]);
    for (int m = 0; m < TS_MUTATIONS; ++m) print_score(ts_mutation_name((ts_mutation)m), &whole->mutation[m]);
    print_score("wider than 1e-3", &whole->wide);
    print_score("all", &whole->term);
}

static bool is_term(const char *name) {
    for (size_t t = 0; t < ts_mutated_count(); ++t) {
        if (strcmp(ts_mutated_at(t)->name, name) == 0) return true;
    }
    return false;
}

/* 0: 98 % of all, and all of the wide ones. */
int main(int argc, char **argv) {
    const bool good = ts_bench_has_operands(argc, argv, 0, 3);
    const int operands = argc - optind;
    uint64_t wanted = 50, scan = TS_SCAN_STANDARD;
    const char *term = operands > 2 ? argv[optind + 2] : NULL;
    if (!good || (operands > 0 && !ts_bench_whole(argv[optind], 1, UINT64_MAX, &wanted)) ||
        (operands > 1 && !ts_bench_whole(argv[optind + 1], 0, UINT64_MAX, &scan)) || (term && !is_term(term)))
        return ts_bench_usage("bench-mutants [MUTANTS OF EACH TERM [SCAN [TERM]]]");
    tally whole = {0};
    for (size_t t = 0; t < ts_mutated_count(); ++t) {
        const ts_mutated *of = ts_mutated_at(t);
        tally sum = {0};
        if (term && strcmp(term, of->name) != 0) continue;
        try(of, wanted, scan, &sum);
        print_score(of->name, &sum.term);
        printf("  %-22s %.2f s of processor time a mutant, at most %.2f s\n", "", sum.seconds / (double)wanted,
               sum.slowest);
        fflush(stdout);
        add_tally(&whole, &sum);
    }
    print_whole(&whole);
    return whole.term.caught * 100 >= whole.term.all * 98 && whole.wide.caught == whole.wide.all ? 0 : 1;
}
