/* SPDX-License-Identifier: GPL-2.0-or-later
 * The block matrix times a vector on all threads, with the same bits for any number of them. */
#ifndef TS_CIPC_BLOCK_PRODUCT_H
#define TS_CIPC_BLOCK_PRODUCT_H

#include "cipc/block_matrix.h"

/* y = matrix x (3 nodes each, not the same array). */
void ts_block_product(const ts_block_matrix *matrix, const double *x, double *y);
/* Nodes begin to end of y alone, the others are neither read nor written. */
void ts_block_product_rows(const ts_block_matrix *matrix, int32_t begin, int32_t end, const double *x, double *y);

#endif
