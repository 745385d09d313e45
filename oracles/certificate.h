/* SPDX-License-Identifier: MIT
 * The exact check of one piece of a certificate, so that tests can compare the quick one with it. */
#ifndef TS_ORACLES_CERTIFICATE_H
#define TS_ORACLES_CERTIFICATE_H

#include <stdbool.h>

#include <touchstone/ccd.h>

/* Does the piece keep the primitives apart? In integers, whatever ts_piece_surely_apart says. The piece has times in
 * [0, 1], t0 < t1, and a finite direction. */
bool ts_piece_apart_exactly(const ts_ccd_query *query, const ts_ccd_proof_piece *piece);

#endif
