/* SPDX-License-Identifier: MIT
 * SHA-256 (FIPS 180-4): names the bytes of a file so that another cannot take its place. */
#ifndef TS_CORE_SHA256_H
#define TS_CORE_SHA256_H

#include <stddef.h>

enum { TS_SHA256_BYTES = 32 };

void ts_sha256(const void *bytes, size_t count, unsigned char digest[TS_SHA256_BYTES]);

#endif
