/* SPDX-License-Identifier: MIT
 * What every maker of meshes needs: room for the arrays, parameters read with complaints, points on a circle. */
#ifndef TS_MESH_GENERATE_BUILD_H
#define TS_MESH_GENERATE_BUILD_H

#include "core/json_at.h"
#include "mesh/mesh.h"

/* Allocates the arrays of the counts that `mesh` already holds (its pointers are overwritten). On failure it is empty.
 */
ts_status ts_mesh_make_room(ts_mesh *mesh, ts_error *error);

/* Nodes in rows of columns, row by row; `closed`: the last column borders the first. Cells are divided by diagonals
 * that alternate, or that are all alike. */
typedef struct ts_strip {
    size_t columns, rows;
    bool closed, uniform;
} ts_strip;

/* Sets the triangles; the mesh has room for them. */
void ts_mesh_set_strip(const ts_strip *strip, ts_mesh *mesh);

/* The parameters of a generator being read; do not copy (`at` points to `reading`). */
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
size_t ts_parameter_count(const ts_parameters *parameters, const char *name, size_t standard, size_t least);
/* `n` whole numbers, at least 1; out keeps what it holds where the parameter is absent. */
void ts_parameter_counts(const ts_parameters *parameters, const char *name, int n, size_t *out);
/* Metres, positive. */
double ts_parameter_length(const ts_parameters *parameters, const char *name, double standard);
/* Metres, zero allowed. */
double ts_parameter_amount(const ts_parameters *parameters, const char *name, double standard);
uint64_t ts_parameter_seed(const ts_parameters *parameters);
/* 0, 1, 2 for "x", "y", "z". */
int ts_parameter_axis(const ts_parameters *parameters, int standard);
/* Complains about `name` where the mesh would be larger than any machine's. */
void ts_parameters_limit(const ts_parameters *parameters, const char *name, double nodes);

/* Cosine and sine of so many turns. By +, - and * alone: the C library's differ from machine to machine. */
void ts_circle(double turns, double out[2]);

#define TS_PI 3.14159265358979323846

#endif
