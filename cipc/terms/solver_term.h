/* SPDX-License-Identifier: GPL-2.0-or-later
 * A term of the solver: the kernel that evaluates it and the reference it should equal. Potentials and barriers hold
 * theirs beside their formula; those of distances, the mollifier and friction have files here. */
#ifndef TS_CIPC_TERMS_SOLVER_TERM_H
#define TS_CIPC_TERMS_SOLVER_TERM_H

#include "cipc/terms.h"

typedef struct ts_solver_term ts_solver_term;

/* At inputs x and parameters p; *out comes as zeros. Where the value is infinite, derivatives need not be filled. */
typedef void ts_solver_kernel(const ts_solver_term *self, const double *x, const double *p, bool projected,
                              ts_term_value *out);

struct ts_solver_term {
    const char *reference;
    ts_solver_kernel *kernel;
    bool is_projected;     /* by a step: `projected` makes a difference */
    int variant;           /* for a kernel of several terms: which, */
    const void *of;        /* and of what potential or barrier */
    ts_term_domain domain; /* zeros where the benches have a sweep */
};

typedef struct ts_solver_family {
    const ts_solver_term *member;
    size_t count;
} ts_solver_family;

extern const ts_solver_family ts_solver_contact_terms, ts_solver_friction_terms;

#define TS_SOLVER_FAMILY(members)                                                                                      \
    { members, sizeof(members) / sizeof(*(members)) }

#endif
