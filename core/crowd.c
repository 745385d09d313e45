/* SPDX-License-Identifier: MIT */
#include "core/crowd.h"

#include <dirent.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "core/clock.h"
#include "core/share.h"

/* Seconds. Threads that have the cores to themselves wait for 0.01 to 0.05 of a window, all together, and for 0.4 and
 * more where one other program runs (docs/benchmarks.md, how threads wait). */
static const double WINDOW = 0.1, CROWDED = 0.2, SHORTEST = 0.5, LONGEST = 16.0;

void ts_crowd_begin(ts_crowd *crowd, int most, double now, double waited) {
    *crowd = (ts_crowd){.most = most,
                        .threads = most,
                        .from = now,
                        .waited = waited,
                        .grown = -INFINITY,
                        .until = now,
                        .pause = SHORTEST};
}

/* One fewer; for twice as long as the last time, if one more has just been tried. */
static void shrink(ts_crowd *crowd, double now) {
    if (crowd->threads > 1) --crowd->threads;
    crowd->pause = now - crowd->grown < SHORTEST ? fmin(2.0 * crowd->pause, LONGEST) : SHORTEST;
    crowd->until = now + crowd->pause;
}

static void grow(ts_crowd *crowd, double now) {
    ++crowd->threads;
    crowd->grown = now;
}

int ts_crowd_look(ts_crowd *crowd, double now, double waited) {
    const double length = now - crowd->from;
    if (length < WINDOW) return crowd->threads;
    const double share = (waited - crowd->waited) / length;
    crowd->from = now;
    crowd->waited = waited;
    if (share > CROWDED)
        shrink(crowd, now);
    else if (crowd->threads < crowd->most && now >= crowd->until)
        grow(crowd, now);
    return crowd->threads;
}

/* ---- This process ---- */

/* Of one thread: nanoseconds on a core, then those of waiting for one. */
static double waited_by(const char *thread) {
    char path[64];
    long long ran = 0, waited = 0;
    if (snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat", thread) >= (int)sizeof path) return 0.0;
    FILE *file = fopen(path, "r");
    if (!file) return 0.0; /* it has just ended */
    if (fscanf(file, "%lld %lld", &ran, &waited) != 2) waited = 0;
    fclose(file);
    return 1e-9 * (double)waited;
}

bool ts_crowd_waited(double *waited) {
    FILE *own = fopen("/proc/self/schedstat", "r");
    DIR *threads = opendir("/proc/self/task");
    const bool is_told = own && threads;
    *waited = 0.0;
    for (const struct dirent *entry; is_told && (entry = readdir(threads)) != NULL;) {
        if (entry->d_name[0] != '.') *waited += waited_by(entry->d_name);
    }
    if (own) fclose(own);
    if (threads) closedir(threads);
    return is_told;
}

static bool is_watched;
static ts_crowd ours;

void ts_crowd_watch(bool watch) {
    double waited;
    is_watched = watch && omp_get_max_threads() > 1 && ts_crowd_waited(&waited);
    if (is_watched) ts_crowd_begin(&ours, omp_get_max_threads(), ts_seconds(), waited);
}

bool ts_crowd_is_watched(void) {
    return is_watched;
}

void ts_crowd_mind(void) {
    double waited;
    const double now = ts_seconds();
    if (!is_watched || now - ours.from < WINDOW || !ts_crowd_waited(&waited)) return;
    const int before = ours.threads, threads = ts_crowd_look(&ours, now, waited);
    if (threads == before) return;
    omp_set_num_threads(threads);
    if (threads > before) ts_share_measure_again();
}
