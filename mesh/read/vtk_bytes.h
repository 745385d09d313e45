/* SPDX-License-Identifier: MIT
 * The bytes of an array in a VTK XML file: raw or base64, plain or in blocks compressed with zlib. */
#ifndef TS_MESH_READ_VTK_BYTES_H
#define TS_MESH_READ_VTK_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* What the head of the file says about all arrays. */
typedef struct ts_vtk_head {
    bool wide;            /* lengths are UInt64, else UInt32 */
    bool big_endian;      /* lengths and values */
    bool zlib;            /* binary arrays are compressed */
    const char *appended; /* after the '_'; NULL: none */
    bool appended_raw;    /* else base64 */
} ts_vtk_head;

/* From where the bytes of an array begin to the end of the file. */
typedef struct ts_vtk_source {
    const char *at, *end;
    bool raw;               /* else base64 */
    unsigned char carry[2]; /* decoded and not yet taken */
    size_t carried;
} ts_vtk_source;

/* The bytes of an array, which are to be `need`; *bytes is owned by the caller. NULL, or what is wrong with the array,
 * fit for a message. Allocates no more than the file has bytes, or than its compressed blocks can hold and did hold. */
const char *ts_vtk_take_bytes(ts_vtk_source *source, const ts_vtk_head *head, size_t need, unsigned char **bytes);

#endif
