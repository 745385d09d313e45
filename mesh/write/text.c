/* SPDX-License-Identifier: MIT
 * Lines of numbers. */
#include "mesh/write/text.h"

ts_element_rows ts_mesh_rows(const ts_mesh *mesh, int nodes) {
    const ts_element_rows rows[5] = {{0, 0, NULL},
                                     {mesh->particles, 1, mesh->particle},
                                     {mesh->segments, 2, (const int32_t *)mesh->segment},
                                     {mesh->triangles, 3, (const int32_t *)mesh->triangle},
                                     {mesh->tets, 4, (const int32_t *)mesh->tet}};
    return rows[nodes];
}

void ts_write_nodes(FILE *stream, const char *before, const ts_mesh *mesh) {
    for (size_t i = 0; i < mesh->nodes; ++i) {
        const double *x = mesh->x[i];
        fprintf(stream, "%s%.17g %.17g %.17g\n", before, x[0], x[1], x[2]);
    }
}

void ts_write_elements(FILE *stream, const char *before, const ts_element_rows *rows, int first) {
    const size_t nodes = (size_t)rows->nodes;
    for (size_t k = 0; k < rows->count; ++k) {
        fputs(before, stream);
        for (size_t c = 0; c < nodes; ++c) fprintf(stream, " %d", rows->node[nodes * k + c] + first);
        fputc('\n', stream);
    }
}
