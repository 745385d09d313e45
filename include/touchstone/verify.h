/* SPDX-License-Identifier: MIT
 * Is a mesh free of intersections, thick enough, not stretched too far, and was its motion? Every question is decided
 * in exact arithmetic on the doubles given: no tolerance, touching counts as intersecting. */
#ifndef TOUCHSTONE_VERIFY_H
#define TOUCHSTONE_VERIFY_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is looked at. All arrays are borrowed and outlive the verifier; NULL where a count is 0. */
typedef struct ts_verify_mesh {
    size_t nodes;
    size_t triangles;
    const int32_t (*triangle)[3]; /* everything that has a surface: shells and the boundary of tets */
    size_t segments;
    const int32_t (*segment)[2];
    size_t points;
    const int32_t *point; /* nodes that are particles */
    size_t tets;
    const int32_t (*tet)[4];
    size_t sheets;
    const int32_t (*sheet)[3]; /* triangles whose stretch is limited */

    const double (*rest)[3];       /* of every node; NULL: no sheets, and tets are to be positively oriented */
    const double *most_stretch;    /* of each sheet: singular values are to be below; NULL or 0: no limit */
    const double *least_stretch;   /* and above; NULL or 0: no limit */
    const double *thickness;       /* of each node, metres; a pair's is the mean of its sides' largest. NULL: 0 */
    const unsigned char *obstacle; /* of each node: primitives of such nodes alone do not see each other. NULL: none */
    size_t strangers;
    const int32_t (*stranger)[2]; /* pairs of nodes whose primitives do not see each other: stitches */
    const unsigned char *solid;   /* of each triangle: nonzero where it bounds matter; surfaces of such that are closed
                                     may hold nothing inside. NULL: none */
    const int32_t *body;          /* of each node: what is of one body may lie inside itself. NULL: by connection */
} ts_verify_mesh;

typedef enum ts_offence_kind {
    TS_OFFENCE_INTERSECTION = 0, /* two elements have a point in common, beyond what their shared nodes explain; two
                                    tets: volume */
    TS_OFFENCE_THICKNESS,        /* distance <= thickness; value: distance - thickness */
    TS_OFFENCE_MOTION,           /* distance <= thickness on the way; value: the time, a fraction of the step */
    TS_OFFENCE_STRETCH,          /* a singular value >= most_stretch; value: the largest */
    TS_OFFENCE_COMPRESSION,      /* a singular value <= least_stretch; value: the smallest */
    TS_OFFENCE_FLAT,             /* a triangle without area, a segment without length: value: 0 */
    TS_OFFENCE_INVERTED,         /* a tet without volume, or turned inside out; value: six times its volume, signed */
    TS_OFFENCE_CONTAINMENT       /* a piece, named by a node, inside a closed solid surface, by a triangle; value: 0 */
} ts_offence_kind;

#define TS_OFFENCE_KINDS 8

typedef enum ts_verify_part_kind {
    TS_PART_TRIANGLE = 0, /* index into mesh.triangle */
    TS_PART_SEGMENT,      /* mesh.segment */
    TS_PART_POINT,        /* mesh.point */
    TS_PART_TET,          /* mesh.tet */
    TS_PART_SHEET,        /* mesh.sheet */
    TS_PART_EDGE,         /* of a triangle; index -1 */
    TS_PART_NODE          /* index is the node */
} ts_verify_part_kind;

typedef struct ts_verify_part {
    ts_verify_part_kind kind;
    int32_t index;
    int nodes;
    int32_t node[4];
} ts_verify_part;

typedef struct ts_offence {
    ts_offence_kind kind;
    int parts;
    ts_verify_part part[2];
    double value; /* rounded to a neighbouring double, or (stretch, volume) within a few units in the last place */
    double bound; /* thickness or limit; 0 where there is none */
} ts_offence;

#define TS_OFFENCES_LISTED 16

typedef struct ts_verify_report {
    size_t count[TS_OFFENCE_KINDS];
    ts_offence worst[TS_OFFENCE_KINDS]; /* of a kind with count > 0: smallest gap, first time, largest stretch, ... */
    size_t listed;
    ts_offence list[TS_OFFENCES_LISTED]; /* the first of each kind in the order above, for any number of threads */
    uint64_t pairs;                      /* whose boxes met, and which were decided */
    double most_stretch, least_stretch;  /* over all sheets, as the values above; 1 without any */
} ts_verify_report;

/* A report of nothing; offences in it, of all kinds. */
TS_API void ts_verify_report_init(ts_verify_report *report);
TS_API size_t ts_verify_report_total(const ts_verify_report *report);

/* "intersection", "thickness", "motion", "stretch", "compression", "flat", "inverted", "containment"; "unknown" for a
 * kind that there is not, here and below. */
TS_API const char *ts_offence_name(ts_offence_kind kind);
/* "triangle", "segment", "point", "tet", "triangle" (of a sheet), "edge", "node". */
TS_API const char *ts_verify_part_name(ts_verify_part_kind kind);
/* One line: "triangle 12 (nodes 3 4 5) and triangle 40 (nodes 8 9 10) intersect". */
TS_API void ts_offence_text(const ts_offence *offence, char *text, size_t size);

typedef enum ts_verify_check {
    TS_VERIFY_INTERSECTIONS = 1,
    TS_VERIFY_THICKNESS = 2,
    TS_VERIFY_STRETCH = 4,
    TS_VERIFY_ELEMENTS = 8, /* flat triangles and segments, inverted tets */
    TS_VERIFY_CONTAINMENT = 16,
    TS_VERIFY_ALL = 31,     /* all of these: what a solver asks of its own states */
    TS_VERIFY_OVERLAPS = 32 /* of tets, whatever they share. A mesh whose faces each join two tets, one on either side,
                               has none when no tet is inverted and its surface does not intersect itself */
} ts_verify_check;

typedef struct ts_verifier ts_verifier;

/* TS_ERROR_DATA: an index out of range, an element that names a node twice, a thickness or limit that is no number in
 * [0, 1e150], a rest position that is not finite, a sheet or tet without size at rest. */
TS_API ts_status ts_verifier_create(const ts_verify_mesh *mesh, ts_verifier **verifier, ts_error *error);
TS_API void ts_verifier_destroy(ts_verifier *verifier);

/* Adds what is wrong with the positions x, one of each node, to the report. checks: a set of ts_verify_check.
 * TS_ERROR_DATA: a coordinate is not finite. */
TS_API ts_status ts_verify_state(ts_verifier *verifier, const double (*x)[3], unsigned checks, ts_verify_report *report,
                                 ts_error *error);
/* Adds the pairs that come within their thickness while every node moves from x0 to x1 in a straight line. Errors as
 * for a state. */
TS_API ts_status ts_verify_motion(ts_verifier *verifier, const double (*x0)[3], const double (*x1)[3],
                                  ts_verify_report *report, ts_error *error);

#ifdef __cplusplus
}
#endif
#endif
