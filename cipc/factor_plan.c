/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/factor_plan.h"

#include <stdlib.h>

#include <suitesparse/cholmod.h>

#include "core/error.h"
#include "core/task_tree.h"

/* Subtrees of less than this share of all work are done by one thread; supernodes above them of more multiplications
 * than this are shared out. Neither depends on the number of threads. */
static const double SMALL_SHARE = 1.0 / 64.0, SHARED_WORK = 2e7;

void ts_factor_plan_clear(ts_factor_plan *plan) {
    free(plan->update_start);
    free(plan->update);
    free(plan->block_start);
    free(plan->block);
    free(plan->piece);
    free(plan->parent);
    *plan = (ts_factor_plan){0};
}

/* While a plan is made. */
typedef struct draft {
    ts_factor_plan *plan;
    const int64_t *super, *pi, *s;
    size_t supernodes, n;
    int32_t *owner;  /* of a column: its supernode */
    int32_t *parent; /* of a supernode, or TS_NO_TASK */
    double *work;    /* of the subtree of a supernode */
    int64_t *first;  /* supernode of that subtree */
    int32_t *piece;  /* of the last supernode of a piece: its number */
} draft;

static void draft_clear(draft *of) {
    free(of->owner);
    free(of->parent);
    free(of->work);
    free(of->first);
    free(of->piece);
}

static int64_t rows_of(const draft *of, size_t k) {
    return of->pi[k + 1] - of->pi[k];
}

static int64_t columns_of(const draft *of, size_t k) {
    return of->super[k + 1] - of->super[k];
}

static bool draft_init(draft *of, ts_factor_plan *plan, const cholmod_factor *factor) {
    const size_t supernodes = factor->nsuper, n = factor->n;
    *of = (draft){
        .plan = plan,
        .super = factor->super,
        .pi = factor->pi,
        .s = factor->s,
        .supernodes = supernodes,
        .n = n,
        .owner = malloc(n * sizeof *of->owner),
        .parent = malloc(supernodes * sizeof *of->parent),
        .work = calloc(supernodes, sizeof *of->work),
        .first = malloc(supernodes * sizeof *of->first),
        .piece = malloc(supernodes * sizeof *of->piece),
    };
    if (!of->owner || !of->parent || !of->work || !of->first || !of->piece) return false;
    for (size_t k = 0; k < supernodes; ++k) {
        for (int64_t j = of->super[k]; j < of->super[k + 1]; ++j) of->owner[j] = (int32_t)k;
        of->first[k] = (int64_t)k;
    }
    for (size_t k = 0; k < supernodes; ++k) {
        const int64_t rows = rows_of(of, k), columns = columns_of(of, k);
        of->parent[k] = rows > columns ? of->owner[of->s[of->pi[k] + columns]] : TS_NO_TASK;
        if ((size_t)rows > plan->most_rows) plan->most_rows = (size_t)rows;
    }
    return true;
}

/* ---- Updates ---- */

/* Of the rows of supernode d from its row `first` on: how many are columns of its owner. */
static int32_t columns_from(const draft *of, size_t d, int32_t first) {
    const int64_t *row = of->s + of->pi[d];
    const int64_t rows = rows_of(of, d);
    const int32_t owner = of->owner[row[first]];
    int32_t last = first;
    while (last < rows && of->owner[row[last]] == owner) ++last;
    return last - first;
}

static size_t count_updates(const draft *of) {
    size_t count = 0;
    for (size_t d = 0; d < of->supernodes; ++d) {
        for (int32_t p = (int32_t)columns_of(of, d); p < rows_of(of, d); p += columns_from(of, d, p)) ++count;
    }
    return count;
}

/* Each supernode waits in a list of the one that it updates next, last come first. */
static ts_status list_updates(draft *of, ts_error *error) {
    ts_factor_plan *plan = of->plan;
    const size_t count = count_updates(of);
    int32_t *head = malloc(3 * of->supernodes * sizeof *head);
    plan->update = malloc((count + 1) * sizeof *plan->update);
    plan->update_start = malloc((of->supernodes + 1) * sizeof *plan->update_start);
    if (!head || !plan->update || !plan->update_start) {
        free(head);
        return ts_fail_memory(error, "the plan of a factorization");
    }
    int32_t *next = head + of->supernodes, *place = next + of->supernodes;
    for (size_t k = 0; k < of->supernodes; ++k) head[k] = -1;
    size_t listed = 0;
    for (size_t k = 0; k < of->supernodes; ++k) {
        plan->update_start[k] = listed;
        place[k] = (int32_t)columns_of(of, k);
        for (int32_t d = head[k], then; d != -1; d = then) {
            const int32_t columns = columns_from(of, (size_t)d, place[d]);
            plan->update[listed++] = (ts_factor_update){d, place[d], columns};
            then = next[d];
            place[d] += columns;
            if (place[d] == rows_of(of, (size_t)d)) continue;
            const int32_t owner = of->owner[of->s[of->pi[d] + place[d]]];
            next[d] = head[owner];
            head[owner] = d;
        }
        if (of->parent[k] == TS_NO_TASK) continue;
        next[k] = head[of->parent[k]];
        head[of->parent[k]] = (int32_t)k;
    }
    plan->update_start[of->supernodes] = listed;
    free(head);
    return TS_OK;
}

/* ---- Blocks ---- */

static void count_to_start(size_t *start, size_t count) {
    size_t sum = 0;
    for (size_t k = 0; k <= count; ++k) {
        const size_t here = start[k];
        start[k] = sum;
        sum += here;
    }
}

/* The unknowns of a node are neighbours in the factor's order, x first: a column of the matrix has the other two rows
 * of its own node, so each is the only child of the next in the elimination tree. place: of each node's x. */
static bool find_places(const draft *of, const ts_block_matrix *matrix, int64_t *place) {
    const int64_t *order = of->plan->factor->Perm;
    for (size_t k = 0; k < of->n; k += 3) {
        if (order[k] % 3 != 0 || order[k + 1] != order[k] + 1 || order[k + 2] != order[k] + 2) return false;
        place[order[k] / 3] = (int64_t)k;
    }
    return of->n == 3 * matrix->nodes;
}

/* Row of the supernode that holds this row of the factor. */
static int32_t row_in(const draft *of, size_t k, int64_t row) {
    const int64_t *rows = of->s + of->pi[k];
    int64_t lo = 0, hi = rows_of(of, k);
    while (lo < hi) {
        const int64_t mid = lo + (hi - lo) / 2;
        if (rows[mid] < row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (int32_t)lo;
}

static int by_row(const void *a, const void *b) {
    const ts_factor_block *left = a, *right = b;
    if (left->row != right->row) return left->row < right->row ? -1 : 1;
    return (left->column > right->column) - (left->column < right->column);
}

static void place_blocks(draft *of, const ts_block_matrix *matrix, const int64_t *place) {
    ts_factor_plan *plan = of->plan;
    for (int32_t j = 0; j < (int32_t)matrix->nodes; ++j) {
        const int32_t first = matrix->column[j], stride = 3 * (matrix->column[j + 1] - first);
        for (int32_t b = first; b < matrix->column[j + 1]; ++b) {
            const int64_t here = place[j], other = place[matrix->row[b]];
            const bool is_turned = other < here;
            const int64_t column = is_turned ? other : here, row = is_turned ? here : other;
            const size_t k = (size_t)of->owner[column];
            plan->block[plan->block_start[k]++] = (ts_factor_block){
                .source = 9 * (int64_t)first + 3 * (b - first),
                .down = is_turned ? stride : 1,
                .across = is_turned ? 1 : stride,
                .row = row_in(of, k, row),
                .column = (int32_t)(column - of->super[k]),
            };
        }
    }
    for (size_t k = of->supernodes; k-- > 0;) plan->block_start[k + 1] = plan->block_start[k];
    plan->block_start[0] = 0;
    for (size_t k = 0; k < of->supernodes; ++k) {
        qsort(plan->block + plan->block_start[k], plan->block_start[k + 1] - plan->block_start[k], sizeof *plan->block,
              by_row);
    }
}

static ts_status list_blocks(draft *of, const ts_block_matrix *matrix, ts_error *error) {
    ts_factor_plan *plan = of->plan;
    int64_t *place = malloc((matrix->nodes + 1) * sizeof *place);
    plan->block = malloc((ts_block_matrix_blocks(matrix) + 1) * sizeof *plan->block);
    plan->block_start = calloc(of->supernodes + 1, sizeof *plan->block_start);
    ts_status status = TS_OK;
    if (!place || !plan->block || !plan->block_start) {
        status = ts_fail_memory(error, "the plan of a factorization");
    } else if (!find_places(of, matrix, place)) {
        status = ts_fail(error, TS_ERROR_INTERNAL, "the factor's order parts the unknowns of a node");
    } else {
        for (int32_t j = 0; j < (int32_t)matrix->nodes; ++j) {
            for (int32_t b = matrix->column[j]; b < matrix->column[j + 1]; ++b) {
                const int64_t here = place[j], other = place[matrix->row[b]];
                ++plan->block_start[of->owner[here < other ? here : other]];
            }
        }
        count_to_start(plan->block_start, of->supernodes);
        place_blocks(of, matrix, place);
    }
    free(place);
    return status;
}

/* ---- Pieces ---- */

/* Multiplications. */
static double own_work(const draft *of, size_t k) {
    const ts_factor_plan *plan = of->plan;
    const double columns = (double)columns_of(of, k), below = (double)rows_of(of, k) - columns;
    double work = columns * columns * (columns / 6.0 + below / 2.0);
    for (size_t u = plan->update_start[k]; u < plan->update_start[k + 1]; ++u) {
        const ts_factor_update *at = &plan->update[u];
        const double rows = (double)(rows_of(of, (size_t)at->from) - at->first);
        work += (double)columns_of(of, (size_t)at->from) * at->columns * rows;
    }
    return work;
}

static void reserve_for(ts_factor_plan *plan, const draft *of, const ts_factor_piece *piece) {
    for (size_t u = plan->update_start[piece->first]; u < plan->update_start[piece->last + 1]; ++u) {
        const ts_factor_update *at = &plan->update[u];
        int64_t rows = rows_of(of, (size_t)at->from) - at->first;
        if (piece->is_shared && rows > TS_FACTOR_STRIPE) rows = TS_FACTOR_STRIPE;
        const size_t numbers = (size_t)rows * (size_t)(at->columns < TS_FACTOR_WIDTH ? at->columns : TS_FACTOR_WIDTH);
        if (numbers > plan->most_updated) plan->most_updated = numbers;
    }
}

/* Pieces in the order of their last supernodes: children before their parents. */
static ts_status cut_pieces(draft *of, ts_error *error) {
    ts_factor_plan *plan = of->plan;
    double all = 0.0;
    for (size_t k = 0; k < of->supernodes; ++k) {
        const double own = own_work(of, k);
        all += own;
        of->work[k] += own;
        if (of->parent[k] == TS_NO_TASK) continue;
        of->work[of->parent[k]] += of->work[k];
        if (of->first[k] < of->first[of->parent[k]]) of->first[of->parent[k]] = of->first[k];
    }
    plan->piece = malloc((of->supernodes + 1) * sizeof *plan->piece);
    plan->parent = malloc((of->supernodes + 1) * sizeof *plan->parent);
    if (!plan->piece || !plan->parent) return ts_fail_memory(error, "the plan of a factorization");
    const double small = SMALL_SHARE * all;
    double room = 0.0; /* for more trees in the last piece, if it is of whole trees */
    for (size_t k = 0; k < of->supernodes; ++k) {
        const bool is_small = of->work[k] <= small, is_root = of->parent[k] == TS_NO_TASK;
        if (is_small && !is_root && of->work[of->parent[k]] <= small) continue;
        if (is_small && is_root && of->work[k] <= room) {
            plan->piece[plan->pieces - 1].last = (int64_t)k;
            room -= of->work[k];
            continue;
        }
        room = is_small && is_root ? small - of->work[k] : 0.0;
        of->piece[k] = (int32_t)plan->pieces;
        plan->piece[plan->pieces++] = (ts_factor_piece){
            .first = is_small ? of->first[k] : (int64_t)k,
            .last = (int64_t)k,
            .is_shared = !is_small && own_work(of, k) > SHARED_WORK && rows_of(of, k) > 2 * TS_FACTOR_STRIPE,
        };
    }
    for (size_t p = 0; p < plan->pieces; ++p) {
        const int32_t parent = of->parent[plan->piece[p].last];
        plan->parent[p] = parent == TS_NO_TASK ? TS_NO_TASK : of->piece[parent];
        reserve_for(plan, of, &plan->piece[p]);
    }
    return TS_OK;
}

ts_status ts_factor_plan_make(ts_factor_plan *plan, const cholmod_factor *factor, const ts_block_matrix *matrix,
                              ts_error *error) {
    ts_factor_plan_clear(plan);
    plan->factor = factor;
    draft of;
    ts_status status = draft_init(&of, plan, factor) ? TS_OK : ts_fail_memory(error, "the plan of a factorization");
    if (status == TS_OK) status = list_updates(&of, error);
    if (status == TS_OK) status = list_blocks(&of, matrix, error);
    if (status == TS_OK) status = cut_pieces(&of, error);
    draft_clear(&of);
    if (status != TS_OK) ts_factor_plan_clear(plan);
    return status;
}
