/* SPDX-License-Identifier: GPL-2.0-or-later
 * The machine's description from the system, the build's from compile definitions (cmake/Context.cmake). */
#include "benches/context.h"

#include <cblas.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#ifndef TS_BUILD_COMPILER
#define TS_BUILD_COMPILER "unknown"
#define TS_BUILD_FLAGS "unknown"
#define TS_BUILD_TYPE "unknown"
#define TS_BUILD_COMMIT "unknown"
#endif

/* The value of the first line "KEY ... SEPARATOR value" of a file, without quotes; false without one. */
static bool find_value(const char *path, const char *key, char separator, char *value, size_t size) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    char line[512];
    bool found = false;
    while (!found && fgets(line, sizeof line, file)) {
        const char *start = strchr(line, separator);
        if (!start || strncmp(line, key, strlen(key)) != 0) continue;
        start += 1 + strspn(start + 1, " \t\"");
        snprintf(value, size, "%.*s", (int)strcspn(start, "\"\n"), start);
        found = true;
    }
    fclose(file);
    return found;
}

static void describe_system(ts_context *context) {
    struct utsname names;
    char release[128];
    if (uname(&names) != 0) {
        snprintf(context->system, sizeof context->system, "unknown");
        return;
    }
    if (!find_value("/etc/os-release", "PRETTY_NAME", '=', release, sizeof release)) release[0] = '\0';
    snprintf(context->system, sizeof context->system, "%s%s%.40s %.40s %.40s", release, release[0] ? ", " : "",
             names.sysname, names.release, names.machine);
}

void ts_context_fill(ts_context *context) {
    *context = (ts_context){
        .compiler = TS_BUILD_COMPILER, .flags = TS_BUILD_FLAGS, .build_type = TS_BUILD_TYPE, .commit = TS_BUILD_COMMIT};
    if (!find_value("/proc/cpuinfo", "model name", ':', context->cpu, sizeof context->cpu)) {
        snprintf(context->cpu, sizeof context->cpu, "unknown");
    }
    context->cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    describe_system(context);
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc)) strftime(context->date, sizeof context->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

void ts_context_fill_of_solver(ts_context *context) {
    ts_context_fill(context);
    snprintf(context->blas, sizeof context->blas, "%s", openblas_get_corename());
}
