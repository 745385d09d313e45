/* SPDX-License-Identifier: MIT
 * Generators of meshes: each makes one shape, or a set of them, from a struct of parameters. The same parameters give
 * the same bits on every machine. */
#ifndef TS_MESH_GENERATE_H
#define TS_MESH_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mesh/mesh.h"

/* Beside each struct stand its standard parameters, to begin with:
 *
 *     ts_square_parameters square = TS_SQUARE_STANDARD;
 *     square.nodes = 500;
 *     status = ts_generate_square(&square, &mesh, error);
 *
 * Lengths are metres and positive, counts at least 1, unless a comment says otherwise; breaking that is the caller's
 * mistake. What parameters cannot be together, a mesh that would be too large, and one that no file may hold
 * (mesh/read/check.h) is TS_ERROR_USAGE with "GENERATOR: PARAMETER: what is wrong", and the mesh stays as it was. */

/* Indices are int32_t, and a node of a simulation takes about a kilobyte. */
enum { TS_GENERATE_MOST_NODES = 20000000, TS_GENERATE_MOST_SOLID_NODES = 1000000 };

/* Straight rods and round cones are exactly parallel as they are laid out, which some CCD methods do not bear. Turned
 * and jittered at random they are not. */
typedef struct ts_disturbance {
    bool used;
    double
        turn; /* degrees at most: of each rod about its middle, of a cone about its axis; below 0: by the generator */
    double jitter; /* metres at most, of each node along each axis, of a cone's across its axis; below 0: likewise */
    uint64_t seed;
} ts_disturbance;

/* ---- Surfaces of exactly so many nodes, unstructured: Delaunay, of good angles (surfaces.c) ---- */

/* In the plane y = 0 about the origin. */
typedef struct ts_square_parameters {
    size_t nodes; /* at least 4 */
    double size;
    uint64_t seed;
} ts_square_parameters;

#define TS_SQUARE_STANDARD ((ts_square_parameters){.nodes = 1939, .size = 1.0, .seed = 1})
ts_status ts_generate_square(const ts_square_parameters *square, ts_mesh *mesh, ts_error *error);

typedef struct ts_sphere_parameters {
    size_t nodes; /* at least 5 */
    double radius;
    uint64_t seed;
} ts_sphere_parameters;

#define TS_SPHERE_STANDARD ((ts_sphere_parameters){.nodes = 1239, .radius = 0.5, .seed = 1})
ts_status ts_generate_sphere(const ts_sphere_parameters *sphere, ts_mesh *mesh, ts_error *error);

/* The lower half of a sphere. */
typedef struct ts_bowl_parameters {
    size_t nodes; /* at least 4 */
    double radius;
    size_t rim; /* nodes on the rim, at least 3; 0: as many as fit */
    uint64_t seed;
} ts_bowl_parameters;

#define TS_BOWL_STANDARD ((ts_bowl_parameters){.nodes = 1196, .radius = 0.1, .seed = 1})
ts_status ts_generate_bowl(const ts_bowl_parameters *bowl, ts_mesh *mesh, ts_error *error);

/* An open tube about y. */
typedef struct ts_cylinder_parameters {
    size_t nodes; /* at least 6 */
    double radius, length;
    uint64_t seed;
} ts_cylinder_parameters;

#define TS_CYLINDER_STANDARD ((ts_cylinder_parameters){.nodes = 88000, .radius = 0.25, .length = 1.0, .seed = 1})
ts_status ts_generate_cylinder(const ts_cylinder_parameters *cylinder, ts_mesh *mesh, ts_error *error);

/* A body on two legs of 15 capsules, each a closed surface, none touching another; it stands on y = 0 and faces z. */
typedef struct ts_capsule_body_parameters {
    size_t nodes; /* at least 1000 */
    double height;
    uint64_t seed;
} ts_capsule_body_parameters;

#define TS_CAPSULE_BODY_STANDARD ((ts_capsule_body_parameters){.nodes = 12800, .height = 1.7, .seed = 1})
ts_status ts_generate_capsule_body(const ts_capsule_body_parameters *body, ts_mesh *mesh, ts_error *error);

/* ---- Regular surfaces ---- */

/* Right triangles in the plane y = 0 about the origin: rows along x, one behind the other along z. */
typedef struct ts_grid_parameters {
    size_t columns, rows; /* of nodes, at least 2 */
    double width, depth;
    bool uniform; /* the diagonals of cells are all alike, else they alternate */
} ts_grid_parameters;

#define TS_GRID_STANDARD ((ts_grid_parameters){.columns = 21, .rows = 21, .width = 1.0, .depth = 1.0})
ts_status ts_generate_grid(const ts_grid_parameters *grid, ts_mesh *mesh, ts_error *error);

/* The open shell of a cone frustum about y, from y = 0 upwards. */
typedef struct ts_frustum_parameters {
    size_t segments, rings; /* at least 3 and 2 */
    double radius_top, radius_bottom, height;
    ts_disturbance disturb;
} ts_frustum_parameters;

#define TS_FRUSTUM_STANDARD                                                                                            \
    ((ts_frustum_parameters){.segments = 64, .rings = 16, .radius_top = 0.496, .radius_bottom = 0.1, .height = 0.2})
ts_status ts_generate_frustum(const ts_frustum_parameters *frustum, ts_mesh *mesh, ts_error *error);

/* A frustum whose radius goes in and out, by nothing at the top and by `depth` at the hem. */
typedef struct ts_pleated_skirt_parameters {
    size_t segments; /* at least 4 for each pleat; 0: 8 for each */
    size_t rings;    /* at least 2 */
    size_t pleats;
    double radius_top, radius_bottom, height;
    double depth; /* 0 is possible; below radius_bottom */
} ts_pleated_skirt_parameters;

#define TS_PLEATED_SKIRT_STANDARD                                                                                      \
    ((ts_pleated_skirt_parameters){                                                                                    \
        .rings = 65, .pleats = 30, .radius_top = 0.185, .radius_bottom = 0.33, .height = 0.35, .depth = 0.02})
ts_status ts_generate_pleated_skirt(const ts_pleated_skirt_parameters *skirt, ts_mesh *mesh, ts_error *error);

/* A ribbon that is one half of a reef knot; turned half about y it is the other half. */
typedef struct ts_reef_knot_parameters {
    size_t columns, rows; /* of nodes, at least 20 and 2 */
    double width;         /* of the ribbon */
    double pitch;         /* half the length on which the ribbon widens; 0: 5 widths */
    double leg;           /* the straight end, long enough to pass the other ribbon's bend; 0: 2 pitches */
    double lift;          /* over and under the other ribbon, more than half a width; 0: 0.6 widths */
    bool flat;            /* the rest shape is made: the ribbon straight */
} ts_reef_knot_parameters;

#define TS_REEF_KNOT_STANDARD ((ts_reef_knot_parameters){.columns = 2700, .rows = 19, .width = 0.02})
ts_status ts_generate_reef_knot(const ts_reef_knot_parameters *wanted, ts_mesh *mesh, ts_error *error);

/* ---- Rods ---- */

/* A bed of needles: one segment each, their points up at y = 0, over the square about the origin. */
typedef struct ts_needles_parameters {
    size_t columns, rows;
    double length, spacing;
    ts_disturbance disturb;
} ts_needles_parameters;

#define TS_NEEDLES_STANDARD ((ts_needles_parameters){.columns = 10, .rows = 10, .length = 0.1, .spacing = 0.1})
ts_status ts_generate_needles(const ts_needles_parameters *needles, ts_mesh *mesh, ts_error *error);

/* A lattice of straight rods in layers, one behind the other along the rods. */
typedef struct ts_rods_parameters {
    size_t count[2]; /* across the axis, in the order of x, y, z */
    double spacing;  /* of neighbours */
    double width;    /* of them all, in both directions, instead of the spacing; 0: the spacing counts */
    double length;
    size_t segments;
    int axis; /* 0, 1, 2: x, y, z */
    size_t layers;
    double layer_distance; /* from one layer's beginning to the next's, more than the length; 0: 2 lengths */
    double jitter;         /* the largest shift of a rod along each axis; 0 is possible */
    uint64_t seed;
    ts_disturbance disturb;
} ts_rods_parameters;

#define TS_RODS_STANDARD                                                                                               \
    ((ts_rods_parameters){                                                                                             \
        .count = {10, 10}, .spacing = 0.01, .length = 0.1, .segments = 10, .axis = 1, .layers = 1, .seed = 1})
ts_status ts_generate_rods(const ts_rods_parameters *wanted, ts_mesh *mesh, ts_error *error);

/* A round bundle of hairs: the points of a square lattice inside a disc. */
typedef struct ts_bundle_parameters {
    size_t across; /* hairs along a diameter */
    double spacing, length;
    size_t segments;
    int axis;       /* 0, 1, 2: x, y, z */
    double shorten; /* the most that a hair is cut by at random; 0 is possible; below the length */
    uint64_t seed;
    ts_disturbance disturb;
} ts_bundle_parameters;

#define TS_BUNDLE_STANDARD                                                                                             \
    ((ts_bundle_parameters){.across = 35, .spacing = 4e-4, .length = 0.2, .segments = 50, .axis = 2, .seed = 1})
ts_status ts_generate_bundle(const ts_bundle_parameters *hairs, ts_mesh *mesh, ts_error *error);

/* Rods along x and along z about the plane y = 0, over and under each other in turn. */
typedef struct ts_net_parameters {
    size_t rods; /* of each direction */
    double spacing;
    size_t segments; /* from one crossing to the next */
    double lift;     /* of a rod at a crossing, above or below y = 0 */
    size_t beyond;   /* spacings that a rod goes on beyond its last crossing; 0 is possible */
} ts_net_parameters;

#define TS_NET_STANDARD ((ts_net_parameters){.rods = 20, .spacing = 0.04, .segments = 2, .lift = 2e-3, .beyond = 1})
ts_status ts_generate_net(const ts_net_parameters *net, ts_mesh *mesh, ts_error *error);

/* ---- Particles ---- */

/* A block on a cubic lattice about the origin. */
typedef struct ts_particles_parameters {
    size_t count[3];
    double spacing;
    double jitter; /* the largest shift of a particle along each axis; 0 is possible; below half the spacing */
    uint64_t seed;
} ts_particles_parameters;

#define TS_PARTICLES_STANDARD ((ts_particles_parameters){.count = {10, 10, 10}, .spacing = 4e-3, .seed = 1})
ts_status ts_generate_particles(const ts_particles_parameters *particles, ts_mesh *mesh, ts_error *error);

/* ---- Bodies of tets ---- */

/* One regular tetrahedron about the origin. */
typedef struct ts_tetrahedron_parameters {
    double edge;
    bool surface; /* its four triangles instead of the tet */
} ts_tetrahedron_parameters;

#define TS_TETRAHEDRON_STANDARD ((ts_tetrahedron_parameters){.edge = 0.1})
ts_status ts_generate_tetrahedron(const ts_tetrahedron_parameters *tetrahedron, ts_mesh *mesh, ts_error *error);

/* A box about the origin, of cubes of five tets each. */
typedef struct ts_tet_box_parameters {
    size_t cubes[3];
    double size[3];
} ts_tet_box_parameters;

#define TS_TET_BOX_STANDARD ((ts_tet_box_parameters){.cubes = {4, 4, 4}, .size = {1.0, 1.0, 1.0}})
ts_status ts_generate_tet_box(const ts_tet_box_parameters *box, ts_mesh *mesh, ts_error *error);

/* Half a ring about z of blocks of tets, their joints planes and open by a gap. */
typedef struct ts_tet_arch_parameters {
    size_t blocks, cubes[3]; /* cubes of a block: along, across, deep */
    double radius;           /* of the middle line */
    double thickness, depth; /* across the middle line: away from the axis and along it */
    double gap;              /* 0 is possible */
} ts_tet_arch_parameters;

#define TS_TET_ARCH_STANDARD                                                                                           \
    ((ts_tet_arch_parameters){                                                                                         \
        .blocks = 25, .cubes = {3, 4, 3}, .radius = 5.0, .thickness = 1.0, .depth = 1.0, .gap = 5e-4})
ts_status ts_generate_tet_arch(const ts_tet_arch_parameters *arch, ts_mesh *mesh, ts_error *error);

/* The link of a chain: a round bar around a stadium that stands upright in the plane z = 0. */
typedef struct ts_tet_link_parameters {
    size_t sections, sides; /* around the stadium, at least 8; around the bar, at least 3 */
    double radius;          /* of the stadium's round ends */
    double straight;        /* length of its straight sides; 0 is possible */
    double bar;             /* radius of the bar, below that of the ends */
} ts_tet_link_parameters;

#define TS_TET_LINK_STANDARD                                                                                           \
    ((ts_tet_link_parameters){.sections = 40, .sides = 10, .radius = 0.03, .straight = 0.03, .bar = 0.01})
ts_status ts_generate_tet_link(const ts_tet_link_parameters *link, ts_mesh *mesh, ts_error *error);

typedef enum ts_vessel_shape { TS_VESSEL_PLATE, TS_VESSEL_GLASS, TS_VESSEL_BOTTLE } ts_vessel_shape;

/* Dinnerware: a thick shell of revolution about y. */
typedef struct ts_tet_vessel_parameters {
    ts_vessel_shape shape;
    size_t nodes;             /* at least 20 in each of the layers + 1 sheets */
    double radius, thickness; /* 0: as the shape has them */
    size_t layers;            /* of prisms, divided into tets */
    uint64_t seed;
} ts_tet_vessel_parameters;

#define TS_TET_VESSEL_STANDARD                                                                                         \
    ((ts_tet_vessel_parameters){.shape = TS_VESSEL_PLATE, .nodes = 2000, .layers = 1, .seed = 1})
ts_status ts_generate_tet_vessel(const ts_tet_vessel_parameters *wanted, ts_mesh *mesh, ts_error *error);

/* An open tube about y, of one layer of prisms divided into tets: the nodes of the cylinder's mesh twice. */
typedef struct ts_tet_tube_parameters {
    size_t nodes; /* at least 12, half of them inside and half outside */
    double radius, length;
    double thickness; /* half inward from the radius and half outward; below twice the radius */
    uint64_t seed;
} ts_tet_tube_parameters;

#define TS_TET_TUBE_STANDARD                                                                                           \
    ((ts_tet_tube_parameters){.nodes = 8000, .radius = 0.25, .length = 1.0, .thickness = 1.5e-3, .seed = 1})
ts_status ts_generate_tet_tube(const ts_tet_tube_parameters *tube, ts_mesh *mesh, ts_error *error);

/* ---- Bodies filled with tets: about so many nodes, at least 50, at most TS_GENERATE_MOST_SOLID_NODES ---- */

typedef struct ts_tet_ball_parameters {
    size_t nodes;
    double radius;
} ts_tet_ball_parameters;

#define TS_TET_BALL_STANDARD ((ts_tet_ball_parameters){.nodes = 1760, .radius = 0.5})
ts_status ts_generate_tet_ball(const ts_tet_ball_parameters *ball, ts_mesh *mesh, ts_error *error);

/* The points whose distance from the segment is at most the radius at the nearest point of it. */
typedef struct ts_tapered_capsule {
    double end[2][3], radius[2];
} ts_tapered_capsule;

/* A union of tapered capsules. */
typedef struct ts_tet_figure_parameters {
    size_t nodes;
    size_t parts; /* 0: a single one, 1 m long about y, with radii of 0.25 m */
    const ts_tapered_capsule *part;
    double blend; /* creases between parts whose depths differ by less are filled; 0 is possible */
    bool surface; /* the triangles around the tets instead of them; fewer nodes then. Some numbers of nodes make bodies
                   * that touch themselves along an edge; their surfaces are refused */
} ts_tet_figure_parameters;

#define TS_TET_FIGURE_STANDARD ((ts_tet_figure_parameters){.nodes = 1000})
ts_status ts_generate_tet_figure(const ts_tet_figure_parameters *parameters, ts_mesh *mesh, ts_error *error);

/* A creature that crouches on y = 0 and looks along z. */
typedef struct ts_tet_creature_parameters {
    size_t nodes;
    double height;
    bool surface; /* as of a figure */
} ts_tet_creature_parameters;

#define TS_TET_CREATURE_STANDARD ((ts_tet_creature_parameters){.nodes = 13000, .height = 1.0})
ts_status ts_generate_tet_creature(const ts_tet_creature_parameters *creature, ts_mesh *mesh, ts_error *error);

#endif
