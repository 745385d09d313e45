/* SPDX-License-Identifier: MIT
 * Looking for a direction that keeps the vertices of two nodes apart over an interval of a way: the shortest to write
 * that can be found. Doubles with a margin; what is found is checked by others. */
#ifndef TS_SCENES_PROOF_SEPARATE_H
#define TS_SCENES_PROOF_SEPARATE_H

#include "scenes/proof/forest.h"

/* Times count in 2^-40 of a piece. */
#define TS_PROVER_PIECE ((int64_t)1 << 40)

/* A way through waypoints; row j of vertex v is x[j][v]. */
typedef struct ts_prover_way {
    size_t pieces;
    const double (**x)[3]; /* pieces + 1 rows; borrowed */
    double most;           /* the largest coordinate in size */
} ts_prover_way;

/* Two nodes, or primitives, from one time to another. */
typedef struct ts_prover_pair {
    int32_t a, b;
    int64_t start, stop;
} ts_prover_pair;

/* Bytes of a record: 1, and 3 integers of up to 8. */
typedef struct ts_prover_record {
    size_t size;
    unsigned char byte[25];
} ts_prover_record;

/* Directions of one byte, and where to look for the nearest. */
typedef struct ts_prover_table ts_prover_table;
ts_status ts_prover_table_create(ts_prover_table **table, ts_error *error);
void ts_prover_table_destroy(ts_prover_table *table);

typedef struct ts_prover_search {
    const ts_prover_forest *forest;
    const ts_prover_way *way;
    const ts_prover_table *table;
    double guess[3]; /* the direction found last; of the next search one of the first to be tried */
} ts_prover_search;

/* rounds: how many directions may be looked at before giving up. False: none was found. */
bool ts_prover_separate(ts_prover_search *search, const ts_prover_pair *pair, int rounds, ts_prover_record *record);

#endif
