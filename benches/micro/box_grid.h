/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the box tree is measured against: a uniform grid. Each box is entered in all cells it meets, entries are sorted
 * by cell, and pairs are found cell by cell. */
#ifndef TS_BENCHES_MICRO_BOX_GRID_H
#define TS_BENCHES_MICRO_BOX_GRID_H

#include "core/bvh.h"

typedef float ts_box_lanes __attribute__((vector_size(16)));

/* A box in floats rounded outward; the fourth lane is 0. */
typedef struct ts_float_box {
    ts_box_lanes lo, hi;
} ts_float_box;

/* Cells, numbered x first; shared by all grids whose pairs are asked for. */
typedef struct ts_lattice {
    double origin[3], cell; /* m */
    double per_metre;       /* cells */
    uint32_t cells[3];
} ts_lattice;

typedef struct ts_grid_entry {
    uint32_t key; /* of the cell */
    int32_t primitive;
} ts_grid_entry;

typedef struct ts_grid {
    ts_lattice lattice;
    const ts_box *box;   /* borrowed */
    size_t count;        /* boxes */
    uint32_t (*span)[6]; /* of each box: its lowest cell, its highest */
    size_t *first;       /* entry of each box before the sort */
    ts_float_box *shape; /* of each box */
    size_t entries, capacity;
    ts_grid_entry *entry, *spare; /* by ascending key; for sorting */
    ts_float_box *around;         /* of the entries */
} ts_grid;

/* Both grow and are reused from call to call; zero at first. */
typedef struct ts_grid_pairs {
    ts_pair_list all;
    ts_pair_list *part; /* of each thread */
    int parts;
} ts_grid_pairs;

/* Cells of edge `cell` from the lowest corner of the boxes on, larger ones where there would be 2^32. */
void ts_lattice_set(ts_lattice *lattice, const ts_box *all, double cell);

/* In parallel but for the sort. TS_ERROR_MEMORY beyond 2^28 entries. */
ts_status ts_grid_build(ts_grid *grid, const ts_lattice *lattice, size_t count, const ts_box *boxes, ts_error *error);
void ts_grid_clear(ts_grid *grid);

/* The pairs of ts_bvh_pairs without a filter; with several threads in any order. */
ts_status ts_grid_find_pairs(const ts_grid *one, const ts_grid *other, ts_grid_pairs *pairs, ts_error *error);
void ts_grid_pairs_clear(ts_grid_pairs *pairs);

#endif
