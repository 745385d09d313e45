/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-host: what it costs per query that a plug-in runs in a process of its own, by the size of the blocks it is
 * asked in.
 *
 * usage: bench-host PLUGIN.so [ANSWERS] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "benches/micro/number.h"
#include "benches/micro/operands.h"
#include "ccd/timing.h"
#include "core/clock.h"
#include <touchstone/dataset.h>
#include <touchstone/plugin.h>

enum { MOST_BLOCK = 4096, PARTS = 40 };

static ts_ccd_query queries[MOST_BLOCK];
static ts_ccd_result results[MOST_BLOCK];

/* Seconds by a clock on the wall, and of this thread. */
typedef struct seconds {
    double wall, thread;
} seconds;

static seconds now(void) {
    return (seconds){ts_seconds(), ts_thread_seconds()};
}

static seconds ask(const ts_ccd_method *method, size_t block, uint64_t answers) {
    const seconds start = now();
    for (uint64_t done = 0; done < answers; done += block) ts_ccd_answer_batch(method, block, queries, results);
    const seconds end = now();
    return (seconds){end.wall - start.wall, end.thread - start.thread};
}

/* In parts, so that the median is not that of a moment when the machine was busy. */
static void measure(const ts_ccd_method *method, size_t block, uint64_t answers) {
    double wall[PARTS], thread[PARTS];
    const uint64_t part = answers / PARTS / block * block + block;
    for (int i = 0; i < PARTS; ++i) {
        const seconds taken = ask(method, block, part);
        wall[i] = 1e9 * taken.wall / (double)part;
        thread[i] = 1e9 * taken.thread / (double)part;
    }
    const double middle_wall = ts_median(wall, PARTS), middle_thread = ts_median(thread, PARTS);
    printf("%8zu %12" PRIu64 " %12.1f %12.1f %12.1f %12.1f\n", block, PARTS * part, wall[0], middle_wall, thread[0],
           middle_thread);
}

static void fill_queries(void) {
    for (size_t q = 0; q < MOST_BLOCK; ++q) ts_family_at(0)->generate(1, q, (ts_ccd_kind)(q % 2), &queries[q]);
}

int main(int argc, char **argv) {
    static const size_t blocks[] = {1, 16, 256, 4096};
    const bool good = ts_bench_has_operands(argc, argv, 1, 2);
    uint64_t answers = 20000000;
    const ts_ccd_backend *backend;
    ts_ccd_method method;
    ts_error error;
    if (!good || (argc - optind > 1 && !ts_bench_whole(argv[optind + 1], 1, UINT64_MAX, &answers)))
        return ts_bench_usage("bench-host PLUGIN.so [ANSWERS]");
    ts_status status = ts_ccd_host_plugin(argv[optind], NULL, &backend, &error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, backend->name, NULL, &error);
    if (status != TS_OK) {
        fprintf(stderr, "bench-host: %s\n", error.message);
        return 4;
    }
    fill_queries();
    printf("ns per query    answers         wall                    thread\n");
    printf("   block                       least       median        least       median\n");
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; ++b)
        measure(&method, blocks[b], answers / (b == 0 ? 20 : 1));
    ts_ccd_method_clear(&method);
    return 0;
}
