/* SPDX-License-Identifier: GPL-2.0-or-later
 * Products and solves with columns of a factor that lie side by side, in lanes. Supernodes are often few columns of few
 * rows, where a call of the BLAS takes longer than its arithmetic. The order of all operations is given: the bits are
 * the same on every machine. */
#ifndef TS_CIPC_PANEL_H
#define TS_CIPC_PANEL_H

#include <stdint.h>

/* L: `columns` of `rows` numbers, column by column, each `stride` numbers after the one before. */
typedef struct ts_panel {
    int64_t columns, rows, stride;
    const double *value;
} ts_panel;

typedef struct ts_panel_kernels {
    /* L is a lower triangle L1, with the rows L2 below it: y1 becomes L1^-1 y1, and y2 less L2 times that.
     * y: rows, y1 the first `columns` of them. */
    void (*lower)(const ts_panel *of, double *y);
    /* So is L: y1 becomes L1^-T (y1 - L2^T y2). */
    void (*upper)(const ts_panel *of, double *y);
    /* y (rows) -= L x (columns) */
    void (*tell)(const ts_panel *of, const double *x, double *y);
    /* x (columns) -= L^T y (rows) */
    void (*hear)(const ts_panel *of, const double *y, double *x);
} ts_panel_kernels;

/* For this machine; and those that any may have. */
const ts_panel_kernels *ts_panel_kernels_here(void);
extern const ts_panel_kernels ts_panel_kernels_portable, ts_panel_kernels_avx2;

#endif
