/* SPDX-License-Identifier: MIT
 * Where the program is that plug-ins run in. */
#ifndef TS_CORE_HOST_PROGRAM_H
#define TS_CORE_HOST_PROGRAM_H

#include <touchstone/status.h>

enum { TS_HOST_PATH = 4096 };

/* What the environment's TOUCHSTONE_HOST names; else touchstone-host beside the shared library that this is part of, or
 * where it is installed from there; the same from the running program; else where the build was to be installed.
 * TS_ERROR_DATA where there is none. */
ts_status ts_host_find_program(char path[TS_HOST_PATH], ts_error *error);

#endif
