/* SPDX-License-Identifier: MIT
 * Writing a mesh as legacy VTK or OBJ, with digits enough to read the same doubles again. */
#include <locale.h>
#include <string.h>
#include <strings.h>

#include "core/files.h"
#include "mesh/mesh.h"

/* All elements of a mesh in the order of the file. */
typedef struct element_kind {
    size_t count;
    const int32_t *node;
    int nodes, vtk_type;
    char obj_keyword;
} element_kind;

enum { KINDS = 4 };

static void list_kinds(const ts_mesh *mesh, element_kind kind[KINDS]) {
    kind[0] = (element_kind){mesh->tets, (const int32_t *)mesh->tet, 4, 10, '\0'};
    kind[1] = (element_kind){mesh->triangles, (const int32_t *)mesh->triangle, 3, 5, 'f'};
    kind[2] = (element_kind){mesh->segments, (const int32_t *)mesh->segment, 2, 3, 'l'};
    kind[3] = (element_kind){mesh->particles, mesh->particle, 1, 1, 'p'};
}

static void write_nodes(FILE *stream, const char *before, const ts_mesh *mesh) {
    for (size_t i = 0; i < mesh->nodes; ++i) {
        const double *x = mesh->x[i];
        fprintf(stream, "%s%.17g %.17g %.17g\n", before, x[0], x[1], x[2]);
    }
}

/* One line an element: what comes before, then its nodes, the first of all being `first`. */
static void write_elements(FILE *stream, const char *before, const element_kind *kind, int first) {
    for (size_t k = 0; k < kind->count; ++k) {
        fputs(before, stream);
        for (int c = 0; c < kind->nodes; ++c)
            fprintf(stream, " %d", kind->node[(size_t)kind->nodes * k + (size_t)c] + first);
        fputc('\n', stream);
    }
}

static void write_vtk(FILE *stream, const ts_mesh *mesh, const element_kind kind[KINDS]) {
    size_t cells = 0, numbers = 0;
    for (int k = 0; k < KINDS; ++k) {
        cells += kind[k].count;
        numbers += kind[k].count * (size_t)(kind[k].nodes + 1);
    }
    fprintf(stream, "# vtk DataFile Version 3.0\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %zu double\n",
            mesh->nodes);
    write_nodes(stream, "", mesh);
    fprintf(stream, "CELLS %zu %zu\n", cells, numbers);
    for (int k = 0; k < KINDS; ++k) {
        const char count[2] = {(char)('0' + kind[k].nodes), '\0'};
        write_elements(stream, count, &kind[k], 0);
    }
    fprintf(stream, "CELL_TYPES %zu\n", cells);
    for (int k = 0; k < KINDS; ++k) {
        for (size_t i = 0; i < kind[k].count; ++i) fprintf(stream, "%d\n", kind[k].vtk_type);
    }
}

static void write_obj(FILE *stream, const ts_mesh *mesh, const element_kind kind[KINDS]) {
    write_nodes(stream, "v ", mesh);
    for (int k = 1; k < KINDS; ++k) {
        const char keyword[2] = {kind[k].obj_keyword, '\0'};
        write_elements(stream, keyword, &kind[k], 1);
    }
}

static ts_status choose(const char *path, const ts_mesh *mesh, bool *as_obj, ts_error *error) {
    const char *extension = strrchr(ts_path_name(path), '.');
    *as_obj = extension && strcasecmp(extension, ".obj") == 0;
    if (*as_obj && mesh->tets) {
        return ts_fail(error, TS_ERROR_USAGE, "%s: OBJ cannot hold the mesh's %zu tets; write a .vtk", path,
                       mesh->tets);
    }
    if (*as_obj || (extension && strcasecmp(extension, ".vtk") == 0)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s: meshes are written as .vtk or .obj; choose one of these names", path);
}

ts_status ts_mesh_write(const char *path, const ts_mesh *mesh, ts_error *error) {
    bool as_obj;
    ts_output output;
    ts_status status = choose(path, mesh, &as_obj, error);
    if (status != TS_OK) return status;
    const locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) return ts_fail_memory(error, "a mesh file");
    status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        element_kind kind[KINDS];
        list_kinds(mesh, kind);
        const locale_t before = uselocale(c_locale); /* a decimal point, whatever the caller's language */
        if (as_obj) {
            write_obj(output.stream, mesh, kind);
        } else {
            write_vtk(output.stream, mesh, kind);
        }
        uselocale(before);
        status = ts_output_close(&output, error);
    }
    freelocale(c_locale);
    return status;
}
