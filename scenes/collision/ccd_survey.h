/* SPDX-License-Identifier: MIT
 * Full CCD of a given way: every pair that is hit on it, each with a min_distance of its own, where the step filter
 * (ccd_filter.h) looks for the least toi alone. */
#ifndef TS_SCENES_COLLISION_CCD_SURVEY_H
#define TS_SCENES_COLLISION_CCD_SURVEY_H

#include "scenes/collision/ccd_filter.h"

/* From x0 to x1, as they are stored; p: x1 - x0 up to rounding, for the candidates. All of all nodes, borrowed. */
typedef struct ts_ccd_way {
    const double (*x0)[3], (*x1)[3], (*p)[3];
} ts_ccd_way;

/* A pair that the method did not call free. */
typedef struct ts_ccd_hit {
    ts_ccd_kind kind;
    int32_t pair[2]; /* primitives */
    double toi;
} ts_ccd_hit;

typedef struct ts_ccd_survey {
    ts_ccd_filter *filter; /* borrowed: the method, who listens, and the memory of a block */
    double floor;          /* m >= 0: kept beyond the thickness xi, so that gaps do not shrink to nothing way by way. A
                              pair that is there or nearer already keeps nearly all of its gap (ts_ccd_survey_floor) */
    double known_gap;      /* m: no pair is nearer than that beyond xi where the way begins; 0: nothing is known */
    size_t hits, capacity;
    ts_ccd_hit *hit;      /* in the order of the candidates */
    int32_t (*pair)[2];   /* of the block's queries */
    double toi;           /* least of all pairs; 1 without a hit */
    double least_floor;   /* least min_distance - xi of all queries; INFINITY without any */
    ts_ccd_status answer; /* TS_CCD_UNSUPPORTED or TS_CCD_FAILED where a query had no answer, which counts as toi 0 */
} ts_ccd_survey;

/* Of a pair at the floor, or nearer. Not all of it: asked about a gap that is roundings beyond its min_distance, a
 * method in floating point may say anything, and the pair would be stuck. */
#define TS_CCD_SURVEY_KEEPS (1.0 - 0x1p-6)

/* What a pair with this gap is to keep. */
static inline double ts_ccd_survey_floor(double floor, double gap) {
    const double most = TS_CCD_SURVEY_KEEPS * gap;
    return most > floor ? floor : most > 0.0 ? most : 0.0;
}

/* filter: borrowed. */
ts_status ts_ccd_survey_init(ts_ccd_survey *survey, ts_ccd_filter *filter, double floor, ts_error *error);
void ts_ccd_survey_clear(ts_ccd_survey *survey);

/* Asks about all candidates that may come within their min_distance on the way; they are those of its motion. Fills the
 * list of hits, `toi`, `least_floor` and `answer`; adds to the report. Every query has t_max 1. */
ts_status ts_ccd_survey_ask(ts_ccd_survey *survey, ts_candidates *candidates, const ts_ccd_way *way,
                            ts_ccd_filter_report *report, ts_error *error);

#endif
