/* SPDX-License-Identifier: GPL-2.0-or-later
 * The error of a solution, by the matrix itself. */
#include "cipc/solve_check.h"

#include <math.h>

#include "cipc/block_product.h"

static double largest_diagonal(const ts_block_matrix *matrix) {
    double most = 0.0;
    for (size_t j = 0; j < matrix->nodes; ++j) {
        size_t stride;
        const double *block = ts_block_at(matrix, matrix->column[j], (int32_t)j, &stride);
        for (size_t c = 0; c < 3; ++c) most = fmax(most, block[c * stride + c]);
    }
    return most;
}

double ts_solve_error(const ts_solved_system *of, double *scratch) {
    const size_t n = 3 * of->matrix->nodes;
    double off = 0.0, right = 0.0, solution = 0.0;
    ts_block_product(of->matrix, of->solution, scratch);
    for (size_t i = 0; i < n; ++i) {
        const double rest = scratch[i] + of->shift * of->solution[i] - of->right[i];
        if (isnan(rest)) return NAN;
        off = fmax(off, fabs(rest));
        right = fmax(right, fabs(of->right[i]));
        solution = fmax(solution, fabs(of->solution[i]));
    }
    return off > 0.0 ? off / (right + (largest_diagonal(of->matrix) + of->shift) * solution) : 0.0;
}
