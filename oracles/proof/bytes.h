/* SPDX-License-Identifier: MIT
 * A file of a proof (docs/proof-format.md) in memory, its numbers taken one after the other. */
#ifndef TS_ORACLES_PROOF_BYTES_H
#define TS_ORACLES_PROOF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "core/sha256.h"

typedef struct ts_proof_bytes {
    char *name; /* owned: of the file, without its folder */
    unsigned char *data;
    size_t size, at;
    unsigned char digest[TS_SHA256_BYTES]; /* of the whole file */
} ts_proof_bytes;

/* Reads FOLDER/NAME, which begins with the 8 characters of `magic`. TS_ERROR_DATA: it does not, or cannot be read. */
ts_status ts_proof_bytes_read(const char *folder, const char *name, const char *magic, ts_proof_bytes *bytes,
                              ts_error *error);
void ts_proof_bytes_clear(ts_proof_bytes *bytes);

/* TS_ERROR_DATA with the file's name. */
ts_status ts_proof_malformed(const ts_proof_bytes *bytes, const char *what, ts_error *error);
/* `count` numbers of `size` bytes; TS_ERROR_DATA: the file is too short. */
ts_status ts_proof_take(ts_proof_bytes *bytes, size_t count, size_t size, void *to, ts_error *error);
/* Doubles, all of them finite. */
ts_status ts_proof_take_doubles(ts_proof_bytes *bytes, size_t count, double *to, ts_error *error);
/* TS_ERROR_DATA: bytes are left. */
ts_status ts_proof_take_end(const ts_proof_bytes *bytes, ts_error *error);

#endif
