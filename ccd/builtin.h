/* SPDX-License-Identifier: MIT
 * The methods of this library: one file each, one line each here and in ccd/registry.c. */
#ifndef TS_CCD_BUILTIN_H
#define TS_CCD_BUILTIN_H

#include <touchstone/ccd.h>

extern const ts_ccd_backend ts_ccd_accd;
extern const ts_ccd_backend ts_ccd_accd_float;
extern const ts_ccd_backend ts_ccd_cubic;
extern const ts_ccd_backend ts_ccd_minsep;
extern const ts_ccd_backend ts_ccd_minsep_careful;
extern const ts_ccd_backend ts_ccd_root_parity;

extern const ts_ccd_backend ts_ccd_bsc;
extern const ts_ccd_backend ts_ccd_bsc_exact;
extern const ts_ccd_backend ts_ccd_tbsc;
extern const ts_ccd_backend ts_ccd_tbsc_bounded;
extern const ts_ccd_backend ts_ccd_lower_bound;
extern const ts_ccd_backend ts_ccd_tight_inclusion;
extern const ts_ccd_backend ts_ccd_polynomial;
extern const ts_ccd_backend ts_ccd_partial;
extern const ts_ccd_backend ts_ccd_certified;
extern const ts_ccd_backend ts_ccd_certified_float;

#endif
