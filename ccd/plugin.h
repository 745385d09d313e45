/* SPDX-License-Identifier: MIT
 * What <touchstone/plugin.h> does not offer. */
#ifndef TS_CCD_PLUGIN_H
#define TS_CCD_PLUGIN_H

#include <touchstone/plugin.h>

/* ts_ccd_load_plugin without a guard, for the process that plug-ins run in. */
ts_status ts_ccd_load_unguarded(const char *path, const ts_ccd_backend **loaded, ts_error *error);

#endif
