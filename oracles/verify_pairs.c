/* SPDX-License-Identifier: MIT
 * Boxes around primitives, the pairs of those that meet, and an exact decision about each. */
#include "oracles/verify_pairs.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "oracles/verify_report.h"

static const ts_verify_side ELEMENT_PASSES[][2] = {
    {TS_SIDE_FACES, TS_SIDE_FACES},  {TS_SIDE_RODS, TS_SIDE_FACES},  {TS_SIDE_RODS, TS_SIDE_RODS},
    {TS_SIDE_POINTS, TS_SIDE_FACES}, {TS_SIDE_POINTS, TS_SIDE_RODS}, {TS_SIDE_POINTS, TS_SIDE_POINTS},
};

/* These have the distances of all others. In the order of ts_ccd_kind. */
static const ts_verify_side DISTANCE_PASSES[TS_CCD_KINDS][2] = {
    {TS_SIDE_NODES, TS_SIDE_FACES},
    {TS_SIDE_EDGES, TS_SIDE_EDGES},
    {TS_SIDE_NODES, TS_SIDE_RODS},
    {TS_SIDE_POINTS, TS_SIDE_POINTS},
};

/* ---- Pairs ---- */

static bool keep(const void *self, int32_t i, int32_t j) {
    const ts_verify_pass *p = self;
    ts_verify_pair pair;
    ts_verify_surface_pair(p->surface, p->side, (const int32_t[2]){i, j}, &pair);
    if (!ts_verify_pair_sees(p->surface, &pair)) return false;
    return p->kind == TS_OFFENCE_INTERSECTION || ts_verify_pair_join(&pair) == 0;
}

static void report_pair(const ts_verify_pass *p, const int32_t index[2], double value, ts_verify_report *report) {
    ts_offence offence = {.kind = p->kind, .parts = 2, .value = value};
    for (int k = 0; k < 2; ++k) offence.part[k] = ts_verify_surface_name(p->surface, p->side[k], index[k]);
    if (p->kind != TS_OFFENCE_INTERSECTION) {
        ts_verify_pair pair;
        ts_verify_surface_pair(p->surface, p->side, index, &pair);
        offence.bound = ts_verify_pair_thickness(p->surface, &pair);
    }
    ts_verify_report_add(report, &offence);
}

static ts_status run(const ts_verify_pass *p, ts_bvh *const tree[TS_VERIFY_SIDES], ts_verify_scratch *scratch,
                     ts_verify_report *report, ts_error *error) {
    ts_pair_list *list = &scratch->list;
    const ts_pair_test test = {.keep = keep, .self = p};
    const ts_status status = ts_bvh_pairs(tree[p->side[0]], tree[p->side[1]], &test, list, error);
    if (status != TS_OK) return status;
    if (list->count > scratch->capacity) {
        double *value = realloc(scratch->value, list->count * sizeof *value);
        if (!value) return ts_fail_memory(error, "the verdicts of pairs");
        scratch->value = value;
        scratch->capacity = list->count;
    }
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t k = 0; k < list->count; ++k) scratch->value[k] = ts_verify_decide(p, list->pair[k]);
    for (size_t k = 0; k < list->count; ++k) {
        if (!isnan(scratch->value[k])) report_pair(p, list->pair[k], scratch->value[k], report);
    }
    report->pairs += list->count;
    return TS_OK;
}

/* ---- Boxes ---- */

/* Around the way of a primitive, and half its thickness, rounded outwards. */
static ts_box box_of(const ts_verify_surface *surface, const ts_verify_way *way, const int32_t *node, int count) {
    ts_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            const double a = way->x0[node[i]][k], b = way->x1[node[i]][k];
            box.lo[k] = fmin(box.lo[k], fmin(a, b));
            box.hi[k] = fmax(box.hi[k], fmax(a, b));
        }
    }
    const double thickness = ts_verify_thickness(surface, node, count);
    const double reach = nextafter(0.5 * thickness * (1.0 + 0x1p-50), INFINITY); /* half of the least double is none */
    for (int k = 0; k < 3 && thickness > 0.0; ++k) {
        box.lo[k] = nextafter(box.lo[k] - reach, -INFINITY);
        box.hi[k] = nextafter(box.hi[k] + reach, INFINITY);
    }
    return box;
}

static ts_status plant(const ts_verify_surface *surface, const ts_verify_way *way, ts_verify_side side, ts_bvh **tree,
                       ts_error *error) {
    const size_t count = surface->count[side];
    ts_box *box = malloc((count + 1) * sizeof *box);
    if (!box) return ts_fail_memory(error, "the boxes of a mesh");
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; ++i) {
        int32_t node[3];
        const int nodes = ts_verify_surface_nodes(surface, side, (int32_t)i, node);
        box[i] = box_of(surface, way, node, nodes);
    }
    const ts_status status = ts_bvh_create(count, box, tree, error);
    free(box);
    return status;
}

ts_status ts_verify_pairs(const ts_verify_surface *surface, ts_offence_kind kind, const ts_verify_way *way,
                          ts_verify_scratch *scratch, ts_verify_report *report, ts_error *error) {
    const bool elements = kind == TS_OFFENCE_INTERSECTION;
    const size_t passes = elements ? sizeof ELEMENT_PASSES / sizeof *ELEMENT_PASSES : TS_CCD_KINDS;
    ts_bvh *tree[TS_VERIFY_SIDES] = {NULL};
    ts_status status = TS_OK;
    for (int side = 0; status == TS_OK && side < TS_VERIFY_SIDES; ++side) {
        const bool needed = !elements || (side != TS_SIDE_NODES && side != TS_SIDE_EDGES);
        if (needed) status = plant(surface, way, (ts_verify_side)side, &tree[side], error);
    }
    for (size_t k = 0; status == TS_OK && k < passes; ++k) {
        const ts_verify_side *side = elements ? ELEMENT_PASSES[k] : DISTANCE_PASSES[k];
        const ts_verify_pass p = {surface, way, kind, {side[0], side[1]}, (ts_ccd_kind)(elements ? 0 : k)};
        status = run(&p, tree, scratch, report, error);
    }
    for (int side = 0; side < TS_VERIFY_SIDES; ++side) ts_bvh_destroy(tree[side]);
    return status;
}

void ts_verify_scratch_clear(ts_verify_scratch *scratch) {
    ts_pair_list_clear(&scratch->list);
    free(scratch->value);
    *scratch = (ts_verify_scratch){0};
}
