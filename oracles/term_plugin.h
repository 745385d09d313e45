/* SPDX-License-Identifier: MIT
 * A term out of a shared object (<touchstone/term.h>). */
#ifndef TS_ORACLES_TERM_PLUGIN_H
#define TS_ORACLES_TERM_PLUGIN_H

#include <touchstone/term.h>

/* The term lives as long as the program. TS_ERROR_DATA: not a plug-in of terms; TS_ERROR_USAGE: of another version of
 * the interface, incomplete, or other than the reference that it names. */
ts_status ts_term_load_plugin(const char *path, const ts_term **term, ts_error *error);

#endif
