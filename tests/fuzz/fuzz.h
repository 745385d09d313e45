/* SPDX-License-Identifier: MIT
 * What the fuzz targets share: the input as a file in memory-backed storage, and a reader driven to its end. */
#ifndef TS_TESTS_FUZZ_H
#define TS_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* FOLDER of this process for the files of one input; made on the first call, left behind empty. */
const char *fuzz_folder(void);
/* The folder and all that is in it, folders excepted. */
void fuzz_remove(const char *path);
void fuzz_write(const char *path, const uint8_t *data, size_t size);
/* An object as JSON with a checksum that is right, whatever it had; all else as it is. The caller frees it. */
char *fuzz_seal(const uint8_t *data, size_t size);
/* Aborts, saying what, unless it holds. */
void fuzz_require(int holds, const char *what);
/* Opens, counts, reads everything twice (whole chunks, then single queries after a seek), and checks that both
 * readings agree and that every query is one that ts_ccd_query_check accepts. Aborts when not. */
void fuzz_read(const char *path);

#endif
