/* SPDX-License-Identifier: MIT
 * Isosurface stuffing (Labelle, Shewchuk 2007): a body-centred cubic lattice, snapped to a solid's surface and clipped
 * there. */
#include "mesh/solid/stuffing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "mesh/solid/tets.h"

/* A node is snapped to the surface that cuts one of its edges nearer than this share of the edge (their table 2). */
static const double SNAP_LONG = 0.24999, SNAP_SHORT = 0.41189;

/* Of the lattice against the centre, in halves of a cube's edge: without it, symmetry lets the count of nodes jump. */
static const double OFFSET[3] = {0.11, 0.27, 0.43};

/* Of the dense array, which takes 40 bytes a site. */
static const double MOST_SITES = 0x1p27;

/* Sites of the lattice have whole coordinates in halves of a cube's edge, all even or all odd, in [lo, hi]. */
typedef struct lattice {
    const ts_solid *solid;
    int lo[3], side[3];
    size_t sites; /* of the dense array, most of them unused */
    double half;
    double (*x)[3];
    double *depth;  /* under the surface; 0: snapped to it */
    int32_t *node;  /* in the mesh, -1: none */
    int32_t *first; /* cut of an edge whose lower site this is, -1: none */
    struct cut {
        int32_t upper, node, next;
    } * cut;
    size_t cuts, cut_capacity, node_capacity, tet_capacity;
    ts_mesh mesh;
    bool failed; /* out of memory */
} lattice;

static int32_t site_at(const lattice *grid, const int at[3]) {
    return ((at[2] - grid->lo[2]) * grid->side[1] + at[1] - grid->lo[1]) * grid->side[0] + at[0] - grid->lo[0];
}

static void coordinates_of(const lattice *grid, int32_t site, int at[3]) {
    at[0] = site % grid->side[0] + grid->lo[0];
    at[1] = site / grid->side[0] % grid->side[1] + grid->lo[1];
    at[2] = site / (grid->side[0] * grid->side[1]) + grid->lo[2];
}

static bool is_inside(const lattice *grid, const int at[3]) {
    for (int c = 0; c < 3; ++c) {
        if (at[c] < grid->lo[c] || at[c] >= grid->lo[c] + grid->side[c]) return false;
    }
    return true;
}

static bool is_used(const int at[3]) {
    return abs(at[0]) % 2 == abs(at[1]) % 2 && abs(at[1]) % 2 == abs(at[2]) % 2;
}

static void place_sites(lattice *grid) {
    for (int32_t s = 0; s < (int32_t)grid->sites; ++s) {
        int at[3];
        coordinates_of(grid, s, at);
        grid->node[s] = grid->first[s] = -1;
        if (!is_used(at)) continue;
        for (int c = 0; c < 3; ++c) grid->x[s][c] = ((double)at[c] + OFFSET[c]) * grid->half;
        grid->depth[s] = grid->solid->depth(grid->solid, grid->x[s]);
    }
}

static ts_status lattice_init(lattice *grid, const ts_solid *solid, double cube, ts_error *error) {
    *grid = (lattice){.solid = solid, .half = 0.5 * cube};
    double sites = 1.0;
    for (int c = 0; c < 3; ++c) {
        const double lo = floor(solid->lo[c] / grid->half) - 3.0, hi = ceil(solid->hi[c] / grid->half) + 4.0;
        sites *= hi - lo;
        if (!(fabs(lo) <= MOST_SITES && fabs(hi) <= MOST_SITES && sites <= MOST_SITES)) {
            return ts_fail(error, TS_ERROR_USAGE,
                           "nodes: the lattice that fills the body would be too fine (over %.3g sites in its box); "
                           "give it fewer nodes, or parts that are nearer to each other in size",
                           MOST_SITES);
        }
        grid->lo[c] = (int)lo;
        grid->side[c] = (int)(hi - lo);
    }
    grid->sites = (size_t)sites;
    grid->x = malloc(grid->sites * sizeof *grid->x);
    grid->depth = malloc(grid->sites * sizeof *grid->depth);
    grid->node = malloc(grid->sites * sizeof *grid->node);
    grid->first = malloc(grid->sites * sizeof *grid->first);
    if (!grid->x || !grid->depth || !grid->node || !grid->first) return ts_fail_memory(error, "a lattice");
    place_sites(grid);
    return TS_OK;
}

static void lattice_clear(lattice *grid) {
    free(grid->x);
    free(grid->depth);
    free(grid->node);
    free(grid->first);
    free(grid->cut);
    ts_mesh_clear(&grid->mesh);
}

/* ---- Where the surface cuts an edge ---- */

/* Share of the edge from a, inside, to b, outside. */
static double cut_share(const lattice *grid, int32_t a, int32_t b) {
    return grid->solid->cut(grid->solid, grid->x[a], grid->x[b]);
}

/* Is the surface so near to the site on one of its fourteen edges that it must be snapped? */
static bool is_near_cut(const lattice *grid, const int at[3], int32_t site) {
    static const int EDGES[14][3] = {{2, 0, 0},   {-2, 0, 0},  {0, 2, 0},   {0, -2, 0},  {0, 0, 2},
                                     {0, 0, -2},  {1, 1, 1},   {-1, 1, 1},  {1, -1, 1},  {1, 1, -1},
                                     {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, -1}};
    for (int e = 0; e < 14; ++e) {
        const int there[3] = {at[0] + EDGES[e][0], at[1] + EDGES[e][1], at[2] + EDGES[e][2]};
        if (!is_inside(grid, there)) continue;
        const int32_t other = site_at(grid, there);
        if (grid->depth[site] * grid->depth[other] >= 0.0) continue;
        const double share =
            grid->depth[site] > 0.0 ? cut_share(grid, site, other) : 1.0 - cut_share(grid, other, site);
        if (share < (e < 6 ? SNAP_LONG : SNAP_SHORT)) return true;
    }
    return false;
}

/* Decides for all sites before it moves any. */
static bool snap_sites(lattice *grid) {
    bool *snapped = calloc(grid->sites, sizeof *snapped);
    if (!snapped) return false;
    for (int32_t s = 0; s < (int32_t)grid->sites; ++s) {
        int at[3];
        coordinates_of(grid, s, at);
        snapped[s] = is_used(at) && is_near_cut(grid, at, s);
    }
    for (size_t s = 0; s < grid->sites; ++s) {
        if (snapped[s] && grid->solid->project(grid->solid, grid->x[s])) grid->depth[s] = 0.0;
    }
    free(snapped);
    return true;
}

/* ---- Nodes and tets of the mesh, made as they are asked for ---- */

static bool grown(void *array, size_t *capacity, size_t count, size_t size) {
    void **target = array;
    if (count < *capacity) return true;
    const size_t wanted = 2 * *capacity + 1024;
    void *made = realloc(*target, wanted * size);
    if (!made) return false;
    *target = made;
    *capacity = wanted;
    return true;
}

static int32_t new_node(lattice *grid, const double x[3]) {
    if (!grown(&grid->mesh.x, &grid->node_capacity, grid->mesh.nodes, sizeof *grid->mesh.x)) {
        grid->failed = true;
        return 0;
    }
    memcpy(grid->mesh.x[grid->mesh.nodes], x, sizeof *grid->mesh.x);
    return (int32_t)grid->mesh.nodes++;
}

static int32_t site_node(lattice *grid, int32_t site) {
    if (grid->node[site] < 0) grid->node[site] = new_node(grid, grid->x[site]);
    return grid->node[site];
}

static int32_t cut_node(lattice *grid, int32_t inside, int32_t outside) {
    const int32_t lower = inside < outside ? inside : outside, upper = inside < outside ? outside : inside;
    for (int32_t k = grid->first[lower]; k >= 0; k = grid->cut[k].next) {
        if (grid->cut[k].upper == upper) return grid->cut[k].node;
    }
    if (!grown(&grid->cut, &grid->cut_capacity, grid->cuts, sizeof *grid->cut)) {
        grid->failed = true;
        return 0;
    }
    const double share = cut_share(grid, inside, outside);
    double x[3];
    for (int c = 0; c < 3; ++c) {
        x[c] = grid->x[inside][c] + share * (grid->x[outside][c] - grid->x[inside][c]);
    }
    const int32_t node = new_node(grid, x);
    grid->cut[grid->cuts] = (struct cut){.upper = upper, .node = node, .next = grid->first[lower]};
    grid->first[lower] = (int32_t)grid->cuts++;
    return node;
}

static void add_tet(lattice *grid, int32_t a, int32_t b, int32_t c, int32_t d) {
    if (!grown(&grid->mesh.tet, &grid->tet_capacity, grid->mesh.tets, sizeof *grid->mesh.tet)) grid->failed = true;
    if (grid->failed) return;
    const int32_t nodes[4] = {a, b, c, d};
    int32_t *tet = grid->mesh.tet[grid->mesh.tets++];
    memcpy(tet, nodes, sizeof nodes);
    ts_tet_turn_positive((const double(*)[3])grid->mesh.x, tet);
}

/* Diagonals of the prism's sides: a0 b1, a0 b2, a1 b2. */
static void add_prism(lattice *grid, const int32_t a[3], const int32_t b[3]) {
    add_tet(grid, a[0], a[1], a[2], b[2]);
    add_tet(grid, a[0], a[1], b[1], b[2]);
    add_tet(grid, a[0], b[0], b[1], b[2]);
}

/* ---- Clipping a tet of the lattice ---- */

/* The sites of a tet: inside ones first, the deepest first of all, then those on the surface, then those outside.
 * The order of depth decides diagonals of cut faces, so neighbours agree. */
typedef struct sorted_tet {
    int32_t site[4];
    int inside, on, outside;
} sorted_tet;

static bool goes_before(const lattice *grid, int32_t a, int32_t b) {
    return grid->depth[a] != grid->depth[b] ? grid->depth[a] > grid->depth[b] : a < b;
}

static sorted_tet sort_tet(const lattice *grid, const int32_t sites[4]) {
    sorted_tet tet = {0};
    for (int k = 0; k < 4; ++k) {
        int at = k;
        for (; at > 0 && goes_before(grid, sites[k], tet.site[at - 1]); --at) tet.site[at] = tet.site[at - 1];
        tet.site[at] = sites[k];
        tet.inside += grid->depth[sites[k]] > 0.0;
        tet.outside += grid->depth[sites[k]] < 0.0;
    }
    tet.on = 4 - tet.inside - tet.outside;
    return tet;
}

static void clip_one_inside(lattice *grid, const sorted_tet *tet) {
    int32_t node[4];
    for (int k = 0; k < 4; ++k) {
        const bool outside = k >= tet->inside + tet->on;
        node[k] = outside ? cut_node(grid, tet->site[0], tet->site[k]) : site_node(grid, tet->site[k]);
    }
    add_tet(grid, node[0], node[1], node[2], node[3]);
}

/* A pyramid over the quadrilateral p0 p1 c1 c0. */
static void clip_pyramid(lattice *grid, const sorted_tet *tet) {
    const int32_t p0 = site_node(grid, tet->site[0]), p1 = site_node(grid, tet->site[1]);
    const int32_t top = site_node(grid, tet->site[2]);
    const int32_t c0 = cut_node(grid, tet->site[0], tet->site[3]), c1 = cut_node(grid, tet->site[1], tet->site[3]);
    add_tet(grid, p0, p1, c1, top);
    add_tet(grid, p0, c1, c0, top);
}

static double distance2(const lattice *grid, int32_t a, int32_t b) {
    double sum = 0.0;
    for (int c = 0; c < 3; ++c) {
        const double d = grid->mesh.x[a][c] - grid->mesh.x[b][c];
        sum += d * d;
    }
    return sum;
}

/* Two inside, two outside: a roof; the diagonal of the side on the surface is free, and the shorter is taken. */
static void clip_roof(lattice *grid, const sorted_tet *tet) {
    int32_t end[2][3];
    for (int k = 0; k < 2; ++k) {
        end[k][0] = site_node(grid, tet->site[k]);
        end[k][1] = cut_node(grid, tet->site[k], tet->site[2]);
        end[k][2] = cut_node(grid, tet->site[k], tet->site[3]);
    }
    if (grid->failed) return;
    if (distance2(grid, end[0][2], end[1][1]) < distance2(grid, end[0][1], end[1][2])) {
        for (int k = 0; k < 2; ++k) {
            const int32_t held = end[k][1];
            end[k][1] = end[k][2];
            end[k][2] = held;
        }
    }
    add_prism(grid, end[0], end[1]);
}

static void clip_corner(lattice *grid, const sorted_tet *tet) {
    int32_t inner[3], outer[3];
    for (int k = 0; k < 3; ++k) {
        inner[k] = site_node(grid, tet->site[k]);
        outer[k] = cut_node(grid, tet->site[k], tet->site[3]);
    }
    add_prism(grid, inner, outer);
}

static void clip_tet(lattice *grid, const int32_t sites[4]) {
    const sorted_tet tet = sort_tet(grid, sites);
    if (tet.inside == 0) return;
    if (tet.outside == 0) {
        const int32_t *s = tet.site;
        const int32_t a = site_node(grid, s[0]), b = site_node(grid, s[1]);
        add_tet(grid, a, b, site_node(grid, s[2]), site_node(grid, s[3]));
    } else if (tet.inside == 1) {
        clip_one_inside(grid, &tet);
    } else if (tet.inside == 3) {
        clip_corner(grid, &tet);
    } else if (tet.on == 1) {
        clip_pyramid(grid, &tet);
    } else {
        clip_roof(grid, &tet);
    }
}

/* The four tets about the edge of the odd site `at` and the next along `axis`: one for each side of the square between.
 */
static void clip_four(lattice *grid, const int at[3], int axis) {
    static const int AROUND[5][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}};
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    int next[3] = {at[0], at[1], at[2]};
    next[axis] += 2;
    if (!is_inside(grid, next)) return;
    int32_t ring[5];
    for (int k = 0; k < 5; ++k) {
        int corner[3] = {at[0], at[1], at[2]};
        corner[axis] += 1;
        corner[p] += AROUND[k][0];
        corner[q] += AROUND[k][1];
        if (!is_inside(grid, corner)) return;
        ring[k] = site_at(grid, corner);
    }
    const int32_t a = site_at(grid, at), b = site_at(grid, next);
    for (int k = 0; k < 4; ++k) clip_tet(grid, (const int32_t[4]){a, b, ring[k], ring[k + 1]});
}

static int lowest_odd(int from) {
    return from % 2 ? from : from + 1;
}

static void clip_all(lattice *grid) {
    const int *lo = grid->lo, *side = grid->side;
    for (int z = lowest_odd(lo[2]); z < lo[2] + side[2]; z += 2) {
        for (int y = lowest_odd(lo[1]); y < lo[1] + side[1]; y += 2) {
            for (int x = lowest_odd(lo[0]); x < lo[0] + side[0]; x += 2) {
                for (int axis = 0; axis < 3; ++axis) clip_four(grid, (const int[3]){x, y, z}, axis);
            }
        }
    }
}

ts_status ts_solid_stuff(const ts_solid *solid, double cube, ts_mesh *mesh, ts_error *error) {
    lattice grid;
    ts_status status = lattice_init(&grid, solid, cube, error);
    if (status == TS_OK && !snap_sites(&grid)) status = ts_fail_memory(error, "a lattice");
    if (status == TS_OK) {
        clip_all(&grid);
        if (grid.failed) status = ts_fail_memory(error, "a mesh");
    }
    if (status == TS_OK) {
        *mesh = grid.mesh;
        grid.mesh = (ts_mesh){0};
    }
    lattice_clear(&grid);
    return status;
}
