/* SPDX-License-Identifier: MIT
 * The files of a tar archive, compressed with gzip or not, one after the other. */
#ifndef TS_DATASETS_TAR_GZ_H
#define TS_DATASETS_TAR_GZ_H

#include <stddef.h>

#include <touchstone/status.h>

/* A regular file of the archive; borrowed for the call. */
typedef struct ts_tar_member {
    const char *name; /* without folders */
    const unsigned char *data;
    size_t size;
} ts_tar_member;

typedef ts_status ts_tar_visitor(void *self, const ts_tar_member *member, ts_error *error);

/* Calls `visit` for every file of up to 1 MiB whose name ends so; others are passed over. The first status that is not
 * TS_OK ends it. TS_ERROR_DATA: the archive cannot be read, or is damaged. */
ts_status ts_tar_gz_each(const char *path, const char *ending, ts_tar_visitor *visit, void *self, ts_error *error);

#endif
