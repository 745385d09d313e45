/* SPDX-License-Identifier: GPL-2.0-or-later
 * Solving one system of a run again and again: exactly, and by so many sweeps. */
#include "benches/ndb/convergence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"
#include "ndb/solver_parts.h"
#include "scenes/run/run.h"

const char *const TS_NDB_CURVE_NAMES[TS_NDB_CURVES] = {"damped", "damped, 30 modes", "pcg", "pcg, 30 modes"};
const char *const TS_NDB_STAGE_NAMES[TS_NDB_STAGES] = {"at the start", "100 A-Jacobi", "30 modes",
                                                       "30 modes, 20 A-Jacobi"};
const int ts_ndb_sweeps_at[TS_NDB_POINTS] = {0, 2, 4, 10, 20, 40, 80, 160, 320, 640, 1200, 2400, 4800, 9600, 19200};

/* Of conjugate gradients, for the solution that errors are measured by. */
enum { EXACT_SWEEPS = 4000 };
static const double LEFT = 0.05;

/* ---- The system ---- */

/* All rows are owned. */
typedef struct trial {
    ts_ndb *s;
    ts_ndb_row *x, *r, *dx, *exact, *off, *product;
    ts_ndb_added added;
} trial;

static void trial_clear(trial *t) {
    ts_ndb_row *const rows[] = {t->x, t->r, t->dx, t->exact, t->off, t->product};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) free(rows[k]);
}

static ts_status trial_init(trial *t, ts_ndb *s, ts_error *error) {
    const size_t n = s->bodies->nodes + 1;
    *t = (trial){.s = s};
    ts_ndb_row **const rows[] = {&t->x, &t->r, &t->dx, &t->exact, &t->off, &t->product};
    bool complete = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        complete = (*rows[k] = calloc(n, sizeof **rows[k])) != NULL && complete;
    }
    if (complete) return TS_OK;
    trial_clear(t);
    return ts_fail_memory(error, "the system of a global solve");
}

/* r at x = z: no inertia pulls there; contact as it ended. */
static void set_system(trial *t) {
    ts_ndb *s = t->s;
    const size_t n = s->bodies->nodes;
    for (size_t i = 0; i < n; ++i) {
        memcpy(t->x[i], s->told[i] ? s->state->x[i] : s->z[i], sizeof s->state->x[i]);
        memcpy(s->plus[i], t->x[i], sizeof s->plus[i]);
    }
    ts_ndb_elastic_local(&s->elastic, (const ts_ndb_row *)t->x, t->r);
    if (s->contact) {
        ts_ndb_contact_pull(s->contact, (const double(*)[3])s->plus);
        ts_ndb_contact_gather(s->contact, (const double(*)[3])s->plus, s->added, s->pull);
        t->added.count = ts_ndb_contact_nodes(s->contact, &t->added.node);
        t->added.value = s->added;
    }
    for (size_t i = 0; i < n; ++i) {
        for (int c = 0; c < 3; ++c) {
            if (s->contact) t->r[i][c] += s->pull[i][c] - s->added[i] * s->plus[i][c];
            if (s->told[i]) t->r[i][c] = 0.0;
        }
    }
    ts_ndb_subspace_set(&s->subspace, &t->added);
    ts_ndb_smoothing_set(&s->smoothing, t->added.value);
}

/* (H + dH) of `row` into product; returns row . product. Told nodes do not take part. */
static double multiply(trial *t, const ts_ndb_row *row) {
    const ts_ndb_smoothing *smoothing = &t->s->smoothing;
    const ts_ndb_product product = {.matrix = smoothing->matrix, .full = smoothing->full, .u = row, .w = t->product};
    return ts_ndb_product_some(&product, 0, t->s->bodies->nodes);
}

/* |dx - exact| in the norm of H + dH */
static double error_of(trial *t) {
    for (size_t i = 0; i < t->s->bodies->nodes; ++i) ts_sub(t->dx[i], t->exact[i], t->off[i]);
    return sqrt(fmax(multiply(t, (const ts_ndb_row *)t->off), 0.0));
}

static void begin(trial *t, bool modes) {
    memset(t->dx, 0, t->s->bodies->nodes * sizeof *t->dx);
    if (modes) ts_ndb_subspace_solve(&t->s->subspace, (const ts_ndb_row *)t->r, t->dx);
}

static void smooth(trial *t, ts_ndb_smoother smoother, int sweeps) {
    if (sweeps > 0) ts_ndb_smooth(&t->s->smoothing, smoother, sweeps, (const ts_ndb_row *)t->r, t->dx);
}

/* ---- Errors over sweeps ---- */

/* Sweeps of damped Jacobi go on from each other; conjugate gradients start anew. */
static double error_after(trial *t, ts_ndb_curve curve, int before, int sweeps) {
    const bool modes = curve == TS_NDB_CURVE_DAMPED_MODES || curve == TS_NDB_CURVE_PCG_MODES;
    const bool is_damped = curve == TS_NDB_CURVE_DAMPED || curve == TS_NDB_CURVE_DAMPED_MODES;
    if (sweeps == 0 || !is_damped) begin(t, modes);
    smooth(t, is_damped ? TS_NDB_DAMPED : TS_NDB_PCG, is_damped ? sweeps - before : sweeps);
    return error_of(t);
}

/* Between two points by the exponential through them. */
static double sweeps_until(const double *error, double left) {
    if (error[0] <= left) return 0.0;
    for (int k = 1; k < TS_NDB_POINTS; ++k) {
        if (!(error[k] <= left)) continue;
        const double from = ts_ndb_sweeps_at[k - 1], to = ts_ndb_sweeps_at[k];
        const double share = error[k] > 0.0 ? log(error[k - 1] / left) / log(error[k - 1] / error[k]) : 1.0;
        return from + share * (to - from);
    }
    return NAN;
}

static void measure_curves(trial *t, ts_ndb_convergence *out) {
    begin(t, true);
    smooth(t, TS_NDB_PCG, EXACT_SWEEPS);
    memcpy(t->exact, t->dx, t->s->bodies->nodes * sizeof *t->exact);
    begin(t, false);
    const double whole = error_of(t);
    for (int curve = 0; curve < TS_NDB_CURVES; ++curve) {
        for (int k = 0; k < TS_NDB_POINTS; ++k) {
            const int before = k > 0 ? ts_ndb_sweeps_at[k - 1] : 0;
            out->error[curve][k] = error_after(t, (ts_ndb_curve)curve, before, ts_ndb_sweeps_at[k]) / whole;
        }
        out->sweeps[curve] = sweeps_until(out->error[curve], LEFT);
    }
}

/* ---- Residuals by modes ---- */

static void take_apart(trial *t, size_t modes, double *residual) {
    const ts_ndb_modes *all = &t->s->modes;
    const size_t stride = (size_t)all->stride;
    double sum[TS_NDB_MOST_MODES][3];
    memset(sum, 0, sizeof sum);
    multiply(t, (const ts_ndb_row *)t->dx);
    for (size_t i = 0; i < t->s->bodies->nodes; ++i) {
        double left[3];
        if (t->s->told[i]) continue;
        ts_sub(t->r[i], t->product[i], left);
        for (size_t k = 0; k < modes; ++k) ts_axpy(sum[k], all->vector[i * stride + k], left, sum[k]);
    }
    for (size_t k = 0; k < modes; ++k) residual[k] = sqrt(ts_norm2(sum[k]));
}

static void measure_residuals(trial *t, ts_ndb_convergence *out) {
    const size_t found = (size_t)t->s->modes.count;
    out->modes = found < TS_NDB_MOST_MODES ? found : TS_NDB_MOST_MODES;
    begin(t, false);
    take_apart(t, out->modes, out->residual[TS_NDB_STAGE_START]);
    smooth(t, TS_NDB_DAMPED, 200);
    take_apart(t, out->modes, out->residual[TS_NDB_STAGE_SMOOTHED]);
    begin(t, true);
    take_apart(t, out->modes, out->residual[TS_NDB_STAGE_MODES]);
    smooth(t, TS_NDB_DAMPED, 40);
    take_apart(t, out->modes, out->residual[TS_NDB_STAGE_MODES_SMOOTHED]);
}

/* ---- The run ---- */

typedef struct converging {
    size_t step;
    ts_ndb_convergence *out;
} converging;

static ts_status measure(void *self, ts_simulation *simulation, const double (*before)[3], const ts_step_report *report,
                         ts_error *error) {
    (void)before, (void)report;
    const converging *of = self;
    trial t;
    if (simulation->state.step != of->step) return TS_OK;
    const ts_status status = trial_init(&t, simulation->self, error);
    if (status != TS_OK) return status;
    set_system(&t);
    of->out->nodes = t.s->bodies->nodes;
    of->out->touched = t.added.count;
    measure_curves(&t, of->out);
    measure_residuals(&t, of->out);
    trial_clear(&t);
    return TS_OK;
}

static ts_status run(ts_scene *scene, const converging *of, ts_error *error) {
    ts_ccd_method method;
    ts_run_result result;
    ts_status status = ts_ccd_register_builtin(error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, "certified", NULL, error);
    if (status != TS_OK) return status;
    converging self = *of;
    const ts_run_options options = {
        .steps = of->step, .method = &method, .checkpoint_every = 5, .after_step = measure, .self = &self};
    status = ts_run(scene, &options, &result, error);
    ts_ccd_method_clear(&method);
    if (status != TS_OK || result.complete) return status;
    return ts_fail(error, TS_ERROR_USAGE, "%s: the run ended before step %zu: %s", scene->name, of->step,
                   ts_run_outcome_name(result.outcome));
}

ts_status ts_ndb_converge(const char *path, const char *size, size_t step, ts_ndb_convergence *out, ts_error *error) {
    ts_scene scene;
    const ts_scene_options options = {.size = size, .solver = "ndb"};
    *out = (ts_ndb_convergence){0};
    ts_status status = ts_scene_read(path, &options, &scene, error);
    if (status != TS_OK) return status;
    out->step = step > 0 ? step : scene.steps;
    snprintf(out->scene, sizeof out->scene, "%s", scene.name);
    status = run(&scene, &(converging){.step = out->step, .out = out}, error);
    ts_scene_clear(&scene);
    return status;
}
