/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/by_body.h"

#include <math.h>

#include "cipc/patience.h"

/* Operations of a factorization in the time of one of a solve with triangles, and of a product with the Hessian: both
 * wait for memory. The first is that of older factors (docs/simulation.md), the second was set by a rough timing. */
static const double SLOWNESS_OF_SOLVES = 8.0, SLOWNESS_OF_PRODUCTS = 3.0;
/* What is hoped for is less by this factor than what it is to save. */
static const double MARGIN = 2.0;
enum { FIRST_TURNS = 16 };

static double product_work(const ts_block_matrix *hessian) {
    return SLOWNESS_OF_PRODUCTS * 36.0 * (double)ts_block_matrix_blocks(hessian);
}

bool ts_by_body_may_pay(const ts_linear_report *whole, const ts_block_matrix *hessian) {
    return MARGIN * FIRST_TURNS * product_work(hessian) < whole->factor_flops;
}

ts_by_body_work ts_by_body_count(const ts_linear_report *whole, const ts_linear_report *bodies,
                                 const ts_block_matrix *hessian) {
    return (ts_by_body_work){
        .whole = whole->factor_flops,
        .bodies = bodies->factor_flops,
        .turn = SLOWNESS_OF_SOLVES * 4.0 * bodies->factor_nonzeros + product_work(hessian),
    };
}

int ts_by_body_most_turns(const ts_by_body *by_body, const ts_by_body_work *work) {
    if (by_body->wait > 0) return 0;
    const double turns = (work->whole / MARGIN - work->bodies) / work->turn - 1.0;
    const int expected = by_body->turns > 0 ? by_body->turns : FIRST_TURNS;
    return turns >= expected ? (int)fmin(turns, 1e6) : 0;
}

void ts_by_body_used(ts_by_body *by_body, int turns, bool found) {
    by_body->turns = found ? turns : 0;
    if (found) {
        by_body->patience = 0;
        return;
    }
    by_body->patience = ts_more_patience(by_body->patience);
    by_body->wait = by_body->patience;
}

void ts_by_body_left_out(ts_by_body *by_body) {
    if (by_body->wait > 0) --by_body->wait;
}
