/* SPDX-License-Identifier: MIT
 * Fuzz target of the CSV reader. The first byte chooses the kind; a byte 1 ends each of the parts .csv,
 * .min_distance, .t_max and .notes; parts that are not there make no file. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#define PARTS 4

static const char *const KINDS[] = {"vertex-face", "edge-edge", "point-edge", "point-point"};
static const char *const SUFFIXES[PARTS] = {"csv", "min_distance", "t_max", "notes"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    char inner[128], paths[PARTS][160];
    snprintf(inner, sizeof inner, "%s/%s", fuzz_folder(), KINDS[data[0] % 4]);
    mkdir(inner, 0700);
    const uint8_t *at = data + 1, *end = data + size;
    int parts = 0;
    for (; parts < PARTS && (at < end || parts == 0); ++parts) {
        const uint8_t *stop = memchr(at, 1, (size_t)(end - at));
        if (!stop) stop = end;
        snprintf(paths[parts], sizeof paths[parts], "%s/x.%s", inner, SUFFIXES[parts]);
        fuzz_write(paths[parts], at, (size_t)(stop - at));
        at = stop < end ? stop + 1 : end;
    }
    fuzz_read(paths[0]);
    for (int i = 0; i < parts; ++i) unlink(paths[i]);
    rmdir(inner);
    return 0;
}
