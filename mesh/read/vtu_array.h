/* SPDX-License-Identifier: MIT
 * A data array of a VTK XML file in any of its encodings: ASCII, base64, appended raw or base64; not compressed. */
#ifndef TS_MESH_READ_VTU_ARRAY_H
#define TS_MESH_READ_VTU_ARRAY_H

#include <stdint.h>

#include "mesh/read/xml.h"

/* What the head of the file says about all arrays. */
typedef struct ts_vtu_head {
    bool wide;            /* lengths are UInt64, else UInt32 */
    const char *appended; /* after the '_'; NULL: none */
    bool appended_raw;    /* else base64 */
} ts_vtu_head;

/* <DataArray>; empty (element.begin NULL) when the file has none. */
typedef struct ts_vtu_array {
    ts_xml_tag element;
    const char *name; /* for messages: "connectivity" */
} ts_vtu_array;

/* The first `count` numbers of an array that has no fewer; the caller frees them. */
ts_status ts_vtu_reals(const ts_xml *xml, const ts_vtu_head *head, const ts_vtu_array *array, size_t count,
                       double **values, ts_error *error);
ts_status ts_vtu_integers(const ts_xml *xml, const ts_vtu_head *head, const ts_vtu_array *array, size_t count,
                          int64_t **values, ts_error *error);

#endif
