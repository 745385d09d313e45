/* SPDX-License-Identifier: GPL-2.0-or-later
 * The solvers that come with Touchstone. */
#ifndef TS_BENCHES_SOLVERS_H
#define TS_BENCHES_SOLVERS_H

#include <touchstone/status.h>

/* Registers all of them; the first is the standard one. Calling it again does nothing. */
ts_status ts_solvers_register_builtin(ts_error *error);

#endif
