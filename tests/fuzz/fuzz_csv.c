/* SPDX-License-Identifier: MIT
 * Fuzz target of the CSV reader. The first byte chooses the kind; a byte 1 ends each of the parts .csv,
 * .min_distance, .t_max and .notes; parts that are not there make no file. A first byte E or V makes a file of the Time
 * of Impact data set: the rows, the labels, then one WXF file (W) or a whole archive (any other byte) of roots. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#define PARTS 4

static const char *const KINDS[] = {"vertex-face", "edge-edge", "point-edge", "point-point"};
static const char *const SUFFIXES[PARTS] = {"csv", "min_distance", "t_max", "notes"};

/* ---- The Time of Impact data set ---- */

enum { BLOCK = 512, SIZE_AT = 124, SUM_AT = 148, TYPE_AT = 156 };

/* The roots of query 0 as the one file of a tar archive: the fuzzer need not find out its checksum. */
static void write_archive(const char *path, const char *name, const uint8_t *data, size_t size) {
    static uint8_t archive[1 << 16];
    unsigned sum = 0;
    if (size > sizeof archive - 2 * BLOCK) size = sizeof archive - 2 * BLOCK;
    memset(archive, 0, sizeof archive);
    snprintf((char *)archive, 100, "%s", name);
    snprintf((char *)archive + SIZE_AT, 12, "%011zo", size);
    archive[TYPE_AT] = '0';
    memset(archive + SUM_AT, ' ', 8);
    for (int k = 0; k < BLOCK; ++k) sum += archive[k];
    snprintf((char *)archive + SUM_AT, 8, "%06o", sum);
    memcpy(archive + BLOCK, data, size);
    fuzz_write(path, archive, BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK);
}

static const uint8_t *end_of_part(const uint8_t *at, const uint8_t *end) {
    const uint8_t *stop = at < end ? memchr(at, 1, (size_t)(end - at)) : NULL;
    return stop ? stop : end;
}

static void read_time_of_impact(bool edges, const uint8_t *at, const uint8_t *end) {
    static const char *const FOLDERS[] = {"queries", "mma_bool", "roots"};
    const char *stem = edges ? "3ee" : "3vf";
    char folder[3][128], path[3][192], name[64];
    for (int k = 0; k < 3; ++k) {
        snprintf(folder[k], sizeof folder[k], "%s/%s", fuzz_folder(), FOLDERS[k]);
        mkdir(folder[k], 0700);
    }
    snprintf(path[0], sizeof path[0], "%s/%s.csv", folder[0], stem);
    snprintf(path[1], sizeof path[1], "%s/%s_mma_bool.json", folder[1], stem);
    snprintf(path[2], sizeof path[2], "%s/%s_roots.tar.gz", folder[2], stem);
    snprintf(name, sizeof name, "%s_q0_roots.wxf", stem);
    for (int k = 0; k < 2; ++k) {
        const uint8_t *stop = end_of_part(at, end);
        fuzz_write(path[k], at, (size_t)(stop - at));
        at = stop < end ? stop + 1 : end;
    }
    if (at < end && *at == 'W') {
        write_archive(path[2], name, at + 1, (size_t)(end - at - 1));
    } else if (at < end) {
        fuzz_write(path[2], at + 1, (size_t)(end - at - 1));
    }
    fuzz_read(path[0]);
    for (int k = 0; k < 3; ++k) {
        unlink(path[k]);
        rmdir(folder[k]);
    }
}

/* ---- Any file ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    if (data[0] == 'E' || data[0] == 'V') {
        read_time_of_impact(data[0] == 'E', data + 1, data + size);
        return 0;
    }
    char inner[128], paths[PARTS][160];
    snprintf(inner, sizeof inner, "%s/%s", fuzz_folder(), KINDS[data[0] % 4]);
    mkdir(inner, 0700);
    const uint8_t *at = data + 1, *end = data + size;
    int parts = 0;
    for (; parts < PARTS && (at < end || parts == 0); ++parts) {
        const uint8_t *stop = end_of_part(at, end);
        snprintf(paths[parts], sizeof paths[parts], "%s/x.%s", inner, SUFFIXES[parts]);
        fuzz_write(paths[parts], at, (size_t)(stop - at));
        at = stop < end ? stop + 1 : end;
    }
    fuzz_read(paths[0]);
    for (int i = 0; i < parts; ++i) unlink(paths[i]);
    rmdir(inner);
    return 0;
}
