/* SPDX-License-Identifier: GPL-2.0-or-later
 * The list of the solver's terms. What a term is called and of what it is a function is said once, by its reference. */
#include "cipc/terms.h"

#include <math.h>
#include <string.h>
#include <threads.h>

#include "cipc/potentials/table.h"
#include "cipc/terms/barrier_terms.h"

enum { MOST_TERMS = 256, MOST_BARRIERS = 32 };

typedef struct entry {
    ts_term term; /* first: a term points to its entry */
    const ts_solver_term *solver;
} entry;

static ts_barrier_term of_barriers[MOST_BARRIERS][TS_BARRIER_FORMS];
static size_t barriers; /* the solver's own */
static entry list[MOST_TERMS];
static size_t listed;
static once_flag listing = ONCE_FLAG_INIT;

static void evaluate_projected(const entry *of, const double *x, const double *p, bool projected, ts_term_value *out) {
    memset(out, 0, sizeof *out);
    of->solver->kernel(of->solver, x, p, projected, out);
    if (!isinf(out->value)) return;
    for (int i = 0; i < of->term.inputs; ++i) {
        out->gradient[i] = NAN;
        for (int j = 0; j < of->term.inputs; ++j) out->hessian[i][j] = NAN;
    }
}

static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    evaluate_projected((const entry *)self, inputs, parameters, false, out);
}

/* The members that name the reference. */
static void add_members(const ts_solver_term *member, size_t count, const ts_term *reference) {
    for (size_t k = 0; k < count && listed < MOST_TERMS; ++k) {
        if (strcmp(member[k].reference, reference->name) != 0) continue;
        list[listed] = (entry){*reference, &member[k]};
        list[listed++].term.evaluate = evaluate;
    }
}

static void add_terms_of(const ts_term *reference) {
    const ts_potential_entry *potential;
    add_members(ts_solver_contact_terms.member, ts_solver_contact_terms.count, reference);
    add_members(ts_solver_friction_terms.member, ts_solver_friction_terms.count, reference);
    for (size_t k = 0; (potential = ts_potential_at(k)) != NULL; ++k) {
        add_members(potential->terms.member, potential->terms.count, reference);
    }
    for (size_t k = 0; k < barriers; ++k) {
        for (int form = 0; form < TS_BARRIER_FORMS; ++form) add_members(&of_barriers[k][form].term, 1, reference);
    }
}

static void fill_list(void) {
    const ts_term *reference;
    const ts_barrier *barrier;
    for (; barriers < MOST_BARRIERS && (barrier = ts_barrier_at(barriers)) && !barrier->term; ++barriers) {
        for (int form = 0; form < TS_BARRIER_FORMS; ++form)
            ts_barrier_term_init(barrier, form, &of_barriers[barriers][form]);
    }
    for (size_t i = 0; (reference = ts_term_at(i)) != NULL; ++i) add_terms_of(reference);
}

size_t ts_solver_term_count(void) {
    call_once(&listing, fill_list);
    return listed;
}

const ts_term *ts_solver_term_at(size_t index) {
    return index < ts_solver_term_count() ? &list[index].term : NULL;
}

bool ts_solver_term_projected(size_t index, const double *inputs, const double *parameters,
                              double hessian[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS]) {
    ts_term_value out;
    if (index >= ts_solver_term_count() || !list[index].solver->is_projected) return false;
    evaluate_projected(&list[index], inputs, parameters, true, &out);
    if (isinf(out.value)) return false;
    memcpy(hessian, out.hessian, sizeof out.hessian);
    return true;
}

const ts_term_domain *ts_solver_term_domain(size_t index) {
    return index < ts_solver_term_count() ? &list[index].solver->domain : NULL;
}
