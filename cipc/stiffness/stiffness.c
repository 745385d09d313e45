/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of rules, and what makes a pair nearly closed. */
#include "cipc/stiffness/stiffness.h"

static const ts_stiffness_rule *const TABLE[] = {
#define TS_STIFFNESS(rule) &(rule),
#include "cipc/stiffness/list.inc"
#undef TS_STIFFNESS
};

const ts_stiffness_rule *ts_stiffness_at(size_t index) {
    return index < sizeof TABLE / sizeof *TABLE ? TABLE[index] : NULL;
}

const ts_stiffness_rule *ts_stiffness_find(const char *name) {
    const ts_stiffness_rule *rule = ts_stiffness_at(0);
    for (size_t k = 0; rule && strcmp(rule->model.name, name) != 0; rule = ts_stiffness_at(k)) ++k;
    return rule;
}

double ts_stiffness_closing(const ts_stiffness_rule *rule, double diagonal, double xi) {
    const double gap = rule->closing * diagonal;
    return rule->closing > 0.0 ? gap * (gap + 2.0 * xi) : 1e-18;
}
