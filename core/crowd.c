/* SPDX-License-Identifier: MIT */
#include "core/crowd.h"

#include <dirent.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "core/clock.h"
#include "core/share.h"

/* Seconds. Threads that have the cores to themselves wait for 0.01 to 0.05 of a window, all together, and for 0.39 and
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

/* Of one thread: nanoseconds on a core, then those of waiting for one. False where it has ended, or where the kernel
 * does not count: then all are 0. */
static bool read_waited(const char *path, double *waited) {
    long long ran = 0, nanoseconds = 0;
    FILE *file = fopen(path, "r");
    if (!file) return false;
    const bool is_told = fscanf(file, "%lld %lld", &ran, &nanoseconds) == 2 && ran > 0;
    fclose(file);
    *waited = 1e-9 * (double)nanoseconds;
    return is_told;
}

bool ts_crowd_waited(double *waited) {
    double one;
    DIR *threads = opendir("/proc/self/task");
    const bool is_told = threads && read_waited("/proc/self/schedstat", &one);
    *waited = 0.0;
    for (const struct dirent *entry; is_told && (entry = readdir(threads)) != NULL;) {
        char path[64];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat", entry->d_name);
        if (read_waited(path, &one)) *waited += one;
    }
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
