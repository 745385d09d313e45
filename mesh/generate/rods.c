/* SPDX-License-Identifier: MIT
 * Straight rods side by side: a lattice of rods in layers, a round bundle of hairs, a bed of needles. */
#include <assert.h>

#include "core/error.h"
#include "core/random.h"
#include "mesh/generate.h"
#include "mesh/generate/disturb.h"
#include "mesh/generate/limit.h"

/* The two directions across an axis, in the order of x, y, z. */
static void directions_across(int axis, int across[2]) {
    across[0] = axis == 0 ? 1 : 0;
    across[1] = axis == 2 ? 1 : 2;
}

/* Appends the nodes from `start` along the axis, and the segments between them. */
static void add_rod(ts_mesh *mesh, const double start[3], int axis, double length, size_t segments) {
    for (size_t k = 0; k <= segments; ++k) {
        double *x = mesh->x[mesh->nodes];
        for (int c = 0; c < 3; ++c) x[c] = start[c];
        x[axis] += length * (double)k / (double)segments;
        if (k > 0) {
            mesh->segment[mesh->segments][0] = (int32_t)mesh->nodes - 1;
            mesh->segment[mesh->segments++][1] = (int32_t)mesh->nodes;
        }
        ++mesh->nodes;
    }
}

/* Room for the rods; the counts are back at 0 for add_rod. */
static ts_status make_rods(ts_mesh *mesh, size_t rods, size_t segments, ts_error *error) {
    *mesh = (ts_mesh){.nodes = rods * (segments + 1), .segments = rods * segments};
    const ts_status status = ts_mesh_allocate(mesh, error);
    mesh->nodes = mesh->segments = 0;
    return status;
}

/* All rods, of as many nodes each, along the axis. */
static void disturb_rods(const ts_disturbance *wanted, double spacing, size_t segments, int axis, ts_mesh *mesh) {
    if (!wanted->used) return;
    const double length = mesh->x[segments][axis] - mesh->x[0][axis];
    const ts_disturbance by = ts_disturbance_of_rods(wanted, spacing, length);
    ts_random random;
    ts_random_init(&random, wanted->seed, 1);
    for (size_t n = 0; n < mesh->nodes; n += segments + 1) {
        ts_disturb_rod(&by, &random, axis, segments + 1, mesh->x + n);
    }
}

/* ---- Lattice of rods ---- */

static ts_status check_rods(const ts_rods_parameters *rods, ts_error *error) {
    assert(rods->segments > 0 && rods->axis >= 0 && rods->axis < 3);
    if (rods->layers > 1 && rods->layer_distance <= rods->length) {
        return ts_fail(error, TS_ERROR_USAGE, "rods: layer_distance: %.15g lets rods of length %.15g meet end to end",
                       rods->layer_distance, rods->length);
    }
    const double count = (double)rods->count[0] * (double)rods->count[1] * (double)rods->layers;
    return ts_generate_limit("rods: count", count * (double)(rods->segments + 1), error);
}

/* Of neighbours in one of the directions across. */
static double spacing_of(const ts_rods_parameters *rods, int k) {
    const double gaps = rods->count[k] > 1 ? (double)(rods->count[k] - 1) : 1.0;
    return rods->width > 0.0 ? rods->width / gaps : rods->spacing;
}

static void place_rod(const ts_rods_parameters *rods, const size_t at[3], ts_random *random, ts_mesh *mesh) {
    int across[2];
    double start[3];
    directions_across(rods->axis, across);
    start[rods->axis] = (double)at[0] * rods->layer_distance - 0.5 * rods->length;
    for (int k = 0; k < 2; ++k) {
        start[across[k]] = ((double)at[k + 1] - 0.5 * (double)(rods->count[k] - 1)) * spacing_of(rods, k);
    }
    for (int c = 0; c < 3 && rods->jitter > 0.0; ++c) {
        start[c] += rods->jitter * ts_random_between(random, -1.0, 1.0);
    }
    add_rod(mesh, start, rods->axis, rods->length, rods->segments);
}

ts_status ts_generate_rods(const ts_rods_parameters *wanted, ts_mesh *mesh, ts_error *error) {
    ts_rods_parameters rods = *wanted;
    if (rods.layer_distance <= 0.0) rods.layer_distance = 2.0 * rods.length;
    ts_status status = check_rods(&rods, error);
    if (status != TS_OK) return status;
    ts_mesh made;
    status = make_rods(&made, rods.layers * rods.count[0] * rods.count[1], rods.segments, error);
    if (status != TS_OK) return status;
    ts_random random;
    ts_random_init(&random, rods.seed, 0);
    for (size_t layer = 0; layer < rods.layers; ++layer) {
        for (size_t i = 0; i < rods.count[0]; ++i) {
            for (size_t j = 0; j < rods.count[1]; ++j) place_rod(&rods, (size_t[3]){layer, i, j}, &random, &made);
        }
    }
    disturb_rods(&rods.disturb, spacing_of(&rods, 0), rods.segments, rods.axis, &made);
    *mesh = made;
    return TS_OK;
}

/* ---- Bundle: the points of a square lattice inside a disc ---- */

static ts_status check_bundle(const ts_bundle_parameters *hairs, ts_error *error) {
    assert(hairs->across > 0 && hairs->segments > 0 && hairs->axis >= 0 && hairs->axis < 3);
    if (hairs->shorten >= hairs->length) {
        return ts_fail(error, TS_ERROR_USAGE, "bundle: shorten: %.15g leaves nothing of the length %.15g",
                       hairs->shorten, hairs->length);
    }
    const double nodes = (double)hairs->across * (double)hairs->across * (double)(hairs->segments + 1);
    return ts_generate_limit("bundle: across", nodes, error);
}

/* Inside the circle through the middles of the square's sides, none on it; in half spacings, so that it is exact. */
static bool is_in_disc(const ts_bundle_parameters *hairs, size_t i, size_t j) {
    const double radius = (double)(hairs->across - 1);
    const double a = 2.0 * (double)i - radius, b = 2.0 * (double)j - radius;
    return hairs->across < 3 || a * a + b * b < radius * radius;
}

static void place_hair(const ts_bundle_parameters *hairs, size_t i, size_t j, ts_random *random, ts_mesh *mesh) {
    const double middle = 0.5 * (double)(hairs->across - 1);
    int across[2];
    double start[3];
    directions_across(hairs->axis, across);
    start[hairs->axis] = -0.5 * hairs->length;
    start[across[0]] = ((double)i - middle) * hairs->spacing;
    start[across[1]] = ((double)j - middle) * hairs->spacing;
    const double length = hairs->length - hairs->shorten * ts_random_unit(random);
    add_rod(mesh, start, hairs->axis, length, hairs->segments);
}

ts_status ts_generate_bundle(const ts_bundle_parameters *hairs, ts_mesh *mesh, ts_error *error) {
    ts_status status = check_bundle(hairs, error);
    if (status != TS_OK) return status;
    size_t rods = 0;
    for (size_t k = 0; k < hairs->across * hairs->across; ++k) {
        rods += is_in_disc(hairs, k / hairs->across, k % hairs->across);
    }
    ts_mesh made;
    status = make_rods(&made, rods, hairs->segments, error);
    if (status != TS_OK) return status;
    ts_random random;
    ts_random_init(&random, hairs->seed, 0);
    for (size_t i = 0; i < hairs->across; ++i) {
        for (size_t j = 0; j < hairs->across; ++j) {
            if (is_in_disc(hairs, i, j)) place_hair(hairs, i, j, &random, &made);
        }
    }
    disturb_rods(&hairs->disturb, hairs->spacing, hairs->segments, hairs->axis, &made);
    *mesh = made;
    return TS_OK;
}

/* ---- Needles ---- */

ts_status ts_generate_needles(const ts_needles_parameters *needles, ts_mesh *mesh, ts_error *error) {
    const size_t columns = needles->columns, rows = needles->rows;
    ts_status status = ts_generate_limit("needles: columns", 2.0 * (double)columns * (double)rows, error);
    if (status != TS_OK) return status;
    ts_mesh made;
    status = make_rods(&made, columns * rows, 1, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < columns * rows; ++k) {
        const double i = (double)(k % columns) - 0.5 * (double)(columns - 1);
        const size_t row = k / columns;
        const double j = (double)row - 0.5 * (double)(rows - 1);
        const double foot[3] = {i * needles->spacing, -needles->length, j * needles->spacing};
        add_rod(&made, foot, 1, needles->length, 1);
    }
    disturb_rods(&needles->disturb, needles->spacing, 1, 1, &made);
    *mesh = made;
    return TS_OK;
}
