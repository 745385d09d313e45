/* SPDX-License-Identifier: GPL-2.0-or-later
 * The tables of Lan et al. 2024. */
#include "benches/table/published_ndb.h"

#include <math.h>
#include <string.h>

/* In the order of the struct. Where two materials are in a scene the cloth's stands here. */
static const ts_ndb_published TABLE_1[] = {
    {"ndb-twist", "Twisting cloth",
     "8",         1,
     121e3,       80e3,
     161e3,       110e3,
     8e6,         150,
     6.3,         8,
     15,          2,
     13,          0.3,
     160,         3e-4,
     1e-3,        47.4,
     157,         10.2,
     12.4},
    {NULL,  "Animal crossing",
     "11",  44,
     678e3, 1.1e6,
     1.1e6, 67e3,
     9.2e6, 150,
     46.8,  20,
     10,    0.4,
     10,    0.9,
     2e3,   NAN,
     1e-3,  103.2,
     47,    9.2,
     7.0},
    {"ndb-knot", "Make a knot", "12", 1,   310e3, 203e3, 410e3, 13e3, 4e6, 150, 13.6, 8,
     7,          0.2,           7,    0.3, 160,   3e-4,  1e-3,  63.6, 74,  6.1, 11.8},
    {"ndb-drape", "Drape on a sphere",
     "13",        2,
     120e3,       80e3,
     160e3,       7e3,
     3e6,         200,
     6.2,         4,
     4,           0.2,
     4,           0.3,
     100,         2e-4,
     1e-3,        30.8,
     38,          1.2,
     25.0},
    {"ndb-stack", "Stack on teapot",
     "14",        11,
     500e3,       338e3,
     677e3,       28e3,
     7e6,         150,
     24.1,        8.4,
     9.1,         0.3,
     8.8,         0.3,
     160,         3e-4,
     1e-3,        35.9,
     31,          6.6,
     16.6},
    {"ndb-folding", "Just folding", "15", 5,    485e3, 320e3, 498e3, 23e3, 7e6, 150, 7.6, 5, 7.5, 0.5, 7, 0.3,
     160,           5e-4,           5e-4, 64.4, 46,    3.6,   12.4},
    {"ndb-blender",
     "Cloth blender",
     "16",
     8,
     820e3,
     540e3,
     992e3,
     160e3,
     26e6,
     150,
     25.4,
     10,
     11.6,
     2.6,
     9,
     0.3,
     160,
     3e-4,
     5e-4,
     160.7,
     73,
     10.2,
     5.2},
    {NULL,  "Cover the ship",
     "17",  5,
     930e3, 941e3,
     1.2e6, 63e3,
     9.2e6, 150,
     31.8,  8,
     8.3,   1.2,
     7.1,   0.8,
     160,   2e-4,
     5e-4,  117.8,
     51,    5.3,
     7.2},
    {"ndb-funnel", "Funnel", "18", 6,   692e3, 458e3, 923e3, 276e3, 32e6, 150, 32.8, 17,
     13,           2,        9,    0.3, 160,   3e-4,  5e-4,  112.4, 52,   8.5, 6.6},
    {"ndb-kick", "Kicking", "19", 2,   450e3, 294e3, 525e3, 47e3,  4e6, 200, 11.6, 14,
     11,         0.6,       10,   0.3, 200,   3e-4,  3e-4,  113.5, 94,  8.5, 6.8},
    {NULL, "Fashion show", "1", 2,   1.1e6, 656e3, 996e3, 84e3, 10e6, 200, 28.4, 14, 14.7,
     1.6,  13.1,           0.3, 160, 3e-4,  5e-4,  167.3, 67,   12.4, 4.8},
};

enum { ROWS = sizeof TABLE_1 / sizeof *TABLE_1 };

const ts_ndb_published *ts_ndb_published_at(size_t index) {
    return index < ROWS ? &TABLE_1[index] : NULL;
}

const ts_ndb_published *ts_ndb_published_of(const char *scene) {
    for (size_t k = 0; k < ROWS; ++k) {
        if (TABLE_1[k].scene && strcmp(TABLE_1[k].scene, scene) == 0) return &TABLE_1[k];
    }
    return NULL;
}

const double ts_ndb_rate[TS_NDB_RATES] = {150.0, 100.0, 50.0};
const double ts_ndb_tolerance[TS_NDB_TOLERANCES] = {1e-4, 5e-4, 1e-3, 1e-2};

#define FAILS                                                                                                          \
    { NAN, NAN, TS_NDB_FAILS }

static const ts_ndb_published_cell FOLDING[TS_NDB_RATES][TS_NDB_TOLERANCES] = {
    {{39, 16.3, TS_NDB_FINE}, {18, 8.3, TS_NDB_FINE}, {15, 6.9, TS_NDB_JITTERY}, {4, 2.8, TS_NDB_JITTERY}},
    {{55, 24.7, TS_NDB_FINE}, {26, 13.5, TS_NDB_FINE}, {20, 11.1, TS_NDB_JITTERY}, FAILS},
    {{95, 56.4, TS_NDB_FINE}, {45, 26.6, TS_NDB_FINE}, {40, 20.9, TS_NDB_JITTERY}, FAILS},
};

static const ts_ndb_published_cell TWISTING[TS_NDB_RATES][TS_NDB_TOLERANCES] = {
    {{214, 64.8, TS_NDB_FINE}, {171, 52.2, TS_NDB_FINE}, {157, 47.4, TS_NDB_FINE}, {72, 21.6, TS_NDB_FINE}},
    {{229, 69.7, TS_NDB_FINE}, {182, 56.1, TS_NDB_FINE}, {163, 49.4, TS_NDB_FINE}, FAILS},
    {{255, 77.3, TS_NDB_FINE}, {202, 61.1, TS_NDB_FINE}, {171, 51.9, TS_NDB_FINE}, FAILS},
};

const ts_ndb_published_cell *ts_ndb_published_cell_of(const char *scene, size_t rate, size_t tolerance) {
    if (rate >= TS_NDB_RATES || tolerance >= TS_NDB_TOLERANCES) return NULL;
    if (strcmp(scene, "ndb-folding") == 0) return &FOLDING[rate][tolerance];
    return strcmp(scene, "ndb-twist") == 0 ? &TWISTING[rate][tolerance] : NULL;
}
