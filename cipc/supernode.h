/* SPDX-License-Identifier: GPL-2.0-or-later
 * A look at CHOLMOD's supernodal factor. Supernode k has the columns super[k] up to super[k + 1], and as rows of all of
 * them s[pi[k]] up to s[pi[k + 1]]: first its own columns, whose lower triangle is dense, then those below. Its parent
 * in the elimination tree is the supernode of the first row below. */
#ifndef TS_CIPC_SUPERNODE_H
#define TS_CIPC_SUPERNODE_H

#include <stdint.h>

#include <suitesparse/cholmod.h>

typedef struct ts_supernode {
    int64_t number;
    int64_t first, columns, rows; /* first column; how many of each, the rows with those of its own columns */
    const int64_t *row;           /* rows of the factor */
    double *value; /* column by column, each of `rows` numbers; what is above the diagonal means nothing */
} ts_supernode;

/* Of a factor that has numbers. */
static inline ts_supernode ts_supernode_at(const cholmod_factor *factor, int64_t k) {
    const int64_t *super = (const int64_t *)factor->super, *pi = (const int64_t *)factor->pi;
    const int64_t *px = (const int64_t *)factor->px, *s = (const int64_t *)factor->s;
    return (ts_supernode){
        .number = k,
        .first = super[k],
        .columns = super[k + 1] - super[k],
        .rows = pi[k + 1] - pi[k],
        .row = s + pi[k],
        .value = (double *)factor->x + px[k],
    };
}

#endif
