/* SPDX-License-Identifier: GPL-2.0-or-later
 * The list of the solver's terms. What a term is called and of what it is a function is said once, by its reference. */
#include "cipc/terms.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <threads.h>

#include "cipc/terms/solver_term.h"

static const ts_solver_family *const FAMILIES[] = {&ts_solver_contact_terms, &ts_solver_friction_terms,
                                                   &ts_solver_element_terms, &ts_solver_bending_terms};
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES, MOST_TERMS = 64 };

typedef struct entry {
    ts_term term; /* first: a term points to its entry */
    const ts_solver_term *solver;
} entry;

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

static void fill_list(void) {
    for (int i = 0; i < FAMILY_COUNT; ++i) {
        for (size_t k = 0; k < FAMILIES[i]->count; ++k) {
            const ts_solver_term *solver = &FAMILIES[i]->member[k];
            const ts_term *reference = ts_term_find(solver->reference);
            assert(reference && listed < MOST_TERMS);
            list[listed] = (entry){*reference, solver};
            list[listed++].term.evaluate = evaluate;
        }
    }
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
