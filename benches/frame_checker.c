/* SPDX-License-Identifier: GPL-2.0-or-later
 * A frame is read, made into a mesh to verify (the same one as long as the elements stay), and judged. */
#include "benches/frame_checker.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

struct ts_frame_checker {
    const ts_frame_rules *rules;
    ts_mesh rest, shape, before; /* shape: whose elements the verifier has; before: the last frame (its positions) */
    bool started;
    int32_t (*surface)[3]; /* shells, then the boundary of the tets */
    size_t surface_count;
    unsigned char *solid; /* of each of its triangles */
    double *thickness, *most_stretch, *least_stretch;
    ts_verifier *verifier;
};

ts_status ts_frame_checker_create(const ts_frame_rules *rules, ts_frame_checker **checker, ts_error *error) {
    ts_frame_checker *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "a checker of frames");
    made->rules = rules;
    const ts_status status = rules->rest ? ts_frame_read(rules->rest, &made->rest, error) : TS_OK;
    if (status != TS_OK) {
        ts_frame_checker_destroy(made);
        return status;
    }
    *checker = made;
    return TS_OK;
}

/* Of the verifier and what it borrows. */
static void drop_shape(ts_frame_checker *checker) {
    ts_verifier_destroy(checker->verifier);
    ts_mesh_clear(&checker->shape);
    free(checker->surface);
    free(checker->solid);
    free(checker->thickness);
    free(checker->most_stretch);
    free(checker->least_stretch);
    checker->verifier = NULL;
    checker->surface = NULL;
    checker->solid = NULL;
    checker->thickness = checker->most_stretch = checker->least_stretch = NULL;
}

void ts_frame_checker_destroy(ts_frame_checker *checker) {
    if (!checker) return;
    drop_shape(checker);
    ts_mesh_clear(&checker->rest);
    ts_mesh_clear(&checker->before);
    free(checker);
}

/* ---- Elements ---- */

static bool same_rows(const void *a, size_t a_count, const void *b, size_t b_count, size_t size) {
    return a_count == b_count && (a_count == 0 || memcmp(a, b, a_count * size) == 0);
}

static bool same_elements(const ts_mesh *a, const ts_mesh *b) {
    return a->nodes == b->nodes && same_rows(a->tet, a->tets, b->tet, b->tets, sizeof *a->tet) &&
           same_rows(a->triangle, a->triangles, b->triangle, b->triangles, sizeof *a->triangle) &&
           same_rows(a->segment, a->segments, b->segment, b->segments, sizeof *a->segment) &&
           same_rows(a->particle, a->particles, b->particle, b->particles, sizeof *a->particle);
}

static ts_status gather_surface(ts_frame_checker *checker, ts_error *error) {
    const ts_mesh *shape = &checker->shape;
    int32_t(*boundary)[3] = NULL;
    size_t count = 0;
    const ts_status status = shape->tets ? ts_mesh_boundary(shape, &count, &boundary, error) : TS_OK;
    if (status != TS_OK) return status;
    checker->surface_count = shape->triangles + count;
    checker->surface = malloc((checker->surface_count + 1) * sizeof *checker->surface);
    checker->solid = malloc(checker->surface_count + 1);
    if (checker->surface && checker->solid) {
        memset(checker->solid, checker->rules->solid, shape->triangles);
        memset(checker->solid + shape->triangles, 1, count);
        if (shape->triangles) memcpy(checker->surface, shape->triangle, shape->triangles * sizeof *shape->triangle);
        if (count) memcpy(checker->surface + shape->triangles, boundary, count * sizeof *boundary);
    }
    free(boundary);
    return checker->surface && checker->solid ? TS_OK : ts_fail_memory(error, "the surface of a frame");
}

/* A row of `count` equal values; NULL without memory. */
static double *repeat(double value, size_t count) {
    double *made = malloc((count + 1) * sizeof *made);
    for (size_t i = 0; made && i < count; ++i) made[i] = value;
    return made;
}

static ts_status gather_limits(ts_frame_checker *checker, ts_error *error) {
    const ts_frame_rules *rules = checker->rules;
    checker->thickness = repeat(rules->thickness, checker->shape.nodes);
    checker->most_stretch = repeat(rules->most_stretch, checker->shape.triangles);
    checker->least_stretch = repeat(rules->least_stretch, checker->shape.triangles);
    const bool complete = checker->thickness && checker->most_stretch && checker->least_stretch;
    return complete ? TS_OK : ts_fail_memory(error, "the limits of a frame");
}

static ts_status make_verifier(ts_frame_checker *checker, ts_error *error) {
    const ts_mesh *shape = &checker->shape;
    const bool at_rest = checker->rules->rest != NULL;
    const ts_verify_mesh mesh = {
        .nodes = shape->nodes,
        .triangles = checker->surface_count,
        .triangle = (const int32_t(*)[3])checker->surface,
        .segments = shape->segments,
        .segment = (const int32_t(*)[2])shape->segment,
        .points = shape->particles,
        .point = shape->particle,
        .tets = shape->tets,
        .tet = (const int32_t(*)[4])shape->tet,
        .sheets = at_rest ? shape->triangles : 0,
        .sheet = (const int32_t(*)[3])shape->triangle,
        .rest = at_rest ? (const double(*)[3])checker->rest.x : NULL,
        .most_stretch = checker->most_stretch,
        .least_stretch = checker->least_stretch,
        .thickness = checker->thickness,
        .solid = checker->solid,
    };
    return ts_verifier_create(&mesh, &checker->verifier, error);
}

/* Takes the mesh over. */
static ts_status take_shape(ts_frame_checker *checker, ts_mesh *mesh, const char *path, ts_error *error) {
    drop_shape(checker);
    checker->shape = *mesh;
    *mesh = (ts_mesh){0};
    const ts_mesh *shape = &checker->shape;
    if (shape->tets + shape->triangles + shape->segments + shape->particles == 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s: expected elements to verify, found none", path);
    }
    if (checker->rules->rest && !same_elements(shape, &checker->rest)) {
        return ts_fail(error, TS_ERROR_DATA, "%s: its nodes and elements are not those of %s, the mesh at rest", path,
                       checker->rules->rest);
    }
    ts_status status = gather_surface(checker, error);
    if (status == TS_OK) status = gather_limits(checker, error);
    if (status == TS_OK) status = make_verifier(checker, error);
    return status;
}

/* ---- Frames ---- */

static ts_status copy_mesh(const ts_mesh *mesh, ts_mesh *copy, ts_error *error) {
    *copy = (ts_mesh){0};
    const ts_status status = ts_mesh_append(copy, mesh, error);
    if (status != TS_OK) ts_mesh_clear(copy);
    return status;
}

static ts_status adopt(ts_frame_checker *checker, const ts_mesh *mesh, const char *path, ts_error *error) {
    if (checker->verifier && same_elements(&checker->shape, mesh)) return TS_OK;
    if (checker->started && checker->rules->motion) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s: its nodes and elements are not those of the frame before; a motion between them cannot be "
                       "verified (leave out --motion)",
                       path);
    }
    ts_mesh copy;
    const ts_status status = copy_mesh(mesh, &copy, error);
    return status == TS_OK ? take_shape(checker, &copy, path, error) : status;
}

ts_frame_finding ts_frame_finding_of(const ts_verify_report *report) {
    const size_t total = ts_verify_report_total(report), motion = report->count[TS_OFFENCE_MOTION];
    return total > motion ? TS_FRAME_OFFENDS : motion > 0 ? TS_FRAME_MET_ON_THE_WAY : TS_FRAME_CLEAN;
}

ts_status ts_frame_check(ts_frame_checker *checker, const char *path, ts_frame_verdict *verdict, ts_error *error) {
    ts_mesh mesh = {0};
    ts_verify_report report;
    ts_verify_report_init(&report);
    ts_status status = ts_frame_read(path, &mesh, error);
    if (status == TS_OK) status = adopt(checker, &mesh, path, error);
    const double(*x)[3] = (const double(*)[3])mesh.x;
    if (status == TS_OK)
        status = ts_verify_state(checker->verifier, x, TS_VERIFY_ALL | TS_VERIFY_OVERLAPS, &report, error);
    if (status == TS_OK && checker->rules->motion && checker->started) {
        const double(*before)[3] = (const double(*)[3])checker->before.x;
        status = ts_verify_motion(checker->verifier, before, x, &report, error);
    }
    if (status != TS_OK) {
        ts_mesh_clear(&mesh);
        return status;
    }
    *verdict = (ts_frame_verdict){.path = path,
                                  .nodes = mesh.nodes,
                                  .tets = mesh.tets,
                                  .triangles = mesh.triangles,
                                  .segments = mesh.segments,
                                  .particles = mesh.particles,
                                  .is_single = mesh.is_single,
                                  .report = report};
    ts_mesh_clear(&checker->before);
    checker->before = mesh;
    checker->started = true;
    return TS_OK;
}
