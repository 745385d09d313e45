/* SPDX-License-Identifier: GPL-2.0-or-later
 * The list of solvers: a new one is a room beside cipc/ and a line here. */
#include "benches/solvers.h"

#include "cipc/solver.h"
#include "ndb/solver.h"

static const ts_solver *const BUILTIN[] = {&ts_cipc_solver, &ts_ndb_solver};

ts_status ts_solvers_register_builtin(ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < sizeof BUILTIN / sizeof *BUILTIN && status == TS_OK; ++k) {
        status = ts_solver_register(BUILTIN[k], error);
    }
    return status;
}
