/* SPDX-License-Identifier: GPL-2.0-or-later
 * Arrays of 32-bit words as text (RFC 4648), the least byte of each word first. */
#ifndef TS_RESULTS_BASE64_H
#define TS_RESULTS_BASE64_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

/* The caller frees it; NULL without memory. */
char *ts_base64_encode(const uint32_t *words, size_t count);
/* *words is the caller's to free. TS_ERROR_DATA: no base 64 of whole words; TS_ERROR_MEMORY. */
ts_status ts_base64_decode(const char *text, uint32_t **words, size_t *count);

#endif
