/* SPDX-License-Identifier: MIT
 * CCD methods from outside: a shared object, or any program that answers queries line by line
 * (docs/plugins.md). Both end up in the registry of <touchstone/ccd.h>; add them before threads start. */
#ifndef TOUCHSTONE_PLUGIN_H
#define TOUCHSTONE_PLUGIN_H

#include <touchstone/ccd.h>
#include <touchstone/limits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a shared object exports: `const ts_ccd_backend *ts_ccd_plugin(void)`. */
#define TS_CCD_PLUGIN_SYMBOL "ts_ccd_plugin"
typedef const ts_ccd_backend *(*ts_ccd_plugin_function)(void);

/* Registers the backend of a shared object, which is loaded and asked in a process of its own, touchstone-host: its
 * crash, its hang or its exit fails one query, and it reaches neither our memory nor our files. limits: NULL for
 * TS_PLUGIN_STANDARD_LIMITS. Threads may ask at once; each gets a process. Errors as below, and TS_ERROR_DATA when the
 * host is not found: the environment's TOUCHSTONE_HOST names it where it is not installed with the shared library or
 * the program, nor in the prefix that the library was configured with. */
TS_API ts_status ts_ccd_host_plugin(const char *path, const ts_plugin_limits *limits, const ts_ccd_backend **loaded,
                                    ts_error *error);

/* The same in this process, for debuggers: opens the shared object and registers its backend, which stays until the
 * program ends; *loaded (may be NULL) becomes that backend. It is asked copies of the queries; where it changes them,
 * the floating-point environment or the locale, these are set back to what they were and the answer is TS_CCD_FAILED.
 * Functions of this library that it calls are this program's: one that is linked with the archives has to export them
 * (-rdynamic, which the pkg-config file and the CMake package give).
 * TS_ERROR_DATA: the file cannot be opened as a shared object, the symbol is missing, or it returns NULL.
 * TS_ERROR_USAGE: what ts_ccd_register refuses: another ABI, a name that is taken, a missing function. */
TS_API ts_status ts_ccd_load_plugin(const char *path, const ts_ccd_backend **loaded, ts_error *error);

#define TS_CCD_MAX_PROGRAMS 16

/* Registers a program as a backend. command: "COMMAND", run by `sh -c`, or "NAME: COMMAND"; without a name the
 * backend is called exec-1, exec-2, ... in the order of the calls. It is started at the first query. Its crash,
 * silence or nonsense is TS_CCD_FAILED for the query it happens on. */
TS_API ts_status ts_ccd_add_program(const char *command, const ts_ccd_backend **added, ts_error *error);

#ifdef __cplusplus
}
#endif
#endif
