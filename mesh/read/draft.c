/* SPDX-License-Identifier: MIT
 * A mesh that grows while it is read; polygons become fans, polylines chains. */
#include "mesh/read/draft.h"

#include <stdlib.h>
#include <string.h>

#include "mesh/read/check.h"

static void draft_clear(ts_mesh_draft *draft) {
    for (int n = 1; n <= 4; ++n) {
        free(draft->list[n].node);
        free(draft->list[n].place);
    }
    free(draft->x);
    free(draft->name);
    free(draft->corner);
    *draft = (ts_mesh_draft){0};
}

static bool grow(ts_mesh_file *file, void *array, size_t capacity, size_t size) {
    void **target = array;
    void *grown = realloc(*target, capacity * size);
    if (grown) {
        *target = grown;
    } else {
        ts_mesh_no_memory(file);
    }
    return grown;
}

static size_t larger(size_t capacity) {
    return capacity ? 2 * capacity : 64;
}

void ts_draft_node(ts_mesh_draft *draft, const double x[3]) {
    ts_mesh_file *file = draft->file;
    if (file->status != TS_OK) return;
    if (draft->nodes == INT32_MAX) {
        ts_mesh_complain(file, "more than %d nodes are too many for one mesh", INT32_MAX);
        return;
    }
    if (draft->nodes == draft->node_capacity) {
        const size_t capacity = larger(draft->node_capacity);
        if (!grow(file, &draft->x, capacity, sizeof *draft->x)) return;
        draft->node_capacity = capacity;
    }
    memcpy(draft->x[draft->nodes++], x, sizeof *draft->x);
}

int64_t ts_draft_name(const ts_mesh_draft *draft, int64_t node) {
    return draft->name ? draft->name[node] : node + draft->first;
}

void ts_draft_corner(ts_mesh_draft *draft, int64_t node) {
    ts_mesh_file *file = draft->file;
    if (file->status != TS_OK) return;
    if (node < 0 || node >= INT32_MAX) {
        ts_mesh_complain(file, "there cannot be a node %lld; the first is %d", (long long)node + draft->first,
                         draft->first);
        return;
    }
    if (draft->corners == draft->corner_capacity) {
        const size_t capacity = larger(draft->corner_capacity);
        if (!grow(file, &draft->corner, capacity, sizeof *draft->corner)) return;
        draft->corner_capacity = capacity;
    }
    draft->corner[draft->corners++] = node;
}

/* The element of the `n` corners at these places of the list being read. */
static void add(ts_mesh_draft *draft, size_t n, const size_t corner[]) {
    ts_mesh_file *file = draft->file;
    ts_element_list *list = &draft->list[n];
    if (file->status != TS_OK) return;
    if (list->count == list->capacity) {
        const size_t capacity = larger(list->capacity);
        if (!grow(file, &list->node, capacity, n * sizeof *list->node)) return;
        if (!grow(file, &list->place, capacity, sizeof *list->place)) return;
        list->capacity = capacity;
    }
    for (size_t c = 0; c < n; ++c) list->node[n * list->count + c] = (int32_t)draft->corner[corner[c]];
    list->place[list->count++] = ts_mesh_place(file);
}

void ts_draft_simplex(ts_mesh_draft *draft) {
    if (draft->corners) add(draft, draft->corners, (const size_t[]){0, 1, 2, 3});
    draft->corners = 0;
}

void ts_draft_polygon(ts_mesh_draft *draft) {
    if (draft->corners < 3) {
        ts_mesh_complain(draft->file, "expected 3 or more nodes of a polygon, found %zu", draft->corners);
    }
    for (size_t c = 2; c < draft->corners; ++c) add(draft, 3, (const size_t[]){0, c - 1, c});
    draft->corners = 0;
}

void ts_draft_polyline(ts_mesh_draft *draft) {
    if (draft->corners < 2) {
        ts_mesh_complain(draft->file, "expected 2 or more nodes of a polyline, found %zu", draft->corners);
    }
    for (size_t c = 1; c < draft->corners; ++c) add(draft, 2, (const size_t[]){c - 1, c});
    draft->corners = 0;
}

void ts_draft_points(ts_mesh_draft *draft) {
    if (draft->corners == 0) ts_mesh_complain(draft->file, "expected a node, found none");
    for (size_t c = 0; c < draft->corners; ++c) add(draft, 1, &c);
    draft->corners = 0;
}

/* ---- A whole file ---- */

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
                      .particles = list[1].count,
                      .is_single = draft->is_single};
    mesh->x = take(&draft->x, mesh->nodes);
    mesh->tet = take(&list[4].node, mesh->tets);
    mesh->triangle = take(&list[3].node, mesh->triangles);
    mesh->segment = take(&list[2].node, mesh->segments);
    mesh->particle = take(&list[1].node, mesh->particles);
}

ts_status ts_draft_read(const char *path, ts_draft_reader *read, ts_draft_use use, ts_mesh *mesh, ts_error *error) {
    ts_mesh_file file;
    ts_mesh_draft draft = {.file = &file};
    ts_mesh_file_open(&file, path, error);
    if (file.status == TS_OK) read(&file, &draft);
    if (file.status == TS_OK) ts_draft_check(&draft, use);
    const ts_status status = file.status;
    if (status == TS_OK) draft_take(&draft, mesh);
    draft_clear(&draft);
    ts_mesh_file_close(&file);
    return status;
}
