/* SPDX-License-Identifier: MIT
 * Edges, who owns points and edges, and who are strangers: the parts of a forest that the halves do not decide. */
#ifndef TS_SCENES_PROOF_FOREST_OWN_H
#define TS_SCENES_PROOF_FOREST_OWN_H

#include "scenes/proof/forest.h"

/* Fills edges, element_edge, point_owner, edge_owner, stranger_first, stranger_of. */
ts_status ts_prover_own(ts_prover_forest *forest, ts_error *error);

#endif
