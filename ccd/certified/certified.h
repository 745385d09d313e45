/* SPDX-License-Identifier: MIT
 * What the certified method does one by one and in batches alike: its options and the limits of its rules. */
#ifndef TS_CCD_CERTIFIED_CERTIFIED_H
#define TS_CCD_CERTIFIED_CERTIFIED_H

#include <touchstone/ccd.h>

typedef struct ts_certified {
    double s;
    int most_advances;
    int most_stretches; /* CERTIFIED_MOST_STRETCHES; tests lower it */
} ts_certified;

enum { TS_CERTIFIED_OPTIONS = 2 };
extern const ts_ccd_option ts_certified_options[TS_CERTIFIED_OPTIONS];
/* ts_ccd_backend.create: a ts_certified, to be freed. */
ts_status ts_certified_create(const char *options_json, void **self);

/* Where the gap is within the first factor of the gap to keep, the time reached is the answer; within the second it is
 * where a constant direction gains little. A near miss goes on. */
#define CERTIFIED_AT_THE_GAP 1.001
#define CERTIFIED_NEAR_ENOUGH 1.05
/* Constant directions come first; a moving one is tried where they gain less than this of what is left. */
#define CERTIFIED_CONSTANT_ADVANCES 4
#define CERTIFIED_SMALL_GAIN 0.05
/* The direction between the centres is asked to keep this much of the gap that a search keeps: none would have ended.
 */
#define CERTIFIED_FAR_GAP (1.01 * CERTIFIED_NEAR_ENOUGH)
#define CERTIFIED_THIRD 0x1.5555555555555p-2
/* Moving directions of one query are asked about at most so many stretches: what bounds its time. */
#define CERTIFIED_MOST_STRETCHES 160
/* Where coordinates are of many sizes, so many times are tried at which a direction shall still separate, each an
 * eighth of the one before. */
#define CERTIFIED_CONES 40
/* Unit roundoff. */
#define CERTIFIED_U 0x1p-53
/* More than all underflow of a computation can add up to: magnitudes are at most 2^11. */
#define CERTIFIED_TINY 0x1p-960
/* A query whose largest offset between its primitives is in this range is used in its own units. */
#define CERTIFIED_LEAST_SIZE 0x1p-60
#define CERTIFIED_MOST_SIZE 0x1p10
/* Below this distance over length the vector from an edge to its closest point has lost so many digits that it is
 * made perpendicular again (of squares). */
#define CERTIFIED_POLISH_BELOW2 0x1p-40
/* The quick formulas are for edges whose angle has a squared sine above this; a product of squares below the other
 * has underflowed. */
#define CERTIFIED_SINE2 0x1p-20
#define CERTIFIED_NO_PRODUCT 0x1p-300
/* The direction between two points is that of the closest ones where along it every vertex of the second primitive
 * lies at least this share of their distance behind every vertex of the first. */
#define CERTIFIED_BEFORE (1.0 - 0x1p-30)
/* Nearly parallel edges of lengths that are further apart than this (of squares) are left to ts_closest_points. */
#define CERTIFIED_LIKE2 0x1p-80
/* Below this squared length there is no direction. */
#define CERTIFIED_NO_LENGTH2 0x1p-900

/* How far a search has come; a batch hands it over to the code for one query. */
typedef struct ts_certified_state {
    double t, g;   /* the time reached; the part of the initial gap that is kept */
    int advances;  /* made: 0 only at the start, where t and g say nothing */
    int stretches; /* that moving directions may still be asked about */
} ts_certified_state;

/* from: NULL for the start. */
typedef void ts_certified_single(const ts_certified *method, const ts_ccd_query *query, const ts_certified_state *from,
                                 ts_ccd_result *result, ts_ccd_certificate *certificate);
typedef void ts_certified_lanes(const ts_certified *method, size_t n, const ts_ccd_query *queries,
                                ts_ccd_result *results);

/* Where the search has come to a time after that many advances and gets no further: goes on in wider numbers, with its
 * own budget of stretches; certificate: NULL, or with the pieces so far. */
void ts_certified_tail(const ts_certified *method, const ts_ccd_query *query, double t, int advances,
                       ts_ccd_result *result, ts_ccd_certificate *certificate);

/* One query (certificate: NULL when it is not asked for) and batches, with the widest instructions of the machine. */
ts_certified_single ts_certified_answer;
ts_certified_lanes ts_certified_answer_all;

/* The same sources (ccd/certified/single.inc and lanes.inc) for two and three instruction sets. */
ts_certified_single ts_certified_single_portable, ts_certified_single_avx2;
ts_certified_lanes ts_certified_lanes_portable, ts_certified_lanes_avx2, ts_certified_lanes_avx512;

#endif
