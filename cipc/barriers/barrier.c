/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table that list.inc makes. */
#include "cipc/barriers/barrier.h"

static const ts_barrier *const TABLE[] = {
#define TS_BARRIER(barrier) &(barrier),
#include "cipc/barriers/list.inc"
#undef TS_BARRIER
};

const ts_barrier *ts_barrier_at(size_t index) {
    return index < sizeof TABLE / sizeof *TABLE ? TABLE[index] : NULL;
}

const ts_barrier *ts_barrier_find(const char *name) {
    const ts_barrier *barrier = ts_barrier_at(0);
    for (size_t k = 0; barrier && *name && strcmp(barrier->model.name, name) != 0; barrier = ts_barrier_at(k)) ++k;
    return barrier;
}
