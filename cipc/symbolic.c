/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/symbolic.h"

#include <stdlib.h>
#include <string.h>

#include <suitesparse/cholmod.h>

#include "core/lent_signals.h"

/* Supernodes of up to so many nodes are merged with their parents, the more zeros that may make the fewer they are:
 * CHOLMOD's numbers of columns over 3. */
static const size_t MERGED_NODES[3] = {1, 5, 16};

/* Of a factorization, in the time that orders take for a block of the matrix; and the share of operations that METIS
 * may save (docs/benchmarks.md). A node has 27 times the operations of an unknown. */
static const double AMD_WORK = 2500.0, METIS_WORK = 12500.0, METIS_SAVES = 0.3, OF_NODE = 27.0;

/* In CHOLMOD's indices. */
typedef struct node_graph {
    size_t nodes;
    int64_t *column, *row; /* owned */
} node_graph;

static void graph_clear(node_graph *graph) {
    free(graph->column);
    free(graph->row);
}

static bool graph_init(node_graph *graph, const ts_block_matrix *matrix, cholmod_common *common) {
    const size_t blocks = ts_block_matrix_blocks(matrix);
    *graph = (node_graph){
        .nodes = matrix->nodes,
        .column = malloc((matrix->nodes + 1) * sizeof *graph->column),
        .row = malloc(blocks * sizeof *graph->row),
    };
    if (!graph->column || !graph->row) {
        graph_clear(graph);
        common->status = CHOLMOD_OUT_OF_MEMORY;
        return false;
    }
    for (size_t j = 0; j <= matrix->nodes; ++j) graph->column[j] = matrix->column[j];
    for (size_t k = 0; k < blocks; ++k) graph->row[k] = matrix->row[k];
    return true;
}

/* CHOLMOD's view of it, a lower triangle. */
static cholmod_sparse view(const node_graph *graph) {
    return (cholmod_sparse){
        .nrow = graph->nodes,
        .ncol = graph->nodes,
        .nzmax = (size_t)graph->column[graph->nodes],
        .p = graph->column,
        .i = graph->row,
        .stype = -1,
        .itype = CHOLMOD_LONG,
        .xtype = CHOLMOD_PATTERN,
        .dtype = CHOLMOD_DOUBLE,
        .sorted = 1,
        .packed = 1,
    };
}

/* An order by this method alone; lnz and fl of `common` are those of the graph of nodes. */
static cholmod_factor *order_by(cholmod_common *common, cholmod_sparse *pattern, int method) {
    common->nmethods = 1;
    common->method[0].ordering = method;
    common->supernodal = CHOLMOD_SIMPLICIAL;
    ts_lent_signals lent;
    ts_signals_lend(&lent);
    cholmod_factor *ordered = cholmod_l_analyze(pattern, common);
    ts_signals_take_back(&lent);
    return ordered;
}

/* Does METIS pay, after an order with so many operations? */
static bool pays_to_dissect(const ts_block_matrix *matrix, double serves, double operations) {
    return serves * METIS_SAVES * operations > METIS_WORK * (double)ts_block_matrix_blocks(matrix);
}

double ts_symbolic_order_work(const ts_block_matrix *matrix, double serves, double operations) {
    const double each = pays_to_dissect(matrix, serves, operations) ? AMD_WORK + METIS_WORK : AMD_WORK;
    return each * (double)ts_block_matrix_blocks(matrix);
}

bool ts_symbolic_order(cholmod_common *common, const ts_block_matrix *matrix, double serves, int64_t *order) {
    node_graph graph;
    if (!graph_init(&graph, matrix, common)) return false;
    cholmod_sparse pattern = view(&graph);
    cholmod_factor *ordered = order_by(common, &pattern, CHOLMOD_AMD);
    const double operations = common->fl;
    if (ordered && pays_to_dissect(matrix, serves, OF_NODE * operations)) {
        cholmod_factor *other = order_by(common, &pattern, CHOLMOD_METIS);
        const bool is_better = !other || common->fl < operations;
        cholmod_l_free_factor(is_better ? &ordered : &other, common);
        if (is_better) ordered = other;
    }
    graph_clear(&graph);
    if (!ordered) return false;
    memcpy(order, ordered->Perm, matrix->nodes * sizeof *order);
    cholmod_l_free_factor(&ordered, common);
    return true;
}

static cholmod_factor *analyse_nodes(cholmod_common *common, const ts_block_matrix *matrix, const int64_t *order) {
    node_graph graph;
    if (!graph_init(&graph, matrix, common)) return NULL;
    cholmod_sparse pattern = view(&graph);
    common->nmethods = 1;
    common->method[0].ordering = CHOLMOD_GIVEN;
    common->supernodal = CHOLMOD_SUPERNODAL;
    memcpy(common->nrelax, MERGED_NODES, sizeof MERGED_NODES);
    cholmod_factor *nodes = cholmod_l_analyze_p(&pattern, (int64_t *)(uintptr_t)order, NULL, 0, common);
    graph_clear(&graph);
    return nodes;
}

/* ---- From nodes to unknowns ---- */

static void spread_columns(const cholmod_factor *nodes, cholmod_factor *made, cholmod_common *common) {
    const int64_t *perm = nodes->Perm, *counted = nodes->ColCount;
    int64_t *order = made->Perm, *count = made->ColCount;
    common->lnz = common->fl = 0.0;
    for (size_t k = 0; k < made->n; ++k) {
        order[k] = 3 * perm[k / 3] + (int64_t)(k % 3);
        count[k] = 3 * counted[k / 3] - (int64_t)(k % 3);
        common->lnz += (double)count[k];
        common->fl += (double)count[k] * (double)count[k];
    }
}

static void spread_supernodes(const cholmod_factor *nodes, cholmod_factor *made) {
    const int64_t *super_of = nodes->super, *pi_of = nodes->pi, *s_of = nodes->s;
    int64_t *super = made->super, *pi = made->pi, *px = made->px, *s = made->s;
    px[0] = 0;
    for (size_t k = 0; k <= nodes->nsuper; ++k) {
        super[k] = 3 * super_of[k];
        pi[k] = 3 * pi_of[k];
        if (k > 0) px[k] = px[k - 1] + (super[k] - super[k - 1]) * (pi[k] - pi[k - 1]);
    }
    for (size_t k = 0; k < made->ssize; ++k) s[k] = 3 * s_of[k / 3] + (int64_t)(k % 3);
}

static cholmod_factor *spread(const cholmod_factor *nodes, cholmod_common *common) {
    if (nodes->xsize > SIZE_MAX / (9 * sizeof(double))) {
        common->status = CHOLMOD_TOO_LARGE;
        return NULL;
    }
    cholmod_factor *made = cholmod_l_allocate_factor(3 * nodes->n, common);
    if (!made) return NULL;
    made->ordering = nodes->ordering;
    made->is_super = made->is_ll = 1;
    made->nsuper = nodes->nsuper;
    made->ssize = 3 * nodes->ssize;
    made->xsize = 9 * nodes->xsize;
    made->maxcsize = 9 * nodes->maxcsize;
    made->maxesize = 3 * nodes->maxesize;
    made->super = cholmod_l_malloc(made->nsuper + 1, sizeof(int64_t), common);
    made->pi = cholmod_l_malloc(made->nsuper + 1, sizeof(int64_t), common);
    made->px = cholmod_l_malloc(made->nsuper + 1, sizeof(int64_t), common);
    made->s = cholmod_l_malloc(made->ssize, sizeof(int64_t), common);
    if (!made->super || !made->pi || !made->px || !made->s) {
        cholmod_l_free_factor(&made, common);
        return NULL;
    }
    spread_columns(nodes, made, common);
    spread_supernodes(nodes, made);
    return made;
}

cholmod_factor *ts_symbolic_pattern(cholmod_common *common, const ts_block_matrix *matrix, const int64_t *order) {
    cholmod_factor *nodes = analyse_nodes(common, matrix, order);
    if (!nodes) return NULL;
    cholmod_factor *made = spread(nodes, common);
    cholmod_l_free_factor(&nodes, common);
    return made;
}
