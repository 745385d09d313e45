/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether a method can prove what it answered. */
#ifndef TS_BENCHES_PROOF_H
#define TS_BENCHES_PROOF_H

#include <touchstone/oracle.h>

typedef enum ts_proof {
    TS_PROOF_NONE = 0, /* the method gives none, or the answer claims nothing: neither free nor hit */
    TS_PROOF_ACCEPTED,
    TS_PROOF_FAILED /* no proof of this answer; as bad as an unsafe one */
} ts_proof;

/* Asks the method for the certificate of the answer it gave and checks it exactly; proving and answering must
 * agree (ts_ccd_same_answer). `error` says why one fails; the certificate is empty when there is none. */
ts_proof ts_prove(const ts_ccd_method *method, const ts_ccd_query *query, const ts_ccd_result *answer,
                  ts_ccd_certificate *certificate, ts_error *error);

#endif
