/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table that list.inc makes. */
#include "cipc/potentials/table.h"

static const ts_potential_entry *const TABLE[] = {
#define TS_POTENTIAL(entry) &(entry),
#include "cipc/potentials/list.inc"
#undef TS_POTENTIAL
};

const ts_potential_entry *ts_potential_at(size_t index) {
    return index < sizeof TABLE / sizeof *TABLE ? TABLE[index] : NULL;
}
