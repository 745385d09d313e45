/* SPDX-License-Identifier: MIT
 * A backend whose methods run in touchstone-host: what is said to the host and back, and the backend that asks it. */
#ifndef TS_CCD_HOSTED_H
#define TS_CCD_HOSTED_H

#include <stdbool.h>

#include <touchstone/ccd.h>

#include "ccd/options.h"
#include "core/host/channel.h"

/* ---- What is shared ---- */

enum { TS_HOSTED_NAME = 64, TS_HOSTED_LINE = 512 };

typedef struct ts_hosted_option {
    char name[TS_HOSTED_NAME], meaning[TS_HOSTED_LINE];
    int32_t type;
    double standard, least, most;
} ts_hosted_option;

/* The answer to TS_HOST_LOAD: the backend, without its functions. */
typedef struct ts_hosted_description {
    char name[TS_HOSTED_NAME], summary[TS_HOSTED_LINE], source[TS_HOSTED_LINE];
    uint32_t capabilities, option_count;
    uint8_t has_batch, has_certify;
    ts_hosted_option options[TS_CCD_MAX_OPTIONS];
} ts_hosted_description;

/* TS_HOST_QUERY, TS_HOST_BATCH: queries in, results out. */
typedef struct ts_hosted_queries {
    ts_ccd_query query[TS_HOST_BLOCK];
} ts_hosted_queries;

typedef struct ts_hosted_results {
    ts_ccd_result result[TS_HOST_BLOCK];
} ts_hosted_results;

/* TS_HOST_CERTIFY, of one query. */
typedef struct ts_hosted_proof {
    ts_ccd_result result;
    ts_ccd_certificate certificate;
} ts_hosted_proof;

/* TS_HOST_TIME: one pass of ts_time_pass. */
typedef struct ts_hosted_timing {
    ts_ccd_query query[TS_HOST_BLOCK];
    double first[TS_HOST_BLOCK]; /* samples of the first pass, from the second on */
} ts_hosted_timing;

typedef struct ts_hosted_times {
    double sample[TS_HOST_BLOCK];
    ts_ccd_result result[TS_HOST_BLOCK];
} ts_hosted_times;

_Static_assert(sizeof(ts_hosted_timing) <= TS_HOST_IN_BYTES && sizeof(ts_hosted_times) <= TS_HOST_OUT_BYTES,
               "a block fits what is shared");
_Static_assert(sizeof(ts_hosted_description) <= TS_HOST_OUT_BYTES, "a description fits what is shared");

/* ---- Our side ---- */

/* Is the backend one whose methods run in a host? */
bool ts_is_hosted(const ts_ccd_backend *backend);
/* Of a hosted one: has the plug-in a query_batch of its own? */
bool ts_hosted_has_batch(const ts_ccd_backend *backend);
/* Starts a host with a method of it. In place of create, which does not know its backend. */
ts_status ts_hosted_create(const ts_ccd_backend *backend, const char *options_json, void **self, ts_error *error);

/* Each query by a call of its own, whatever the kind; answers as the backend's functions give them. */
void ts_hosted_answer_each(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results);

/* Between these a method of a hosted backend is timed, by one thread: its failures have a count of their own
 * (ts_host_pool_set_timing). Nothing for other methods. */
void ts_hosted_set_timing(const ts_ccd_method *method, bool timing);
/* One pass of the timing of a block, see ts_time_pass; between the above. */
struct ts_timed_block;
void ts_hosted_time_pass(const ts_ccd_method *method, const struct ts_timed_block *block, int pass);

#endif
