/* SPDX-License-Identifier: GPL-2.0-or-later
 * The figure's rows, by the names of our scenes. */
#include "benches/table/published_statistics.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define NONE NAN
#define MINUTE 60.0

static const ts_published_statistics ROWS[] = {
    {"sprinkles", 51.2e3, 0.02, NONE, 5e-4, 1.5e-3, 0.15, 1e-5, 170.0e3, 228.8e3, 6, 3.3 * MINUTE, 69.0},
    {"noodles", 126.8e3, 0.02, NONE, 5e-4, 1e-3, 0.4, 1e-5, 321.7e3, 454.0e3, 8, 9.8 * MINUTE, 41.9},
    {"hair-clusters", 91.6e3, 0.01, NONE, 1e-4, 8e-5, 0.2, 1e-4, 71.9e3, 89.2e3, 4, 2.7 * MINUTE, 31.0},
    {"braids", 77.8e3, 0.01, NONE, 1e-4, 8e-5, 0.1, 1e-4, 566.5e3, 1.5e6, 8, 3.5 * MINUTE, 16.9},
    {"card-shuffle", 6.1e3, 0.02, NONE, 2e-4, 1e-4, 0.02, 3e-5, 36.2e3, 46.5e3, 6, 0.7 * MINUTE, 35.2},
    {"needle-bed", 26.3e3, 0.02, 1.0608, 1e-3, 0.0, 0.0, NONE, 0.3e3, 6.6e3, 6, 1.8 * MINUTE, 66.6},
    {"kick", 43.3e3, 0.04, 1.134, NONE, NONE, 0.2, NONE, 51.5e3, 82.0e3, 6, 2.2 * MINUTE, NONE},
    {"stack-1mm", 85.0e3, 0.02, 1.0608, 1e-3, 0.0, 0.1, 1e-3, 526.5e3, 875.9e3, 8, 2.0 * MINUTE, 8.5},
    {"stack-5mm", 85.0e3, 0.02, 1.0608, 5e-3, 0.0, 0.1, 1e-3, 876.2e3, 1.6e6, 8, 2.3 * MINUTE, 8.6},
    {"stack-10mm", 85.0e3, 0.02, 1.0608, 1e-2, 0.0, 0.1, 1e-3, 1.7e6, 2.8e6, 8, 4.7 * MINUTE, 12.9},
    {"drape", 10.0e3, 0.04, 1.0608, 1e-3, 0.0, 0.4, 1e-3, 10.6e3, 13.7e3, 4, 0.1 * MINUTE, 12.2},
    {"drape-orthotropic", 10.0e3, 0.04, NONE, 1e-3, 0.0, 0.4, 1e-3, 8.2e3, 10.4e3, 4, 0.1 * MINUTE, 12.4},
    {"rotating-sphere", 87.1e3, 0.04, 1.0608, 1e-3, 0.0, 0.4, 1e-3, 176.7e3, 362.5e3, 6, 11.6 * MINUTE, 76.0},
    {"funnel", 79.3e3, 0.04, 1.0608, 1e-3, 0.0, 0.4, 1e-3, 284.3e3, 377.3e3, 8, 9.9 * MINUTE, 76.0},
    {"reef-knot", 103.8e3, 0.04, 1.134, 1e-3, 0.0, 0.02, 1e-5, 1.6e6, 1.7e6, 8, 13.4 * MINUTE, 62.5},
    {"tablecloth-4", 57.1e3, 0.01, 1.0608, 1e-3, 0.0, 0.2, 1e-3, 63.4e3, 89.1e3, 6, 0.7 * MINUTE, 13.8},
    {"twisted-cylinder", 87.6e3, 0.04, NONE, 1e-3, 1.5e-3, 0.0, NONE, 1.5e6, 2.3e6, 8, 10.2 * MINUTE, 33.4},
    {"granules", 58.7e3, 0.01, 1.0608, 1e-3, 2e-3, 0.05, 1e-3, 127.6e3, 185.0e3, 8, 10.6 * MINUTE, 183.2},
    {"all-in", 48.2e3, 0.02, 1.0608, 1e-3, 5e-4, 0.2, 1e-3, 10.2e3, 27.8e3, 8, 5.8 * MINUTE, 100.8},
};

const ts_published_statistics *ts_published_statistics_of(const char *scene) {
    for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; ++k) {
        if (strcmp(ROWS[k].scene, scene) == 0) return &ROWS[k];
    }
    return NULL;
}
