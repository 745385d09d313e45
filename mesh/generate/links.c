/* SPDX-License-Identifier: MIT
 * Bodies of tets for volumetric scenes: the link of a chain, the blocks of an arch. */
#include <math.h>
#include <string.h>

#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"
#include "mesh/generate/tets.h"

/* ---- Link: a round bar around a stadium that stands upright in the plane z = 0 ---- */

typedef struct link {
    size_t sections, sides; /* of the bar: around the stadium, around the bar */
    double radius, straight, bar;
} link;

static ts_status read_link(const cJSON *json, link *made, ts_error *error) {
    static const char *const NAMES[] = {"sections", "sides", "radius", "straight", "bar", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tet-link", json, NAMES, error);
    made->sections = ts_parameter_count(&parameters, "sections", 40, 8);
    made->sides = ts_parameter_count(&parameters, "sides", 10, 3);
    made->radius = ts_parameter_length(&parameters, "radius", 0.03);
    made->straight = ts_parameter_amount(&parameters, "straight", 0.03);
    made->bar = ts_parameter_length(&parameters, "bar", 0.01);
    if (made->bar >= made->radius) {
        const ts_json_at member = ts_json_member(&parameters.at, "bar");
        ts_json_complain(&member, "%.15g leaves no hole in a link of radius %.15g", made->bar, made->radius);
    }
    ts_parameters_limit(&parameters, "sections", (double)made->sections * (double)(made->sides + 1));
    return ts_parameters_status(&parameters);
}

/* The point of the stadium at a share of its length, and the direction away from its middle there. */
static void stadium(const link *made, double share, double point[2], double away[2]) {
    const double round = TS_PI * made->radius, lap = share * 2.0 * (round + made->straight);
    const bool second = lap >= round + made->straight; /* half of the stadium: turned by half a turn */
    const double along = second ? lap - round - made->straight : lap;
    const double on_arc = fmin(along, round), height = 0.5 * made->straight - (along - on_arc);
    ts_circle(0.5 * on_arc / round, away);
    point[0] = made->radius * away[0];
    point[1] = made->radius * away[1] + height;
    if (along > on_arc) {
        away[0] = -1.0, away[1] = 0.0;
        point[0] = -made->radius, point[1] = height;
    }
    for (int c = 0; second && c < 2; ++c) point[c] = -point[c], away[c] = -away[c];
}

static void place_section(const link *made, size_t section, double (*x)[3]) {
    double middle[2], away[2];
    stadium(made, (double)section / (double)made->sections, middle, away);
    memcpy(x[0], (const double[3]){middle[0], middle[1], 0.0}, sizeof *x);
    for (size_t k = 0; k < made->sides; ++k) {
        double ring[2];
        ts_circle((double)k / (double)made->sides, ring);
        for (int c = 0; c < 2; ++c) x[k + 1][c] = middle[c] + made->bar * ring[0] * away[c];
        x[k + 1][2] = made->bar * ring[1];
    }
}

ts_status ts_generate_tet_link(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    link made;
    ts_status status = read_link(json, &made, error);
    if (status != TS_OK) return status;
    const size_t disc = made.sides + 1;
    ts_mesh out = {.nodes = made.sections * disc, .tets = 3 * made.sections * made.sides};
    status = ts_mesh_make_room(&out, error);
    if (status != TS_OK) return status;
    for (size_t s = 0; s < made.sections; ++s) place_section(&made, s, out.x + s * disc);
    out.tets = 0;
    for (size_t s = 0; s < made.sections; ++s) {
        const size_t first[2] = {s * disc, (s + 1) % made.sections * disc};
        for (size_t k = 0; k < made.sides; ++k) {
            int32_t corner[2][3];
            for (int end = 0; end < 2; ++end) {
                corner[end][0] = (int32_t)first[end];
                corner[end][1] = (int32_t)(first[end] + 1 + k);
                corner[end][2] = (int32_t)(first[end] + 1 + (k + 1) % made.sides);
            }
            ts_tet_divide_prism(corner[0], corner[1], &out);
        }
    }
    *mesh = out;
    return TS_OK;
}

/* ---- Arch: half a ring of blocks about z, their joints open by a gap ---- */

typedef struct arch {
    size_t blocks, cubes[3]; /* of a block: along, across, deep */
    double radius, thickness, depth, gap;
} arch;

static ts_status read_arch(const cJSON *json, arch *made, ts_error *error) {
    static const char *const NAMES[] = {"blocks", "cubes", "radius", "thickness", "depth", "gap", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tet-arch", json, NAMES, error);
    *made = (arch){.blocks = ts_parameter_count(&parameters, "blocks", 25, 1), .cubes = {3, 4, 3}};
    ts_parameter_counts(&parameters, "cubes", 3, made->cubes);
    made->radius = ts_parameter_length(&parameters, "radius", 5.0);
    made->thickness = ts_parameter_length(&parameters, "thickness", 1.0);
    made->depth = ts_parameter_length(&parameters, "depth", 1.0);
    made->gap = ts_parameter_amount(&parameters, "gap", 5e-4);
    const double inner = made->radius - 0.5 * made->thickness;
    if (!(inner > 0.0) || made->gap * (double)made->blocks >= TS_PI * inner) {
        ts_json_complain(&parameters.at, "a thickness of %.15g and gaps of %.15g leave nothing of the blocks inside",
                         made->thickness, made->gap);
    }
    double nodes = (double)made->blocks;
    for (int c = 0; c < 3; ++c) nodes *= (double)(made->cubes[c] + 1);
    ts_parameters_limit(&parameters, "blocks", nodes);
    return ts_parameters_status(&parameters);
}

/* From the unit cube about the origin to block k; its joints are planes, parallel to those of its neighbours. */
static void place_block(const arch *made, size_t k, size_t nodes, double (*x)[3]) {
    const double step = 0.5 / (double)made->blocks; /* turns */
    for (size_t n = 0; n < nodes; ++n) {
        const double from_axis = made->radius + x[n][1] * made->thickness;
        const double gap = made->gap / (2.0 * TS_PI * from_axis); /* turns */
        double ring[2];
        ts_circle(((double)k + 0.5) * step - x[n][0] * (step - gap), ring);
        x[n][0] = from_axis * ring[0];
        x[n][1] = from_axis * ring[1];
        x[n][2] *= made->depth;
    }
}

static cJSON *block_parameters(const arch *made) {
    cJSON *json = cJSON_CreateObject();
    static const char *const NAMES[3] = {"nx", "ny", "nz"};
    for (int c = 0; json && c < 3; ++c) cJSON_AddNumberToObject(json, NAMES[c], (double)made->cubes[c]);
    return json;
}

ts_status ts_generate_tet_arch(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    arch made;
    ts_status status = read_arch(json, &made, error);
    if (status != TS_OK) return status;
    cJSON *parameters = block_parameters(&made);
    ts_mesh all = {0};
    if (!parameters) status = ts_fail_memory(error, "a mesh");
    for (size_t k = 0; status == TS_OK && k < made.blocks; ++k) {
        ts_mesh block = {0};
        status = ts_generate_tet_box(parameters, &block, error);
        if (status == TS_OK) {
            place_block(&made, k, block.nodes, block.x);
            status = ts_mesh_append(&all, &block, error);
        }
        ts_mesh_clear(&block);
    }
    cJSON_Delete(parameters);
    if (status == TS_OK) {
        *mesh = all;
    } else {
        ts_mesh_clear(&all);
    }
    return status;
}
