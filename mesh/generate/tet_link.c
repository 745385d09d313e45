/* SPDX-License-Identifier: MIT
 * The link of a chain: discs of prisms, laid along a stadium. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/limit.h"
#include "mesh/solid/tets.h"
#include "mesh/surface/circle.h"

static ts_status check(const ts_tet_link_parameters *link, ts_error *error) {
    assert(link->sections >= 3 && link->sides >= 3);
    if (link->bar >= link->radius) {
        return ts_fail(error, TS_ERROR_USAGE, "tet-link: bar: %.15g leaves no hole in a link of radius %.15g",
                       link->bar, link->radius);
    }
    return ts_generate_limit("tet-link: sections", (double)link->sections * (double)(link->sides + 1), error);
}

/* The point of the stadium at a share of its length, and the direction away from its middle there. */
static void stadium(const ts_tet_link_parameters *link, double share, double point[2], double away[2]) {
    const double round = TS_PI * link->radius, lap = share * 2.0 * (round + link->straight);
    const bool second = lap >= round + link->straight; /* half of the stadium: turned by half a turn */
    const double along = second ? lap - round - link->straight : lap;
    const double on_arc = fmin(along, round), height = 0.5 * link->straight - (along - on_arc);
    ts_circle(0.5 * on_arc / round, away);
    point[0] = link->radius * away[0];
    point[1] = link->radius * away[1] + height;
    if (along > on_arc) {
        away[0] = -1.0, away[1] = 0.0;
        point[0] = -link->radius, point[1] = height;
    }
    for (int c = 0; second && c < 2; ++c) point[c] = -point[c], away[c] = -away[c];
}

static void place_section(const ts_tet_link_parameters *link, size_t section, double (*x)[3]) {
    double middle[2], away[2];
    stadium(link, (double)section / (double)link->sections, middle, away);
    memcpy(x[0], (const double[3]){middle[0], middle[1], 0.0}, sizeof *x);
    for (size_t k = 0; k < link->sides; ++k) {
        double ring[2];
        ts_circle((double)k / (double)link->sides, ring);
        for (int c = 0; c < 2; ++c) x[k + 1][c] = middle[c] + link->bar * ring[0] * away[c];
        x[k + 1][2] = link->bar * ring[1];
    }
}

enum { AHEAD = -1 }; /* the next disc stands behind the triangles of one, as ts_tet_divide_prism has it */

/* False: this disc and the next cross each other. */
static bool divide_section(const ts_tet_link_parameters *link, size_t section, ts_mesh *mesh) {
    const size_t disc = link->sides + 1, first[2] = {section * disc, (section + 1) % link->sections * disc};
    bool apart = true;
    for (size_t k = 0; k < link->sides; ++k) {
        int32_t corner[2][3];
        for (int end = 0; end < 2; ++end) {
            corner[end][0] = (int32_t)first[end];
            corner[end][1] = (int32_t)(first[end] + 1 + k);
            corner[end][2] = (int32_t)(first[end] + 1 + (k + 1) % link->sides);
        }
        apart = ts_tet_divide_prism(corner[0], corner[1], mesh) == AHEAD && apart;
    }
    return apart;
}

ts_status ts_generate_tet_link(const ts_tet_link_parameters *link, ts_mesh *mesh, ts_error *error) {
    ts_status status = check(link, error);
    if (status != TS_OK) return status;
    const size_t disc = link->sides + 1;
    ts_mesh made = {.nodes = link->sections * disc, .tets = 3 * link->sections * link->sides};
    status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    for (size_t s = 0; s < link->sections; ++s) place_section(link, s, made.x + s * disc);
    made.tets = 0;
    bool apart = true;
    for (size_t s = 0; s < link->sections; ++s) apart = divide_section(link, s, &made) && apart;
    if (apart && ts_tets_are_positive(&made)) {
        *mesh = made;
        return TS_OK;
    }
    ts_mesh_clear(&made);
    return ts_fail(error, TS_ERROR_USAGE,
                   "tet-link: sections: %zu are too few for such ends and sides: discs of the bar cross each other",
                   link->sections);
}
