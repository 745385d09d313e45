/* SPDX-License-Identifier: GPL-2.0-or-later
 * The models of the tables in one list. */
#include "cipc/models.h"

#include "cipc/barriers/barrier.h"
#include "cipc/potentials/table.h"
#include "cipc/stiffness/stiffness.h"

const ts_model *ts_cipc_model_at(size_t index) {
    const ts_potential_entry *entry;
    for (size_t k = 0; (entry = ts_potential_at(k)) != NULL; ++k) {
        if (entry->model && index-- == 0) return entry->model;
    }
    const ts_barrier *barrier;
    for (size_t k = 0; (barrier = ts_barrier_at(k)) != NULL; ++k) {
        if (index-- == 0) return &barrier->model;
    }
    const ts_stiffness_rule *rule = ts_stiffness_at(index);
    return rule ? &rule->model : NULL;
}
