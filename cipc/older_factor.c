/* SPDX-License-Identifier: GPL-2.0-or-later
 * To rent or to buy: a factorization is bought, each increment by it rents some turns, and their mean falls for as long
 * as an increment rents for less than the mean so far. */
#include "cipc/older_factor.h"

#include <math.h>

#include "cipc/patience.h"

/* Operations of a factorization in the time of one of a turn, which waits for memory (docs/simulation.md, an older
 * factor). */
static const double SLOWNESS = 8.0;
/* What is hoped for is less by this factor than what it is to save. */
static const double MARGIN = 1.25;

double ts_older_turn(const ts_linear_solver *solver, const ts_block_matrix *hessian) {
    if (!ts_linear_has_factor(solver, hessian->nodes)) return INFINITY;
    const ts_linear_report *report = ts_linear_solver_report(solver);
    const double product = 36.0 * (double)ts_block_matrix_blocks(hessian);
    return SLOWNESS * (4.0 * report->factor_nonzeros + product) / report->factor_flops;
}

int ts_older_most_turns(const ts_older_factor *older, double turn) {
    if (older->wait > 0 || older->increments == 0 || isinf(turn)) return 0;
    const double mean = older->work / older->increments;
    if (MARGIN * turn * (1 + older->turns) > mean) return 0;
    return (int)fmin(mean / turn, 1e6) - 1;
}

void ts_older_used(ts_older_factor *older, double turn, int turns, bool found) {
    const double work = turn * (1 + turns);
    const bool is_first = older->increments == 1, pays = found && MARGIN * work < 1.0;
    older->work += work;
    older->turns = turns;
    older->increments += found;
    if (!is_first) return;
    older->first = pays ? turns : 0;
    older->patience = pays ? 0 : ts_more_patience(older->patience);
    older->wait = older->patience;
}

void ts_older_renewed(ts_older_factor *older) {
    older->work = 1.0;
    older->increments = 1;
    older->turns = older->first;
    if (older->wait > 0) --older->wait;
}
