/* SPDX-License-Identifier: GPL-2.0-or-later
 * The local step of contact and its assembly. A and B of every constraint are identities, so that the global matrix
 * gains a diagonal alone (Lan et al. 2024, section 5.1).
 *
 * A pair with shares c, normal n and stiffness s has the energy s/2 max(aim - n.sum c x, 0)^2. With C = sum c_v^2 / m_v
 * it is majorised at x by sum m_v C s/2 |x_v' - y_v|^2, y_v = x_v + c_v / (m_v C) max(...) n: the projection of x onto
 * the halfspace, masses as weights, which pulls with the gradient of the energy. Friction, w_f/2 |u|^2 of the slip
 * u = T sum c (x - x*), is majorised in the same way, with targets x_v - c_v / (m_v C) u; w_f = mu lambda f1(|u|)/|u|
 * lags, lambda = s max(...).
 *
 * So node v gains m_v sum_p C (s + w_f) on the diagonal, and on the right-hand side that times x_v, and the sum of
 * c_v (s max(...) n - w_f u). Sums go by pairs in the order of their keys, whoever computes them. */
#include <math.h>
#include <string.h>

#include "core/share.h"
#include "core/vec3.h"
#include "ndb/contact/state.h"
#include "ndb/rows.h"
#include "scenes/collision/friction_smooth.h"

/* The tangential part of what the closest points have moved against each other since x*. */
static double slip_of(const ts_ndb_plane *plane, const double (*x)[3], const double (*x_star)[3], double slip[3]) {
    slip[0] = slip[1] = slip[2] = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && plane->node[i] >= 0; ++i) {
        for (int k = 0; k < 3; ++k) slip[k] += plane->share[i] * (x[plane->node[i]][k] - x_star[plane->node[i]][k]);
    }
    ts_axpy(slip, -ts_dot(slip, plane->normal), plane->normal, slip);
    return sqrt(ts_norm2(slip));
}

/* ---- Halfspaces and friction ---- */

/* Below this slip friction sticks, m. Its weight holds the normal direction as well, in which the pair would hardly
 * move: so it begins no stiffer than the pair is, and becomes what eps_v says with the iterations. */
static double sticking(const ts_ndb_contact *contact, const ts_ndb_plane *plane, double off) {
    return fmax(contact->e, 2.0 * plane->friction * off * plane->looseness);
}

static double rebound_energy(const ts_ndb_contact *contact, size_t i, const double (*x)[3]) {
    const ts_ndb_plane *plane = &contact->pairs.plane[i];
    double sum = 0.0;
    for (int r = 0; r < TS_STENCIL_NODES && plane->node[r] >= 0; ++r) {
        const int32_t v = plane->node[r];
        if (plane->share[r] == 0.0 || contact->inverse_mass[v] == 0.0) continue;
        double off[3];
        ts_sub(x[v], contact->pairs.target[i][r], off);
        sum += contact->bodies->mass[v] * ts_norm2(off);
    }
    return 0.5 * plane->compliance * plane->stiffness * sum;
}

/* Of pair i, and its energies. */
static ts_ndb_contact_energies pull_of(const ts_ndb_contact *contact, size_t i, const double (*x)[3],
                                       ts_ndb_pull *pull) {
    const ts_ndb_plane *plane = &contact->pairs.plane[i];
    ts_ndb_contact_energies energies = {0.0, 0.0};
    memset(pull, 0, sizeof *pull);
    if (!(plane->stiffness > 0.0)) return energies;
    const bool is_rebound = contact->settings.target == TS_NDB_REBOUND;
    const double off = ts_ndb_shortfall(plane, x), lambda = plane->stiffness * off;
    double rigid = plane->stiffness;
    energies.barrier = is_rebound ? rebound_energy(contact, i, x) : 0.5 * lambda * off;
    if (!is_rebound) ts_scale(lambda, plane->normal, pull->force);
    if (plane->friction > 0.0 && lambda > 0.0) {
        double slip[3];
        const double y = slip_of(plane, x, contact->x_star, slip);
        const ts_friction_value f = ts_friction_smooth(y, sticking(contact, plane, off));
        const double drag = plane->friction * lambda * f.f1_over_y;
        energies.friction = plane->friction * lambda * f.f0;
        ts_axpy(pull->force, -drag, slip, pull->force);
        rigid += drag;
    }
    pull->weight = plane->compliance * rigid;
    return energies;
}

static void add_energies(ts_ndb_contact_energies *sum, ts_ndb_contact_energies more) {
    sum->barrier += more.barrier;
    sum->friction += more.friction;
}

/* Of a piece of the pairs. */
static ts_ndb_contact_energies pull_of_piece(ts_ndb_contact *contact, size_t piece, const double (*x)[3]) {
    ts_ndb_contact_energies sum = {0.0, 0.0};
    for (size_t i = piece * TS_NDB_PIECE; i < ts_ndb_piece_end(piece, contact->pairs.count); ++i)
        add_energies(&sum, pull_of(contact, i, x, &contact->pull[i]));
    return sum;
}

ts_ndb_contact_energies ts_ndb_contact_pull(ts_ndb_contact *contact, const double (*x)[3]) {
    const double start = ts_ccd_filter_clock();
    const size_t pieces = ts_ndb_pieces(contact->pairs.count);
    ts_ndb_contact_energies sum = {0.0, 0.0};
#pragma omp parallel for schedule(static) if (ts_pays_to_share(contact->pairs.count, 25))
    for (size_t k = 0; k < pieces; ++k) contact->piece_sum[k] = pull_of_piece(contact, k, x);
    for (size_t k = 0; k < pieces; ++k) add_energies(&sum, contact->piece_sum[k]);
    contact->report.gather_seconds += ts_ccd_filter_clock() - start;
    return sum;
}

/* What the constant targets of a rebound add at a node. */
static void add_rebound(const ts_ndb_pairs *pairs, const ts_ndb_slot *slot, const double x[3], double out[3]) {
    const ts_ndb_plane *plane = &pairs->plane[slot->pair];
    const double weight = plane->compliance * plane->stiffness;
    for (int k = 0; k < 3; ++k) out[k] += weight * (pairs->target[slot->pair][slot->row][k] - x[k]);
}

static void gather_node(const ts_ndb_contact *contact, size_t n, const double (*x)[3], double *dH, double (*b_add)[3]) {
    const ts_ndb_pairs *pairs = &contact->pairs;
    const int32_t v = pairs->node[n];
    double weight = 0.0, push[3] = {0.0, 0.0, 0.0}, rebound[3] = {0.0, 0.0, 0.0};
    for (int32_t s = pairs->first[n]; s < pairs->first[n + 1]; ++s) {
        const ts_ndb_slot *slot = &pairs->slot[s];
        const ts_ndb_pull *pull = &contact->pull[slot->pair];
        weight += pull->weight;
        ts_axpy(push, slot->share, pull->force, push);
        if (pairs->target) add_rebound(pairs, slot, x[v], rebound);
    }
    const double mass = contact->bodies->mass[v];
    dH[v] = mass * weight;
    for (int k = 0; k < 3; ++k) b_add[v][k] = dH[v] * x[v][k] + push[k] + mass * rebound[k];
}

void ts_ndb_contact_gather(ts_ndb_contact *contact, const double (*x)[3], double *dH, double (*b_add)[3]) {
    const double start = ts_ccd_filter_clock();
    const ts_ndb_pairs *pairs = &contact->pairs;
    memset(dH, 0, contact->bodies->nodes * sizeof *dH);
    memset(b_add, 0, contact->bodies->nodes * sizeof *b_add);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(pairs->count, 10))
    for (size_t n = 0; n < pairs->nodes; ++n) gather_node(contact, n, x, dH, b_add);
    contact->report.gather_seconds += ts_ccd_filter_clock() - start;
}

size_t ts_ndb_contact_nodes(const ts_ndb_contact *contact, const int32_t **node) {
    *node = contact->pairs.node;
    return contact->pairs.nodes;
}

/* ---- Energies and forces ---- */

ts_ndb_contact_energies ts_ndb_contact_energy(const ts_ndb_contact *contact, const double (*x)[3]) {
    ts_ndb_contact_energies sum = {0.0, 0.0};
    for (size_t k = 0; k < ts_ndb_pieces(contact->pairs.count); ++k) {
        ts_ndb_contact_energies piece = {0.0, 0.0};
        for (size_t i = k * TS_NDB_PIECE; i < ts_ndb_piece_end(k, contact->pairs.count); ++i) {
            ts_ndb_pull unused;
            add_energies(&piece, pull_of(contact, i, x, &unused));
        }
        add_energies(&sum, piece);
    }
    return sum;
}

void ts_ndb_contact_forces(const ts_ndb_contact *contact, const double (*x)[3], double (*force)[3]) {
    for (size_t i = 0; i < contact->pairs.count; ++i) {
        const ts_ndb_plane *plane = &contact->pairs.plane[i];
        const double lambda = plane->stiffness * ts_ndb_shortfall(plane, x);
        for (int r = 0; r < TS_STENCIL_NODES && plane->node[r] >= 0; ++r) {
            const int32_t v = plane->node[r];
            ts_axpy(force[v], lambda * plane->share[r], plane->normal, force[v]);
        }
    }
}
