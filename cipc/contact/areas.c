/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shares out the rest areas of faces, rods and particles. */
#include "cipc/contact/areas.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"

static double face_area(const ts_bodies *bodies, const int32_t node[3]) {
    double u[3], v[3], normal[3];
    ts_sub(bodies->rest[node[1]], bodies->rest[node[0]], u);
    ts_sub(bodies->rest[node[2]], bodies->rest[node[0]], v);
    ts_cross(u, v, normal);
    return 0.5 * sqrt(ts_norm2(normal));
}

static void add_faces(ts_contact_areas *areas, const ts_surface *surface) {
    for (size_t f = 0; f < surface->count[TS_FACES]; ++f) {
        const double third = face_area(surface->bodies, surface->face[f]) / 3.0;
        for (int k = 0; k < 3; ++k) {
            areas->node[surface->face[f][k]] += third;
            areas->edge[surface->face_edge[f][k]] += third;
        }
    }
}

static void add_rods(ts_contact_areas *areas, const ts_surface *surface) {
    for (size_t r = 0; r < surface->count[TS_RODS]; ++r) {
        const int32_t edge = surface->rod[r], *node = surface->edge[edge];
        const double area = sqrt(surface->edge_rest2[edge]) * ts_material_of(surface->bodies, node[0])->thickness;
        areas->edge[edge] += area;
        for (int k = 0; k < 2; ++k) areas->node[node[k]] += 0.5 * area;
    }
    for (size_t i = 0; i < surface->count[TS_PARTICLES]; ++i) {
        const double diameter = ts_material_of(surface->bodies, surface->particle[i])->thickness;
        areas->node[surface->particle[i]] += 0.25 * 3.14159265358979323846 * diameter * diameter;
    }
}

/* To multiples of 2^-36 of the largest: sums of as many as 2^16 of them are exact. */
static void round_to_a_grid(double *area, size_t count, double most) {
    int exponent = 0;
    frexp(most, &exponent);
    for (size_t i = 0; i < count; ++i) area[i] = ldexp(rint(ldexp(area[i], 36 - exponent)), exponent - 36);
}

ts_status ts_contact_areas_init(ts_contact_areas *areas, const ts_surface *surface, ts_error *error) {
    const size_t nodes = surface->bodies->nodes, edges = surface->count[TS_EDGES];
    *areas = (ts_contact_areas){.node = calloc(nodes + 1, sizeof *areas->node),
                                .edge = calloc(edges + 1, sizeof *areas->edge)};
    if (!areas->node || !areas->edge) {
        ts_contact_areas_clear(areas);
        return ts_fail_memory(error, "the areas of contact");
    }
    add_faces(areas, surface);
    add_rods(areas, surface);
    double most = 0.0;
    for (size_t i = 0; i < nodes; ++i) most = fmax(most, areas->node[i]);
    for (size_t e = 0; e < edges; ++e) most = fmax(most, areas->edge[e]);
    round_to_a_grid(areas->node, nodes, most);
    round_to_a_grid(areas->edge, edges, most);
    return TS_OK;
}

void ts_contact_areas_clear(ts_contact_areas *areas) {
    free(areas->node);
    free(areas->edge);
    *areas = (ts_contact_areas){0};
}

double ts_contact_areas_mean(const ts_contact_areas *areas, const ts_surface *surface) {
    double sum = 0.0;
    for (size_t i = 0; i < surface->count[TS_POINTS]; ++i) sum += areas->node[surface->point[i]];
    return surface->count[TS_POINTS] ? 0.5 * sum / (double)surface->count[TS_POINTS] : 1.0;
}
