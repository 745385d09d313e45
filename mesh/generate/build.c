/* SPDX-License-Identifier: MIT
 * Room for meshes, parameters of generators, points on a circle. */
#include "mesh/generate/build.h"

#include <math.h>
#include <stdlib.h>

/* Indices are int32_t, and a node of a simulation takes about a kilobyte. */
static const double LARGEST_MESH = 2e7;
static const double LONGEST = 1e6;

static bool room_for(void *array, size_t count, size_t size) {
    void **target = array;
    *target = count ? calloc(count, size) : NULL;
    return *target || count == 0;
}

ts_status ts_mesh_make_room(ts_mesh *mesh, ts_error *error) {
    bool complete = room_for(&mesh->x, mesh->nodes, sizeof *mesh->x);
    complete &= room_for(&mesh->tet, mesh->tets, sizeof *mesh->tet);
    complete &= room_for(&mesh->triangle, mesh->triangles, sizeof *mesh->triangle);
    complete &= room_for(&mesh->segment, mesh->segments, sizeof *mesh->segment);
    complete &= room_for(&mesh->particle, mesh->particles, sizeof *mesh->particle);
    if (complete) return TS_OK;
    ts_mesh_clear(mesh);
    return ts_fail_memory(error, "a mesh");
}

static void set_triangle(ts_mesh *mesh, size_t a, size_t b, size_t c) {
    int32_t *triangle = mesh->triangle[mesh->triangles++];
    triangle[0] = (int32_t)a;
    triangle[1] = (int32_t)b;
    triangle[2] = (int32_t)c;
}

void ts_mesh_set_strip(const ts_strip *strip, ts_mesh *mesh) {
    const size_t columns = strip->columns, cells = strip->closed ? columns : columns - 1;
    mesh->triangles = 0;
    for (size_t k = 0; k < cells * (strip->rows - 1); ++k) {
        const size_t i = k % cells, j = k / cells;
        const size_t a = j * columns + i, b = j * columns + (i + 1) % columns, c = a + columns, d = b + columns;
        const bool other = !strip->uniform && (i + j) % 2; /* the diagonal b c, not a d */
        set_triangle(mesh, a, other ? c : d, b);
        set_triangle(mesh, other ? b : a, c, d);
    }
}

void ts_parameters_open(ts_parameters *parameters, const char *generator, const cJSON *json, const char *const *names,
                        ts_error *error) {
    parameters->reading = (ts_json_reading){.error = error, .file = generator};
    parameters->at = ts_json_root(json, &parameters->reading);
    ts_json_expect_object(&parameters->at, names);
}

ts_status ts_parameters_status(const ts_parameters *parameters) {
    if (parameters->reading.status == TS_OK) return TS_OK;
    if (parameters->reading.error) parameters->reading.error->status = TS_ERROR_USAGE;
    return TS_ERROR_USAGE;
}

static size_t whole_number(const ts_json_at *at, size_t least) {
    const double value = ts_json_value(at, (ts_json_range){(double)least, LARGEST_MESH, true, true});
    if (ts_json_failed(at)) return least;
    if (value != floor(value)) ts_json_complain(at, "%.15g is not a whole number", value);
    return (size_t)value;
}

size_t ts_parameter_count(const ts_parameters *parameters, const char *name, size_t standard, size_t least) {
    const ts_json_at member = ts_json_member(&parameters->at, name);
    return member.json ? whole_number(&member, least) : standard;
}

void ts_parameter_counts(const ts_parameters *parameters, const char *name, int n, size_t *out) {
    const ts_json_at member = ts_json_member(&parameters->at, name);
    if (!member.json) return;
    if (ts_json_items(&member) != n) {
        ts_json_complain(&member, "%d whole numbers [...] are expected here", n);
        return;
    }
    for (int k = 0; k < n; ++k) {
        const ts_json_at item = ts_json_item(&member, k);
        out[k] = whole_number(&item, 1);
    }
}

double ts_parameter_length(const ts_parameters *parameters, const char *name, double standard) {
    return ts_json_number(&parameters->at, name, standard, (ts_json_range){0.0, LONGEST, false, true});
}

double ts_parameter_amount(const ts_parameters *parameters, const char *name, double standard) {
    return ts_json_number(&parameters->at, name, standard, (ts_json_range){0.0, LONGEST, true, true});
}

uint64_t ts_parameter_seed(const ts_parameters *parameters) {
    const double largest = 9007199254740992.0; /* 2^53: beyond it JSON's numbers skip integers */
    const double seed = ts_json_number(&parameters->at, "seed", 1.0, (ts_json_range){0.0, largest, true, true});
    const ts_json_at member = ts_json_member(&parameters->at, "seed");
    if (ts_json_failed(&member)) return 0;
    if (seed != floor(seed)) ts_json_complain(&member, "%.15g is not a whole number", seed);
    return (uint64_t)seed;
}

int ts_parameter_axis(const ts_parameters *parameters, int standard) {
    static const char *const AXES[] = {"x", "y", "z", NULL};
    return ts_json_choice(&parameters->at, "axis", standard, AXES);
}

void ts_parameters_limit(const ts_parameters *parameters, const char *name, double nodes) {
    if (nodes <= LARGEST_MESH) return;
    const ts_json_at member = ts_json_member(&parameters->at, name);
    ts_json_complain(&member, "%.3g nodes are more than the limit of %.0e", nodes, LARGEST_MESH);
}

void ts_circle(double turns, double out[2]) {
    const double turn = turns - floor(turns);
    const double quarter = floor(4.0 * turn + 0.5);
    const double a = 2.0 * TS_PI * (turn - 0.25 * quarter), square = a * a; /* |a| <= pi / 4 */
    double sine = 1.0, cosine = 1.0; /* Taylor's series, nested; the rest is below 1e-19 */
    for (int k = 18; k >= 2; k -= 2) {
        sine = 1.0 - sine * square / (double)(k * (k + 1));
        cosine = 1.0 - cosine * square / (double)(k * (k - 1));
    }
    sine *= a;
    const double point[4][2] = {{cosine, sine}, {-sine, cosine}, {-cosine, -sine}, {sine, -cosine}};
    const int q = (int)quarter % 4;
    out[0] = point[q][0];
    out[1] = point[q][1];
}
