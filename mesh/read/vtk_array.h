/* SPDX-License-Identifier: MIT
 * A data array of a VTK XML file in any of its encodings: ASCII, base64, appended raw or base64, compressed or not. */
#ifndef TS_MESH_READ_VTK_ARRAY_H
#define TS_MESH_READ_VTK_ARRAY_H

#include <stdint.h>

#include "mesh/read/vtk_bytes.h"
#include "mesh/read/xml.h"

/* <DataArray>; empty (element.begin NULL) when the file has none. */
typedef struct ts_vtk_array {
    ts_xml_tag element;
    const char *name; /* for messages: "connectivity" */
} ts_vtk_array;

/* The first `count` numbers of an array that has no fewer; the caller frees them. The caller's locale has a decimal
 * point. A Float32 written as text is the 32-bit number nearest to it. */
ts_status ts_vtk_reals(const ts_xml *xml, const ts_vtk_head *head, const ts_vtk_array *array, size_t count,
                       double **values, ts_error *error);
ts_status ts_vtk_integers(const ts_xml *xml, const ts_vtk_head *head, const ts_vtk_array *array, size_t count,
                          int64_t **values, ts_error *error);
/* Are its numbers of 32 bits? */
bool ts_vtk_is_single(const ts_vtk_array *array);

#endif
