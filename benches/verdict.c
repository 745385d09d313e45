/* SPDX-License-Identifier: GPL-2.0-or-later
 * What one answer of a CCD method is worth. */
#include "benches/verdict.h"

const char *ts_verdict_name(ts_verdict verdict) {
    static const char *const names[TS_VERDICTS] = {"true_negative",  "safe",      "touching", "false_positive",
                                                   "false_negative", "late",      "limit",    "unsupported",
                                                   "error",          "unverified"};
    return (unsigned)verdict < TS_VERDICTS ? names[verdict] : "unknown";
}
