/* SPDX-License-Identifier: GPL-2.0-or-later
 * One local-global iteration: forces at the trial point, then a correction of it. Written for the residual
 *     r = b + b_contact - (H + dH) x = M (z - x)/h^2 - dPsi/dx + (b_contact - dH x),
 * which is the same as the b of the method (Lan et al. 2024, eq. 4 and 18) and loses no digits to H x: elements see
 * differences of places alone. */
#include "ndb/iterate.h"

#include <math.h>
#include <string.h>

#include "core/share.h"
#include "core/vec3.h"

static const double (*at(double (*rows)[3]))[3] {
    return (const double(*)[3])rows;
}

/* ---- Preparations ---- */

static void clear_modes(ts_ndb *s) {
    ts_ndb_subspace_clear(&s->subspace);
    ts_ndb_subspace_clear(&s->warm);
    ts_ndb_modes_clear(&s->modes);
    s->is_ready = false;
}

ts_status ts_ndb_prepare(ts_ndb *s, ts_error *error) {
    const size_t n = s->bodies->nodes;
    if (s->is_ready && memcmp(s->told, s->known, n) == 0) return TS_OK;
    const double start = ts_ccd_filter_clock();
    const int count = s->options.modes > s->options.subspace ? s->options.modes : s->options.subspace;
    clear_modes(s);
    ts_status status = ts_ndb_modes_find(&s->matrix, s->told, count, &s->modes, error);
    if (status == TS_OK) status = ts_ndb_subspace_init(&s->subspace, &s->modes, s->options.subspace, error);
    if (status == TS_OK) status = ts_ndb_subspace_init(&s->warm, &s->modes, s->options.modes, error);
    if (status != TS_OK) return status;
    if (s->options.moves_whole) status = ts_ndb_whole_find(&s->whole_bodies, &s->matrix, s->told, error);
    if (status != TS_OK) return status;
    memcpy(s->known, s->told, n);
    ts_ndb_smoothing_measure(&s->smoothing);
    s->free_nodes = 0;
    for (size_t i = 0; i < n; ++i) s->free_nodes += !s->told[i];
    s->is_ready = true;
    s->counts.setup_seconds += ts_ccd_filter_clock() - start;
    return TS_OK;
}

/* ---- Measures ---- */

static double measure(const ts_ndb *s, double sum2) {
    if (s->options.is_l2) return sqrt(sum2);
    return s->free_nodes > 0 ? sqrt(sum2) / s->size * sqrt(40000.0 / (double)s->free_nodes) : 0.0;
}

static double total(const double *sum, size_t pieces) {
    double all = 0.0;
    for (size_t k = 0; k < pieces; ++k) all += sum[k];
    return all;
}

double ts_ndb_distance(const ts_ndb *s, const double (*a)[3], const double (*b)[3]) {
    const size_t n = s->bodies->nodes, pieces = ts_ndb_pieces(n);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(n, 2))
    for (size_t k = 0; k < pieces; ++k) {
        double sum = 0.0;
        for (size_t i = k * TS_NDB_PIECE; i < ts_ndb_piece_end(k, n); ++i) {
            double d[3];
            ts_sub(a[i], b[i], d);
            sum += s->told[i] ? 0.0 : ts_norm2(d);
        }
        s->piece_sum[k] = sum;
    }
    return measure(s, total(s->piece_sum, pieces));
}

/* ---- The iteration ---- */

static void copy_rows(ts_ndb *s) {
    const size_t n = s->bodies->nodes;
#pragma omp parallel for schedule(static) if (ts_pays_to_share(n, 2))
    for (size_t i = 0; i < n; ++i) memcpy(s->x[i], s->plus[i], sizeof s->plus[i]);
}

/* Adds inertia to the forces of a piece of nodes; told ones get none. Returns its energy. */
static double add_inertia(ts_ndb *s, size_t first, size_t end) {
    double energy = 0.0;
    for (size_t i = first; i < end; ++i) {
        double off[3];
        ts_sub(s->z[i], s->x[i], off);
        if (s->told[i]) {
            memset(s->r[i], 0, sizeof s->r[i]);
        } else {
            ts_axpy(s->r[i], s->inertia[i], off, s->r[i]);
            energy += 0.5 * s->inertia[i] * ts_norm2(off);
        }
    }
    return energy;
}

static void local_step(ts_ndb *s, ts_ndb_global global) {
    const size_t n = s->bodies->nodes, pieces = ts_ndb_pieces(n);
    copy_rows(s);
    s->energy = ts_ndb_elastic_local(&s->elastic, (const ts_ndb_row *)s->x, s->r);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(n, 4))
    for (size_t k = 0; k < pieces; ++k) s->piece_sum[k] = add_inertia(s, k * TS_NDB_PIECE, ts_ndb_piece_end(k, n));
    s->energy += total(s->piece_sum, pieces);
    if (!s->contact || global == TS_NDB_WARM) return;
    const double start = ts_ccd_filter_clock();
    s->across = ts_ndb_contact_pull(s->contact, at(s->plus));
    s->seconds[TS_NDB_PHASE_GATHER] += ts_ccd_filter_clock() - start;
}

/* The targets of contact; what they add to the diagonal. */
static ts_ndb_added gather_contact(ts_ndb *s) {
    ts_ndb_added added = {0};
    if (!s->contact) return added;
    ts_ndb_contact_gather(s->contact, at(s->plus), s->added, s->pull);
    added.count = ts_ndb_contact_nodes(s->contact, &added.node);
    added.value = s->added;
    for (size_t k = 0; k < added.count; ++k) {
        const size_t i = (size_t)added.node[k];
        if (s->told[i]) continue;
        for (int c = 0; c < 3; ++c) s->r[i][c] += s->pull[i][c] - s->added[i] * s->plus[i][c];
    }
    return added;
}

/* x += dx; returns |dx|^2. */
static double move_piece(ts_ndb *s, size_t first, size_t end) {
    double sum = 0.0;
    for (size_t i = first; i < end; ++i) {
        ts_add(s->plus[i], s->dx[i], s->plus[i]);
        sum += ts_norm2(s->dx[i]);
    }
    return sum;
}

static double move(ts_ndb *s) {
    const size_t n = s->bodies->nodes, pieces = ts_ndb_pieces(n);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(n, 4))
    for (size_t k = 0; k < pieces; ++k) s->piece_sum[k] = move_piece(s, k * TS_NDB_PIECE, ts_ndb_piece_end(k, n));
    return measure(s, total(s->piece_sum, pieces));
}

/* ---- Acceleration ---- */

static double whole_energy(const ts_ndb *s) {
    return s->contact ? s->energy + s->across.barrier + s->across.friction : s->energy;
}

void ts_ndb_accelerate_anew(ts_ndb *s) {
    ts_ndb_anderson_restart(&s->anderson);
    ts_ndb_quasi_restart(&s->quasi);
    s->is_accelerated = false;
    s->whole = INFINITY;
}

void ts_ndb_accelerate(ts_ndb *s) {
    const double start = ts_ccd_filter_clock();
    const ts_ndb_iterate_rows now = {(const ts_ndb_row *)s->x, (const ts_ndb_row *)s->r, (const ts_ndb_row *)s->dx};
    s->is_accelerated = s->is_quasi_newton ? ts_ndb_quasi_take(&s->quasi, &now, s->plus)
                                           : ts_ndb_anderson_take(&s->anderson, now.f, s->plus);
    s->counts.accelerated += s->is_accelerated;
    s->counts.quasi_newton += s->is_accelerated && s->is_quasi_newton;
    s->seconds[TS_NDB_PHASE_ACCELERATION] += ts_ccd_filter_clock() - start;
}

/* After a local step at the trial point: back to where it would be without acceleration, if that made it worse. */
static void judge_acceleration(ts_ndb *s) {
    const double before = s->whole;
    s->whole = whole_energy(s);
    const bool is_worse = s->is_accelerated && s->whole > before;
    s->is_accelerated = false;
    if (!is_worse) return;
    if (s->is_quasi_newton) {
        ts_ndb_quasi_take_back(&s->quasi, s->plus);
    } else {
        ts_ndb_anderson_plain(&s->anderson, s->plus);
        ts_ndb_anderson_restart(&s->anderson);
    }
    local_step(s, TS_NDB_WITH_CONTACT);
    s->whole = whole_energy(s);
    ++s->counts.taken_back;
    s->is_quasi_newton = ++s->taken_back >= s->options.quasi_newton_after;
}

/* Solves for dx, softly and then by sweeps. */
static void solve(ts_ndb *s, ts_ndb_global global, const ts_ndb_added *added) {
    const double start = ts_ccd_filter_clock();
    const ts_ndb_row *r = (const ts_ndb_row *)s->r;
    ts_ndb_subspace *subspace = global == TS_NDB_WARM ? &s->warm : &s->subspace;
    ts_ndb_subspace_set(subspace, added);
    ts_ndb_subspace_solve(subspace, r, s->dx);
    const double soft = ts_ccd_filter_clock();
    s->seconds[TS_NDB_PHASE_SUBSPACE] += soft - start;
    if (global == TS_NDB_WARM) return;
    ts_ndb_smoothing_set(&s->smoothing, added->value);
    ts_ndb_smooth(&s->smoothing, s->options.smoother, s->options.sweeps, r, s->dx);
    const double smooth = ts_ccd_filter_clock();
    s->seconds[TS_NDB_PHASE_SMOOTH] += smooth - soft;
    ts_ndb_whole_balance(&s->whole_bodies,
                         &(ts_ndb_moving){s->contact, s->inertia, (const ts_ndb_row *)s->z, (const ts_ndb_row *)s->x},
                         s->dx);
    s->seconds[TS_NDB_PHASE_SUBSPACE] += ts_ccd_filter_clock() - smooth;
}

double ts_ndb_iterate(ts_ndb *s, ts_ndb_global global) {
    const double start = ts_ccd_filter_clock(), across = s->seconds[TS_NDB_PHASE_GATHER];
    local_step(s, global);
    if (s->anderson.depth > 0 && global == TS_NDB_WITH_CONTACT) judge_acceleration(s);
    const double elements = ts_ccd_filter_clock(), pulled = s->seconds[TS_NDB_PHASE_GATHER] - across;
    const ts_ndb_added added = global == TS_NDB_WARM ? (ts_ndb_added){0} : gather_contact(s);
    s->seconds[TS_NDB_PHASE_LOCAL] += elements - start - pulled;
    s->seconds[TS_NDB_PHASE_GATHER] += ts_ccd_filter_clock() - elements;
    solve(s, global, &added);
    const double solved = ts_ccd_filter_clock();
    const double change = move(s);
    s->seconds[TS_NDB_PHASE_SMOOTH] += ts_ccd_filter_clock() - solved;
    return change;
}
