/* SPDX-License-Identifier: GPL-2.0-or-later
 * Terms as barriers. */
#include "cipc/barriers/foreign.h"

#include <ctype.h>

#include "core/calls.h"
#include "core/error.h"
#include "core/surroundings.h"

bool ts_foreign_barrier_fits(const ts_term *term) {
    return term->inputs == 1 && term->parameters == 2 && strcmp(term->parameter_names[0], "xi") == 0 &&
           strcmp(term->parameter_names[1], "dhat") == 0;
}

static bool is_model_name(const char *name) {
    for (const char *c = name; *c; ++c) {
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-') return false;
    }
    return *name && strlen(name) < TS_MODEL_NAME;
}

/* At a gap of 2^-k of the range. */
static ts_status check_at(const ts_term *term, double xi, double dhat, int k, ts_error *error) {
    const double d = xi + ldexp(dhat, -k), d2 = d * d;
    ts_term_value out = {0};
    term->evaluate(term, &d2, (const double[2]){xi, dhat}, &out);
    const double b = out.value, db = out.gradient[0], d2b = out.hessian[0][0];
    if (b > 0.0 && db < 0.0 && isfinite(b) && isfinite(db) && isfinite(d2b)) return TS_OK;
    return ts_fail(
        error, TS_ERROR_USAGE,
        "'%s' is no barrier: at d2 = %.17g, xi = %g, dhat = %g it is %g with derivatives %g and %g; it must be "
        "positive, fall and be finite all over its range",
        term->name, d2, xi, dhat, b, db, d2b);
}

ts_status ts_foreign_barrier_check(const ts_term *term, ts_error *error) {
    static const double XI[] = {0.0, 1e-3}, DHAT[] = {1e-5, 1e-3, 1e-2};
    if (!ts_foreign_barrier_fits(term)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "'%s' cannot be a barrier: it has to be a function of d2 with the parameters xi, dhat",
                       term->name);
    }
    if (!is_model_name(term->name)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "'%s' cannot name a barrier: lower case, digits and '-' are allowed, fewer than %d in all",
                       term->name, TS_MODEL_NAME);
    }
    ts_status status = TS_OK;
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (int k = 1; k <= 20 && status == TS_OK; ++k) status = check_at(term, XI[i], DHAT[j], k, error);
        }
    }
    if (ts_surroundings_are_standard()) return status;
    ts_surroundings_restore();
    return ts_fail(
        error, TS_ERROR_USAGE,
        "'%s' leaves the rounding, the floating-point traps or the locale changed, which a solver shares with "
        "it; it has to set them back before it returns",
        term->name);
}

/* The same term; others can see that it is being asked. */
typedef struct seen_term {
    ts_term term;
    const ts_term *asked;
} seen_term;

static void evaluate_seen(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    const seen_term *seen = (const seen_term *)(const void *)self; /* whose first member it is */
    ts_call_begins();
    seen->asked->evaluate(seen->asked, inputs, parameters, out);
    ts_call_ends();
}

ts_status ts_foreign_barrier_add(const ts_term *term, ts_error *error) {
    enum { MOST = 8 };
    static ts_barrier added[MOST];
    static seen_term seen[MOST];
    static size_t count;
    const ts_status status = ts_foreign_barrier_check(term, error);
    if (status != TS_OK) return status;
    if (ts_barrier_find(term->name)) {
        return ts_fail(error, TS_ERROR_USAGE, "there is a barrier '%s' already; rename the term", term->name);
    }
    if (count == MOST) return ts_fail(error, TS_ERROR_USAGE, "at most %d barriers can be added", MOST);
    seen[count] = (seen_term){.term = *term, .asked = term};
    seen[count].term.evaluate = evaluate_seen;
    added[count] = (ts_barrier){
        .model = {.role = TS_MODEL_BARRIER, .name = term->name, .about = term->about ? term->about : "of a plug-in"},
        .term = &seen[count].term,
        .unit = "its own",
        .stiffness = "constant",
        .smooth = 1,
        .reference = term->reference,
    };
    ts_barrier_add(&added[count++]);
    return TS_OK;
}
