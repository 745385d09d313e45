/* SPDX-License-Identifier: MIT
 * Names of the oracle's stages. */
#include <touchstone/oracle.h>

const char *ts_oracle_stage_name(ts_oracle_stage stage) {
    switch (stage) {
    case TS_ORACLE_FLOAT: return "float";
    case TS_ORACLE_MPFR: return "mpfr";
    case TS_ORACLE_EXACT: return "exact";
    case TS_ORACLE_ALL: return "all";
    }
    return "unknown";
}
