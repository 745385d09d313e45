/* SPDX-License-Identifier: MIT
 * The parameters of a generator in JSON. Each call reads one; where it is absent, the value stays as it is. */
#ifndef TS_SCENES_READ_GENERATORS_PARAMETERS_H
#define TS_SCENES_READ_GENERATORS_PARAMETERS_H

#include <stdint.h>

#include "core/json_at.h"
#include "mesh/generate.h"

/* Do not copy (`at` points to `reading`). */
typedef struct ts_parameters {
    ts_json_reading reading;
    ts_json_at at;
} ts_parameters;

/* `names` (NULL-terminated) are those that the generator knows. */
void ts_parameters_open(ts_parameters *parameters, const char *generator, const cJSON *json, const char *const *names,
                        ts_error *error);
/* TS_OK, or TS_ERROR_USAGE after a complaint. */
ts_status ts_parameters_status(const ts_parameters *parameters);

/* A whole number, at least `least`. */
void ts_parameter_count(const ts_parameters *parameters, const char *name, size_t least, size_t *value);
/* `n` whole numbers, at least 1. */
void ts_parameter_counts(const ts_parameters *parameters, const char *name, int n, size_t *values);
/* Metres, positive. */
void ts_parameter_length(const ts_parameters *parameters, const char *name, double *value);
/* Metres, zero allowed. */
void ts_parameter_amount(const ts_parameters *parameters, const char *name, double *value);
void ts_parameter_truth(const ts_parameters *parameters, const char *name, bool *value);
/* "seed". */
void ts_parameter_seed(const ts_parameters *parameters, uint64_t *value);
/* "disturb": {"turn", "jitter", "seed"}, or true for the generator's own amounts and the seed 1. */
void ts_parameter_disturbance(const ts_parameters *parameters, ts_disturbance *value);
/* "axis": 0, 1, 2 for "x", "y", "z". */
void ts_parameter_axis(const ts_parameters *parameters, int *value);

#endif
