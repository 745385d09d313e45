/* SPDX-License-Identifier: MIT
 * Certificates whose pieces hold by so much that doubles can tell. */
#ifndef TS_ORACLES_CERTIFICATE_FILTER_H
#define TS_ORACLES_CERTIFICATE_FILTER_H

#include <stdbool.h>

#include "oracles/float_query.h"

/* Does the piece surely keep the primitives apart? Doubles with error bounds: true is proven, false says nothing. The
 * piece has times in [0, 1], t0 < t1, and a finite direction. */
bool ts_piece_surely_apart(const ts_float_query *query, ts_ccd_kind kind, const ts_ccd_proof_piece *piece);

#endif
