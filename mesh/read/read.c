/* SPDX-License-Identifier: MIT
 * Reading a mesh: the format by the file's name, and what holds for every format. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/files.h"
#include "mesh/read/read.h"

static const struct {
    const char *extension;
    ts_mesh_format *read;
} FORMATS[] = {
    {".obj", ts_read_obj}, {".vtk", ts_read_vtk}, {".msh", ts_read_msh}, {".seg", ts_read_seg}, {".ply", ts_read_ply},
};

static ts_mesh_format *find_format(const char *path) {
    const char *extension = strrchr(ts_path_name(path), '.');
    for (size_t k = 0; extension && k < sizeof FORMATS / sizeof *FORMATS; ++k) {
        if (strcasecmp(extension, FORMATS[k].extension) == 0) return FORMATS[k].read;
    }
    return NULL;
}

static void check_not_empty(ts_mesh_draft *draft) {
    size_t elements = 0;
    for (int n = 1; n <= 4; ++n) elements += draft->list[n].count;
    if (draft->nodes == 0) ts_mesh_complain(draft->file, "the file ends without a node");
    if (elements == 0) ts_mesh_complain(draft->file, "the file ends without an element on its %zu nodes", draft->nodes);
}

/* Hands an array over; NULL when it is empty. */
static void *take(void *array, size_t count) {
    void **owner = array, *taken = *owner;
    *owner = NULL;
    if (count) return taken;
    free(taken);
    return NULL;
}

static void draft_take(ts_mesh_draft *draft, ts_mesh *mesh) {
    ts_element_list *list = draft->list;
    *mesh = (ts_mesh){.nodes = draft->nodes,
                      .tets = list[4].count,
                      .triangles = list[3].count,
                      .segments = list[2].count,
                      .particles = list[1].count};
    mesh->x = take(&draft->x, mesh->nodes);
    mesh->tet = take(&list[4].node, mesh->tets);
    mesh->triangle = take(&list[3].node, mesh->triangles);
    mesh->segment = take(&list[2].node, mesh->segments);
    mesh->particle = take(&list[1].node, mesh->particles);
}

ts_status ts_mesh_read(const char *path, ts_mesh *mesh, ts_error *error) {
    ts_mesh_format *read = find_format(path);
    if (!read) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s: the file's extension says its format; expected .obj, .vtk, .msh, .seg or .ply", path);
    }
    ts_mesh_file file;
    ts_mesh_draft draft = {.file = &file};
    ts_mesh_file_open(&file, path, error);
    if (file.status == TS_OK) read(&file, &draft);
    if (file.status == TS_OK) check_not_empty(&draft);
    if (file.status == TS_OK) ts_draft_check(&draft);
    const ts_status status = file.status;
    if (status == TS_OK) draft_take(&draft, mesh);
    ts_draft_clear(&draft);
    ts_mesh_file_close(&file);
    return status;
}
