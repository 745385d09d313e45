/* SPDX-License-Identifier: GPL-2.0-or-later
 * A common kappa that grows or balances, and stiffnesses of pairs. */
#include "cipc/contact/kappa.h"

#include <stdlib.h>
#include <string.h>

#include "cipc/contact/pair_stiffness.h"
#include "core/error.h"
#include "core/vec3.h"

/* kappa never becomes more than so many times what it started with, or might have. */
static const double MOST = 100.0;

/* ---- Growth ---- */

/* Is a pair of `now` on the list of before, with a larger D? Both lists ascend by key. */
static bool comes_closer(const ts_keyed *before, size_t count, size_t *at, const ts_keyed *now) {
    while (*at < count && before[*at].key < now->key) ++*at;
    return *at < count && before[*at].key == now->key && now->value < before[*at].value;
}

/* D of an active pair. */
static double excess_of(const ts_active_set *active, size_t k) {
    return active->found[k].value - active->pair[k].xi * active->pair[k].xi;
}

static bool is_closing(const ts_kappa *kappa, const ts_active_set *active, size_t k) {
    return excess_of(active, k) < ts_stiffness_closing(kappa->rule, kappa->diagonal, active->pair[k].xi);
}

/* Replaces the list of nearly closed pairs; *closer becomes true when one of them was on it, farther apart. */
static ts_status find_closing(ts_kappa *kappa, const ts_active_set *active, bool *closer, ts_error *error) {
    size_t count = 0, at = 0;
    for (size_t k = 0; k < active->count; ++k) count += is_closing(kappa, active, k);
    ts_keyed *now = malloc((count + 1) * sizeof *now);
    if (!now) return ts_fail_memory(error, "the pairs that are nearly closed");
    count = 0;
    for (size_t k = 0; k < active->count; ++k) {
        if (!is_closing(kappa, active, k)) continue;
        const ts_keyed pair = {active->found[k].key, excess_of(active, k)};
        *closer = comes_closer(kappa->closing, kappa->closing_count, &at, &pair) || *closer;
        now[count++] = pair;
    }
    free(kappa->closing);
    kappa->closing = now;
    kappa->closing_count = count;
    return TS_OK;
}

static ts_status grow(ts_kappa *kappa, const ts_active_set *active, bool *changed, ts_error *error) {
    const double most = MOST * (kappa->rule->way == TS_STIFFNESS_BALANCES ? kappa->least : kappa->start);
    bool closer = false;
    const ts_status status = find_closing(kappa, active, &closer, error);
    if (status != TS_OK || !closer || !(kappa->now < most)) return status;
    kappa->now = fmin(2.0 * kappa->now, most);
    *changed = true;
    return TS_OK;
}

/* ---- Balance ---- */

/* -(grad B . grad E) / |grad B|^2 over the nodes that are not held, B without kappa and E all that is no contact; 0
 * where nothing presses. */
static ts_status find_balance(const ts_kappa *kappa, const ts_contact *contact, const double (*x)[3], double *balance,
                              ts_error *error) {
    const size_t n = kappa->bodies->nodes;
    double(*rest)[3] = malloc((n + 1) * sizeof *rest), (*force)[3] = calloc(n + 1, sizeof *force);
    ts_status status = rest && force ? TS_OK : ts_fail_memory(error, "the balance of forces");
    if (status == TS_OK) status = kappa->around.gradient(kappa->around.self, x, rest, error);
    double product = 0.0, square = 0.0;
    if (status == TS_OK) ts_contact_forces(contact, x, force);
    for (size_t i = 0; i < n && status == TS_OK; ++i) {
        if (kappa->around.held[i]) continue;
        product += ts_dot(force[i], rest[i]);
        square += ts_norm2(force[i]);
    }
    *balance = square > 0.0 ? fmax(kappa->now * product / square, 0.0) : 0.0;
    free(rest);
    free(force);
    return status;
}

static ts_status balance(ts_kappa *kappa, const ts_contact *contact, const double (*x)[3], bool *changed,
                         ts_error *error) {
    double found = 0.0;
    const ts_status status = find_balance(kappa, contact, x, &found, error);
    if (status != TS_OK) return status;
    kappa->start = fmin(fmax(found, kappa->least), MOST * kappa->least);
    *changed = *changed || kappa->start != kappa->now;
    kappa->now = kappa->start;
    return TS_OK;
}

/* ---- Each pair its own ---- */

static ts_status renew_own(ts_kappa *kappa, const double (*x)[3], ts_error *error) {
    memcpy(kappa->last, x, kappa->bodies->nodes * sizeof *kappa->last);
    kappa->known = true;
    kappa->has_elastic = kappa->around.hessian != NULL;
    return kappa->has_elastic ? kappa->around.hessian(kappa->around.self, x, &kappa->elastic, error) : TS_OK;
}

ts_status ts_kappa_prepare(ts_kappa *kappa, const double (*x)[3], ts_error *error) {
    if (kappa->rule->way != TS_STIFFNESS_EACH || kappa->known) return TS_OK;
    return renew_own(kappa, x, error);
}

double ts_kappa_weigh(const void *self, ts_ccd_kind kind, const int32_t pair[2], const ts_stencil node) {
    const ts_kappa *kappa = self;
    (void)pair;
    const ts_pair_stiffness of = {kappa->bodies, kappa->has_elastic ? &kappa->elastic : NULL, kappa->h, kappa->least,
                                  kappa->dhat};
    const double xi = ts_surface_thickness(kappa->surface, node[0], node[ts_ccd_first_vertices(kind)]);
    return ts_pair_stiffness_at(&of, kind, node, xi, (const double(*)[3])kappa->last);
}

/* A stiffness is that of the cubic barrier, of which Ando says it; another has the same second derivative by the gap
 * amid its range. */
void ts_kappa_spread(ts_kappa *kappa, ts_active_set *active) {
    if (kappa->rule->way != TS_STIFFNESS_EACH) return;
    kappa->largest = 0.0;
    for (size_t k = 0; k < active->count; ++k) {
        ts_contact_pair *pair = &active->pair[k];
        kappa->largest = fmax(kappa->largest, pair->multiplicity);
        pair->multiplicity *= 2.0 / ts_barrier_bend(kappa->barrier, pair->xi, kappa->dhat, kappa->parameter);
    }
}

static ts_status renew_each(ts_kappa *kappa, const ts_active_set *active, const double (*x)[3], bool *changed,
                            ts_error *error) {
    *changed = *changed || active->count > 0;
    return renew_own(kappa, x, error);
}

/* ---- All ---- */

ts_status ts_kappa_adapt(ts_kappa *kappa, const ts_contact *contact, const ts_active_set *active, const double (*x)[3],
                         bool *changed, ts_error *error) {
    switch (kappa->rule->way) {
    case TS_STIFFNESS_STAYS: return TS_OK;
    case TS_STIFFNESS_EACH: return renew_each(kappa, active, x, changed, error);
    case TS_STIFFNESS_BALANCES:
        if (kappa->start == 0.0 && active->count > 0 && kappa->around.gradient)
            return balance(kappa, contact, x, changed, error);
        break;
    case TS_STIFFNESS_GROWS: break;
    }
    return kappa->start > 0.0 ? grow(kappa, active, changed, error) : TS_OK;
}

double ts_kappa_largest(const ts_kappa *kappa) {
    return kappa->rule->way == TS_STIFFNESS_EACH ? kappa->largest : kappa->now;
}

ts_status ts_kappa_init(ts_kappa *kappa, const ts_stiffness_rule *rule, const ts_stiffness_scene *scene,
                        const ts_surface *surface, const ts_contact_settings *settings, ts_error *error) {
    if (!(settings->kappa >= 0.0) || !isfinite(settings->kappa)) {
        return ts_fail(error, TS_ERROR_USAGE, "the barrier's stiffness kappa is %g J; it must be 0 (chosen) or above",
                       settings->kappa);
    }
    const double start = settings->kappa > 0.0 ? settings->kappa : rule->start(scene);
    *kappa = (ts_kappa){.rule = rule,
                        .now = start,
                        .start = start,
                        .least = start,
                        .diagonal = settings->diagonal,
                        .h = scene->h,
                        .bodies = scene->bodies,
                        .barrier = scene->barrier,
                        .parameter = scene->parameter,
                        .dhat = scene->dhat,
                        .around = settings->around,
                        .surface = surface};
    if (rule->way == TS_STIFFNESS_BALANCES && settings->kappa == 0.0) kappa->start = 0.0;
    if (rule->way != TS_STIFFNESS_EACH) return TS_OK;
    kappa->now = 1.0;
    kappa->last = calloc(scene->bodies->nodes + 1, sizeof *kappa->last);
    return kappa->last ? TS_OK : ts_fail_memory(error, "the stiffnesses of pairs");
}

void ts_kappa_forget(ts_kappa *kappa) {
    kappa->closing_count = 0;
    kappa->known = false;
}

void ts_kappa_clear(ts_kappa *kappa) {
    ts_block_matrix_clear(&kappa->elastic);
    free(kappa->closing);
    free(kappa->last);
    *kappa = (ts_kappa){0};
}
