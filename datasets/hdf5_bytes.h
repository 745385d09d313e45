/* SPDX-License-Identifier: MIT
 * What the filters of a chunk do to its bytes, undone: deflate and shuffle. Half of the time that a container takes to
 * read is spent here. */
#ifndef TS_DATASETS_HDF5_BYTES_H
#define TS_DATASETS_HDF5_BYTES_H

#include <stddef.h>

/* Takes as much as `to` has room for; returns what there was, SIZE_MAX when it is more, is broken off, or is no zlib
 * stream with the right checksum. */
size_t ts_inflate(const unsigned char *from, size_t length, unsigned char *to, size_t room);

/* The first `wanted` of so many values of `size` bytes; in `from`, byte k of every value comes before byte k + 1 of
 * any. */
void ts_unshuffle(const unsigned char *from, size_t values, size_t wanted, size_t size, unsigned char *to);

#endif
