/* SPDX-License-Identifier: MIT
 * What lies inside of what in the first state of a proof: not part of its claim, but what the claim keeps as it is. */
#ifndef TS_ORACLES_PROOF_INSIDE_H
#define TS_ORACLES_PROOF_INSIDE_H

#include <touchstone/verify.h>

#include "oracles/proof/proof.h"

/* Pieces of X_0 (what hangs together by its elements) inside an odd number of closed surfaces that they see, in
 * report->list and count[TS_OFFENCE_CONTAINMENT]: by the parity of exact crossings (oracles/containment.h). Says
 * nothing of states that are not proven. TS_ERROR_DATA: X_0 is malformed, or no mesh to be verified. */
ts_status ts_proof_inside(const ts_proof_folder *proof, ts_verify_report *report, ts_error *error);

#endif
