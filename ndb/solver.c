/* SPDX-License-Identifier: GPL-2.0-or-later
 * The solver behind the face of solvers: its parts, what a checkpoint carries, energies. */
#include "ndb/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"
#include "ndb/models.h"
#include "ndb/refuse.h"
#include "ndb/report.h"
#include "ndb/step.h"
#include "ndb/told.h"

static const double (*at(double (*rows)[3]))[3] {
    return (const double(*)[3])rows;
}

/* ---- Memory ---- */

static bool allocate(ts_ndb *s) {
    const size_t n = s->bodies->nodes + 1;
    double(**const rows[])[3] = {&s->plus, &s->minus, &s->last, &s->target, &s->forwarded, &s->pull};
    ts_ndb_row **const wide[] = {&s->z, &s->x, &s->r, &s->dx};
    uint8_t **const flags[] = {&s->obstacle, &s->prescribed, &s->told, &s->known};
    bool complete = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k)
        complete = (*rows[k] = calloc(n, sizeof **rows[k])) != NULL && complete;
    for (size_t k = 0; k < sizeof wide / sizeof *wide; ++k)
        complete = (*wide[k] = ts_ndb_rows_create(n)) != NULL && complete;
    for (size_t k = 0; k < sizeof flags / sizeof *flags; ++k)
        complete = (*flags[k] = calloc(n, sizeof **flags[k])) != NULL && complete;
    s->added = calloc(n, sizeof *s->added);
    s->inertia = calloc(n, sizeof *s->inertia);
    s->piece_sum = calloc(ts_ndb_pieces(n) + 1, sizeof *s->piece_sum);
    return complete && s->added && s->inertia && s->piece_sum;
}

static void destroy(void *self) {
    ts_ndb *s = self;
    if (!s) return;
    ts_ndb_contact_destroy(s->contact);
    ts_ndb_subspace_clear(&s->subspace);
    ts_ndb_subspace_clear(&s->warm);
    ts_ndb_modes_clear(&s->modes);
    ts_ndb_anderson_clear(&s->anderson);
    ts_ndb_quasi_clear(&s->quasi);
    ts_ndb_smoothing_clear(&s->smoothing);
    ts_ndb_matrix_clear(&s->matrix);
    ts_ndb_whole_clear(&s->whole_bodies);
    ts_ndb_elastic_clear(&s->elastic);
    void *const all[] = {s->plus,  s->minus,      s->last,     s->target,  s->forwarded, s->pull,
                         s->z,     s->x,          s->r,        s->dx,      s->added,     s->told,
                         s->known, s->prescribed, s->obstacle, s->inertia, s->piece_sum};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) free(all[k]);
    free(s);
}

/* ---- Parts ---- */

/* The diagonal of the box around the rest pose of what is stepped. */
static double size_of(const ts_ndb *s) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, diagonal[3];
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (s->obstacle[i]) continue;
        for (int c = 0; c < 3; ++c) {
            lo[c] = fmin(lo[c], s->bodies->rest[i][c]);
            hi[c] = fmax(hi[c], s->bodies->rest[i][c]);
        }
    }
    ts_sub(hi, lo, diagonal);
    const double size = sqrt(ts_norm2(diagonal));
    return isfinite(size) && size > 0.0 ? size : 1.0;
}

static void describe_nodes(ts_ndb *s) {
    const double h = s->simulation->settings.h;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        s->obstacle[i] = s->bodies->body[s->bodies->body_of[i]].obstacle;
        s->inertia[i] = s->bodies->mass[i] / (h * h);
    }
    s->size = size_of(s);
}

static ts_status assemble(ts_ndb *s, ts_error *error) {
    ts_ndb_squares squares = {0};
    ts_status status = ts_ndb_elastic_squares(&s->elastic, &squares, error);
    if (status == TS_OK) status = ts_ndb_matrix_init(&s->matrix, s->bodies->nodes, s->inertia, &squares, error);
    ts_ndb_squares_clear(&squares);
    return status;
}

static ts_status create_contact(ts_ndb *s, ts_error *error) {
    if (!s->simulation->settings.contact) return TS_OK;
    ts_ndb_contact_settings settings = s->options.contact;
    settings.diagonal = s->matrix.diagonal;
    settings.method = s->simulation->hooks.method;
    settings.body_of = s->options.moves_whole ? s->whole_bodies.of : NULL;
    settings.listener = s->simulation->hooks.listener;
    return ts_ndb_contact_create(s->bodies, &settings, &s->contact, error);
}

static ts_status create(ts_simulation *simulation, void **self, ts_error *error) {
    ts_status status = ts_ndb_refuse(simulation, error);
    if (status != TS_OK) return status;
    ts_ndb *s = calloc(1, sizeof *s);
    if (!s) return ts_fail_memory(error, "the solver");
    s->simulation = simulation;
    s->bodies = &simulation->bodies;
    s->state = &simulation->state;
    s->options = ts_ndb_options_of(simulation);
    status = allocate(s) ? TS_OK : ts_fail_memory(error, "the state of the solver");
    if (status == TS_OK) {
        ts_ndb_told_init(s);
        describe_nodes(s);
        status = ts_ndb_elastic_init(&s->elastic, s->bodies, error);
    }
    if (status == TS_OK) status = assemble(s, error);
    if (status == TS_OK) status = ts_ndb_smoothing_init(&s->smoothing, &s->matrix, s->told, error);
    const int depth = s->options.acceleration;
    if (status == TS_OK) status = ts_ndb_anderson_init(&s->anderson, s->bodies->nodes, depth, error);
    if (status == TS_OK) status = ts_ndb_quasi_init(&s->quasi, s->bodies->nodes, depth, error);
    if (status == TS_OK) status = ts_ndb_whole_init(&s->whole_bodies, s->bodies->nodes, error);
    if (status == TS_OK) status = create_contact(s, error);
    if (status != TS_OK) {
        destroy(s);
        return status;
    }
    *self = s;
    return TS_OK;
}

/* ---- What a checkpoint carries ---- */

static size_t carried(void *self, ts_carried list[TS_SOLVER_MOST_CARRIED]) {
    ts_ndb *s = self;
    list[0] = (ts_carried){.name = "forwarded", .count = 3 * s->bodies->nodes, .value = s->forwarded[0]};
    list[1] = (ts_carried){.name = "told_time", .count = 1, .value = &s->clock.time};
    list[2] = (ts_carried){.name = "told_stride", .count = 1, .value = &s->clock.stride};
    return 3;
}

static void restore(void *self) {
    (void)self; /* the values are where they are used */
}

static ts_status forget(void *self, ts_error *error) {
    (void)error;
    ts_ndb *s = self;
    if (s->contact) ts_ndb_contact_forget(s->contact);
    return TS_OK;
}

static void describe(const void *self, char *text, size_t size) {
    ts_ndb_options_describe(((const ts_ndb *)self)->simulation, text, size);
}

/* ---- What others ask ---- */

static ts_status ask_again(void *self, const ts_displacement *displacement, ts_error *error) {
    ts_ndb *s = self;
    if (!s->contact) return TS_OK;
    for (size_t i = 0; i < s->bodies->nodes; ++i) ts_add(displacement->from[i], displacement->p[i], s->plus[i]);
    return ts_ndb_contact_ask_again(s->contact, displacement->from, at(s->plus), error);
}

static ts_energies energies_of(void *self) {
    ts_ndb *s = self;
    ts_energies energies = {0};
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        memcpy(s->x[i], s->state->x[i], sizeof s->state->x[i]);
        if (s->obstacle[i]) continue;
        energies.kinetic += 0.5 * s->bodies->mass[i] * ts_norm2(s->state->v[i]);
        energies.gravity -= s->bodies->mass[i] * ts_dot(s->simulation->acceleration[i], s->state->x[i]);
    }
    energies.elastic = ts_ndb_elastic_local(&s->elastic, (const ts_ndb_row *)s->x, s->r);
    if (s->contact) energies.contact = ts_ndb_contact_energy(s->contact, at(s->state->x)).barrier;
    return energies;
}

static void contact_forces(void *self, double (*force)[3]) {
    const ts_ndb *s = self;
    if (s->contact) ts_ndb_contact_forces(s->contact, at(s->state->x), force);
}

static void stretch(const void *self, const double (*x)[3], double *most, double *least) {
    ts_ndb_elastic_extent(&((const ts_ndb *)self)->elastic, x, most, least);
}

const ts_solver ts_ndb_solver = {
    .name = "ndb",
    .summary = "projective dynamics of shells with a non-distance barrier, reusing modes, that CCD filters",
    .source = "Lan et al. 2024: Efficient GPU Cloth Simulation with Non-distance Barriers and Subspace Reuse",
    .options = ts_ndb_declared,
    .option_count = TS_NDB_OPTIONS,
    .models = ts_ndb_model_at,
    .phases = ts_ndb_phases,
    .phase_count = TS_NDB_PHASES,
    .create = create,
    .destroy = destroy,
    .step = ts_ndb_step,
    .carried = carried,
    .restore = restore,
    .forget = forget,
    .describe = describe,
    .ask_again = ask_again,
    .energies = energies_of,
    .contact_forces = contact_forces,
    .stretch = stretch,
    .figures = ts_ndb_figures,
    .remark = ts_ndb_remark,
};
