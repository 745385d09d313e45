/* SPDX-License-Identifier: GPL-2.0-or-later
 * A results file of any kind and version as a flat list of records that can be compared: what was measured, where,
 * and in which direction it gets worse. */
#ifndef TS_RESULTS_RECORD_H
#define TS_RESULTS_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include <touchstone/status.h>

#include "benches/answer_digest.h"
#include "results/results.h"

typedef enum ts_sense {
    TS_SENSE_OFFENCE = 0, /* any more is worse */
    TS_SENSE_COVERAGE,    /* any less is worse */
    TS_SENSE_DRAWN,       /* coverage by a random draw: less than chance explains is worse */
    TS_SENSE_QUALITY      /* more than the tolerance allows is worse */
} ts_sense;

/* A query or step by name, with the command that shows it. All owned. */
typedef struct ts_named_place {
    double order; /* that places of a measure are listed in */
    char *name, *command;
} ts_named_place;

typedef struct ts_measure {
    char *name; /* "unsafe answers", "toi error, quantile 0.99"; owned */
    ts_sense sense;
    double value; /* NaN: does not apply */
    /* Of offences: the first of them, in order; all when place_count == value. Owned. */
    ts_named_place *places;
    size_t place_count;
} ts_measure;

/* What was measured: a data set, or a scene. All owned. */
typedef struct ts_results_set {
    char *path, *hash; /* equal hashes: the same data; "": not known */
    char **files;
    double *file_queries; /* measured of each; NULL: not known */
    size_t file_count;
} ts_results_set;

typedef struct ts_record {
    size_t set;           /* into the results' sets */
    bool part;            /* its offences, coverage and times are in another record too */
    char *subject;        /* "cloth.h5, point-triangle"; owned */
    char *actor;          /* the backend or term; owned */
    char *setting;        /* its options as JSON; owned; may be NULL */
    char *solver_setting; /* of a simulation: those of the solver; owned; may be NULL */
    ts_measure *measures;
    size_t measure_count;
    double *times; /* one for each repetition, in any unit; owned */
    size_t time_count;
    ts_answer_digest digest; /* empty: none */
    char *show_options;      /* what `touchstone show FILE INDEX` needs; owned; may be NULL */
} ts_record;

typedef struct ts_results_file {
    char *path; /* owned, as all texts here */
    ts_results_kind kind;
    int schema;     /* as it was written */
    char *machine;  /* CPU and cores: times of others are not comparable */
    char *build;    /* compiler, flags, build type */
    char *question; /* what was asked for, as JSON: results of other questions are not comparable */
    bool sampled;   /* only some of the queries were asked */
    bool partial;   /* interrupted, or data that could not be read */
    ts_results_set *sets;
    size_t set_count;
    ts_record *records;
    size_t record_count;
} ts_results_file;

void ts_results_file_clear(ts_results_file *results);

/* ---- For the readers of each kind ---- */

/* NULL without memory. A record belongs to the set that was added last. */
ts_results_set *ts_results_set_add(ts_results_file *results, const char *path, const char *hash);
ts_record *ts_record_add(ts_results_file *results, const char *subject, const char *actor);
ts_measure *ts_measure_add(ts_record *record, const char *name, ts_sense sense, double value);
/* Behind those that are listed. name, command: owned from here on; NULL: false. */
bool ts_place_add(ts_measure *measure, double order, char *name, char *command);

#endif
