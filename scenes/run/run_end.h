/* SPDX-License-Identifier: MIT
 * How a run ended (docs/method.md, 7.4): the word for it, where and why, and the CCD query at fault. */
#ifndef TS_SCENES_RUN_RUN_END_H
#define TS_SCENES_RUN_RUN_END_H

#include "scenes/run/history.h"
#include "scenes/run/missed_query.h"

typedef enum ts_run_outcome {
    TS_RUN_FINISHED = 0,
    TS_RUN_INTERRUPTED,
    TS_RUN_TINY_TOI,      /* CCD allows next to no step while the residual is above the tolerance */
    TS_RUN_INFINITE,      /* a line search, or a method's own halving, that never finds a safe step */
    TS_RUN_INTERSECT,     /* the exact check found an intersection or a thickness that was not kept */
    TS_RUN_UNREACHED,     /* prescribed nodes could not get to where they are to be */
    TS_RUN_NOT_CONVERGED, /* all steps were made, some with more left to gain than the tolerance allows */
    TS_RUN_ERROR,         /* the method failed, the linear solver did, or something around the run */
    TS_RUN_UNSUPPORTED    /* the method cannot answer a query of the scene */
} ts_run_outcome;

/* "finished", "interrupted", "tiny toi", "infinite", "intersect", "unreached", "not converged", "error",
 * "unsupported". */
const char *ts_run_outcome_name(ts_run_outcome outcome);

/* Where a run ended otherwise than finished. */
typedef struct ts_run_at {
    size_t step;
    int iteration; /* of the step, -1: prescribed nodes on their way */
    char message[TS_ERROR_LENGTH];
    bool has_query; /* the CCD query at fault and the method's answer */
    ts_ccd_query query;
    ts_ccd_result answer;
    ts_ccd_failure failure; /* why it failed */
    bool is_stored;         /* as the only query of ts_run_options.folder/failure.h5 */
} ts_run_at;

#define TS_RUN_FAILURE_FILE "failure.h5"

/* The answer that allowed the least of a displacement; HIT and LIMIT allow their toi, UNSUPPORTED and FAILED nothing.
 */
typedef struct ts_limiting_answer {
    bool found;
    double step;
    ts_ccd_query query;
    ts_ccd_result result;
    ts_ccd_failure failure; /* why it failed */
} ts_limiting_answer;

/* Goes through the answers of one more block. */
void ts_limiting_answer_hear(ts_limiting_answer *least, const ts_ccd_block *block);

/* What the end of a step is judged by. */
typedef struct ts_step_end {
    const ts_bodies *bodies;
    const ts_ccd_method *method;
    const ts_step_report *report;
    int iteration;                      /* the last one, -1: none */
    const ts_limiting_answer *limiting; /* of the last displacement */
} ts_step_end;

/* The outcome of a run that ends with this step, FINISHED when it need not, and what `at` says of it. */
ts_run_outcome ts_run_judge_step(const ts_step_end *end, ts_run_at *at);

/* What an offence is judged by. */
typedef struct ts_offence_end {
    ts_simulation *simulation;
    const ts_step_history *history;
    const ts_ccd_method *method;
    const ts_verify_report *report;
    const char *words; /* the first offence */
    ts_missed_query *
        *listen_to; /* not NULL while it is to hear the answers of the simulation (ts_missed_query_listen) */
} ts_offence_end;

/* The outcome, and in `at` the offence in words with the displacement and the query that let it happen. */
ts_status ts_run_judge_offence(const ts_offence_end *end, ts_run_outcome *outcome, ts_run_at *at, ts_error *error);

/* Writes the query of `at` to the file, replacing it. what: of the file's description, before the message of `at`. */
ts_status ts_run_store_query(const char *path, const char *scene, const char *what, const ts_run_at *at,
                             ts_error *error);

#endif
