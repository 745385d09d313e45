/* SPDX-License-Identifier: MIT
 * The progress line. */
#include "core/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "core/escape.h"

static const double LEAST_INTERVAL = 0.1; /* seconds between two lines */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* "0.34", "12", "3.4k", "5.6M" */
static void format_count(double count, char text[16]) {
    static const char *const suffixes[] = {"", "k", "M", "G", "T"};
    size_t i = 0;
    while (count >= 1000.0 && i + 1 < sizeof suffixes / sizeof *suffixes) {
        count /= 1000.0;
        ++i;
    }
    snprintf(text, 16,
             count < 1.0 && count > 0.0 ? "%.2g%s"
             : count < 10.0 && i        ? "%.1f%s"
                                        : "%.0f%s",
             count, suffixes[i]);
}

static void format_seconds(double seconds, char text[24]) {
    const unsigned whole = seconds < 360000.0 ? (unsigned)(seconds + 0.5) : 360000u;
    if (whole >= 3600) {
        snprintf(text, 24, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(text, 24, "%u:%02u", whole / 60, whole % 60);
    }
}

void ts_progress_format(const ts_progress_state *state, char *text, int size) {
    const uint64_t since = state->done > state->first ? state->done - state->first : 0;
    const double rate = state->seconds > 0.0 ? (double)since / state->seconds : 0.0;
    char done[16], per_second[16], left[24] = "?";
    format_count((double)state->done, done);
    format_count(rate, per_second);
    if (state->total == 0) {
        snprintf(text, (size_t)size, "%s: %s, %s/s", state->what, done, per_second);
        return;
    }
    char total[16];
    format_count((double)state->total, total);
    const uint64_t remaining = state->done < state->total ? state->total - state->done : 0;
    if (rate > 0.0) format_seconds((double)remaining / rate, left);
    const double share = 100.0 * (double)state->done / (double)state->total;
    snprintf(text, (size_t)size, "%s: %3.0f %% (%s of %s), %s/s, %s left", state->what, share < 100.0 ? share : 100.0,
             done, total, per_second, left);
}

/* Of the terminal; 0: not known. */
static int columns_of(int terminal) {
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

const char *ts_progress_fitting(const char *text, int columns) {
    const size_t length = strlen(text), room = columns > 1 ? (size_t)columns - 1 : length;
    if (length <= room) return text;
    const char *end = text + (length - room);
    while (((unsigned char)*end & 0xC0) == 0x80) ++end; /* within a character of UTF-8 */
    return end;
}

void ts_progress_init(ts_progress *progress) {
    *progress = (ts_progress){.shown = isatty(STDERR_FILENO) != 0, .started = now()};
}

void ts_progress_update(ts_progress *progress, const char *what, uint64_t done, uint64_t total) {
    if (!progress->shown) return;
    const double time = now();
    char shown[sizeof progress->what];
    ts_terminal_copy(what, shown, sizeof shown);
    if (strcmp(progress->what, shown) != 0 || done < progress->done) {
        strcpy(progress->what, shown);
        progress->started = time;
        progress->first = done;
        progress->printed = 0.0;
    }
    progress->done = done;
    if (progress->printed > 0.0 && time - progress->printed < LEAST_INTERVAL) return;
    progress->printed = time;
    char text[120];
    const ts_progress_state state = {progress->what, done, total, time - progress->started, progress->first};
    ts_progress_format(&state, text, (int)sizeof text);
    const char *line = ts_progress_fitting(text, columns_of(STDERR_FILENO));
    const int width = (int)strlen(line);
    fprintf(stderr, "\r%-*s", progress->width, line);
    fflush(stderr);
    progress->width = width;
}

void ts_progress_finish(ts_progress *progress) {
    if (progress->shown && progress->width > 0) fprintf(stderr, "\r%*s\r", progress->width, "");
    progress->width = 0;
    progress->printed = 0.0;
}
