/* SPDX-License-Identifier: MIT
 * Declared options and the JSON object that sets them. */
#ifndef TS_CCD_OPTIONS_H
#define TS_CCD_OPTIONS_H

#include <touchstone/ccd.h>

#define TS_CCD_MAX_OPTIONS 48

/* Somebody's declared options. All borrowed. */
typedef struct ts_option_set {
    const char *kind, *name; /* for messages: "backend", "accd" */
    const ts_ccd_option *options;
    size_t count;
} ts_option_set;

/* The value of every declared option: from the object `json` where it names it, else the default. json may be NULL.
 * TS_ERROR_USAGE for a name, type or value that is not allowed. */
ts_status ts_options_read(const ts_option_set *declared, const char *json, double *values, ts_error *error);

/* TS_ERROR_USAGE when the declarations themselves are wrong. */
ts_status ts_options_check(const ts_option_set *declared, ts_error *error);

/* The value of every declared option of the backend: from options_json where it names it, else the
 * default. options_json may be NULL. TS_ERROR_USAGE for a name, type or value that is not allowed. */
ts_status ts_ccd_resolve_options(const ts_ccd_backend *backend, const char *options_json, double *values,
                                 ts_error *error);

/* The values as a JSON object, in the order declared; TS_ERROR_INTERNAL when `text` is too small. */
ts_status ts_ccd_print_options(const ts_ccd_backend *backend, const double *values, char *text, size_t size,
                               ts_error *error);

/* For a backend whose whole state is its options: *self is their values, doubles in the order declared, to be
 * freed with free(). */
ts_status ts_ccd_create_from_options(const ts_ccd_option *options, size_t count, const char *options_json, void **self);

/* TS_ERROR_USAGE when the declarations themselves are wrong (a plug-in's mistake). */
ts_status ts_ccd_check_declarations(const ts_ccd_backend *backend, ts_error *error);

#endif
