/* SPDX-License-Identifier: MIT
 * The verifier: checks what it is given, then elements one by one and in pairs. */
#include <touchstone/verify.h>

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"
#include "oracles/containment.h"
#include "oracles/predicates.h"
#include "oracles/stretch.h"
#include "oracles/verify_pairs.h"
#include "oracles/verify_report.h"
#include "oracles/verify_tets.h"

struct ts_verifier {
    ts_verify_surface surface;
    ts_verify_scratch scratch;
    double (*stretch)[2]; /* largest and smallest of each sheet */
    ts_containment *containment;
};

/* ---- What is given ---- */

/* Elements of `size` nodes. */
typedef struct element_list {
    const char *name;
    size_t count;
    const int32_t *node;
    size_t size;
} element_list;

static ts_status check_elements(const element_list *list, size_t nodes, ts_error *error) {
    for (size_t i = 0; i < list->count * list->size; ++i) {
        const int32_t node = list->node[i];
        if (node < 0 || (size_t)node >= nodes) {
            return ts_fail(error, TS_ERROR_DATA, "%s %zu names node %d; expected 0 to %zu", list->name, i / list->size,
                           node, nodes - (nodes > 0));
        }
        for (size_t k = i - i % list->size; k < i; ++k) {
            if (list->node[k] != node) continue;
            return ts_fail(error, TS_ERROR_DATA, "%s %zu names node %d twice", list->name, i / list->size, node);
        }
    }
    return TS_OK;
}

/* Of each kind: what is counted of them, sides or nodes, fits an int32_t. */
enum { MOST_ELEMENTS = INT32_MAX / 4 };

static ts_status check_indices(const ts_verify_mesh *mesh, ts_error *error) {
    const element_list lists[] = {
        {"triangle", mesh->triangles, mesh->triangles ? *mesh->triangle : NULL, 3},
        {"segment", mesh->segments, mesh->segments ? *mesh->segment : NULL, 2},
        {"point", mesh->points, mesh->point, 1},
        {"tet", mesh->tets, mesh->tets ? *mesh->tet : NULL, 4},
        {"sheet", mesh->sheets, mesh->sheets ? *mesh->sheet : NULL, 3},
        {"pair of strangers", mesh->strangers, mesh->strangers ? *mesh->stranger : NULL, 2},
    };
    if (mesh->nodes > INT32_MAX / 2)
        return ts_fail(error, TS_ERROR_DATA, "%zu nodes are too many: at most %d", mesh->nodes, INT32_MAX / 2);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; ++k) {
        if (lists[k].count > MOST_ELEMENTS) {
            return ts_fail(error, TS_ERROR_DATA, "%zu elements `%s` are too many: at most %d", lists[k].count,
                           lists[k].name, MOST_ELEMENTS);
        }
        const ts_status status = check_elements(&lists[k], mesh->nodes, error);
        if (status != TS_OK) return status;
    }
    return TS_OK;
}

static ts_status check_positions(const char *what, size_t nodes, const double (*x)[3], ts_error *error) {
    for (size_t i = 0; i < nodes; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (isfinite(x[i][k])) continue;
            return ts_fail(error, TS_ERROR_DATA, "%s of node %zu: coordinate %d is %g; expected a finite number", what,
                           i, k, x[i][k]);
        }
    }
    return TS_OK;
}

/* Of thickness and limits: sums and squares stay finite. */
static const double MOST = 1e150;

static ts_status check_values(const char *what, size_t count, const double *value, ts_error *error) {
    for (size_t i = 0; value && i < count; ++i) {
        if (value[i] >= 0.0 && value[i] <= MOST) continue;
        return ts_fail(error, TS_ERROR_DATA, "%s %zu is %g; expected a number in [0, %g]", what, i, value[i], MOST);
    }
    return TS_OK;
}

static int tet_side(const double (*x)[3], const int32_t tet[4]) {
    return ts_orient3d(x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]]);
}

static bool has_area(const double (*x)[3], const int32_t triangle[3]) {
    return ts_projection_axis(x[triangle[0]], x[triangle[1]], x[triangle[2]]) >= 0;
}

static ts_status check_rest(const ts_verify_mesh *mesh, ts_error *error) {
    if (!mesh->rest) {
        if (mesh->sheets == 0) return TS_OK;
        return ts_fail(error, TS_ERROR_DATA, "limits of stretch need positions at rest; none were given");
    }
    const ts_status status = check_positions("rest position", mesh->nodes, mesh->rest, error);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < mesh->sheets; ++i) {
        if (has_area(mesh->rest, mesh->sheet[i])) continue;
        return ts_fail(error, TS_ERROR_DATA, "sheet %zu has no area at rest", i);
    }
    for (size_t i = 0; i < mesh->tets; ++i) {
        if (tet_side(mesh->rest, mesh->tet[i]) != 0) continue;
        return ts_fail(error, TS_ERROR_DATA, "tet %zu has no volume at rest", i);
    }
    return TS_OK;
}

ts_status ts_verifier_create(const ts_verify_mesh *mesh, ts_verifier **verifier, ts_error *error) {
    ts_status status = check_indices(mesh, error);
    if (status == TS_OK) status = check_rest(mesh, error);
    if (status == TS_OK) status = check_values("thickness of node", mesh->nodes, mesh->thickness, error);
    if (status == TS_OK) status = check_values("upper limit of sheet", mesh->sheets, mesh->most_stretch, error);
    if (status == TS_OK) status = check_values("lower limit of sheet", mesh->sheets, mesh->least_stretch, error);
    if (status != TS_OK) return status;
    ts_verifier *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "a verifier");
    made->stretch = malloc((mesh->sheets + 1) * sizeof *made->stretch);
    status = made->stretch ? ts_verify_surface_init(&made->surface, mesh, error) : ts_fail_memory(error, "a verifier");
    if (status == TS_OK) status = ts_containment_create(&made->surface.mesh, &made->containment, error);
    if (status != TS_OK) {
        ts_verifier_destroy(made);
        return status;
    }
    *verifier = made;
    return TS_OK;
}

void ts_verifier_destroy(ts_verifier *verifier) {
    if (!verifier) return;
    ts_verify_surface_clear(&verifier->surface);
    ts_verify_scratch_clear(&verifier->scratch);
    free(verifier->stretch);
    ts_containment_destroy(verifier->containment);
    free(verifier);
}

/* ---- Elements ---- */

static void report_element(const ts_verify_part *part, const ts_offence *found, ts_verify_report *report) {
    ts_offence offence = *found;
    offence.parts = 1;
    offence.part[0] = *part;
    ts_verify_report_add(report, &offence);
}

static bool is_obstacle(const ts_verify_mesh *mesh, const int32_t *node, int count) {
    bool all = mesh->obstacle != NULL;
    for (int i = 0; all && i < count; ++i) all = mesh->obstacle[node[i]];
    return all;
}

static void check_flat(const ts_verify_mesh *mesh, const double (*x)[3], ts_verify_report *report) {
    const ts_offence flat = {.kind = TS_OFFENCE_FLAT};
    for (size_t i = 0; i < mesh->triangles; ++i) {
        const int32_t *t = mesh->triangle[i];
        if (is_obstacle(mesh, t, 3) || has_area(x, t)) continue;
        report_element(&(ts_verify_part){TS_PART_TRIANGLE, (int32_t)i, 3, {t[0], t[1], t[2]}}, &flat, report);
    }
    for (size_t i = 0; i < mesh->segments; ++i) {
        const int32_t *s = mesh->segment[i];
        const double *a = x[s[0]], *b = x[s[1]];
        if (is_obstacle(mesh, s, 2) || a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) continue;
        report_element(&(ts_verify_part){TS_PART_SEGMENT, (int32_t)i, 2, {s[0], s[1]}}, &flat, report);
    }
}

/* In floating point, so for a tet turned inside out not above 0. */
static double six_volumes(const double (*x)[3], const int32_t tet[4]) {
    double u[3], v[3], w[3], normal[3];
    ts_sub(x[tet[1]], x[tet[0]], u);
    ts_sub(x[tet[2]], x[tet[0]], v);
    ts_sub(x[tet[3]], x[tet[0]], w);
    ts_cross(u, v, normal);
    return ts_dot(normal, w);
}

static void check_tets(const ts_verify_mesh *mesh, const double (*x)[3], ts_verify_report *report) {
    for (size_t i = 0; i < mesh->tets; ++i) {
        const int32_t *t = mesh->tet[i];
        const int hand = mesh->rest ? tet_side(mesh->rest, t) : 1;
        if (tet_side(x, t) == hand) continue;
        const double volume = hand * six_volumes(x, t);
        const ts_offence inverted = {.kind = TS_OFFENCE_INVERTED, .value = volume < 0.0 ? volume : 0.0};
        report_element(&(ts_verify_part){TS_PART_TET, (int32_t)i, 4, {t[0], t[1], t[2], t[3]}}, &inverted, report);
    }
}

static ts_stretched sheet_of(const ts_verify_mesh *mesh, const double (*x)[3], size_t i) {
    ts_stretched sheet;
    for (int k = 0; k < 3; ++k) {
        sheet.rest[k] = mesh->rest[mesh->sheet[i][k]];
        sheet.now[k] = x[mesh->sheet[i][k]];
    }
    return sheet;
}

static void check_sheet(const ts_verifier *verifier, const double (*x)[3], size_t i, ts_verify_report *report) {
    const ts_verify_mesh *mesh = &verifier->surface.mesh;
    const ts_stretched sheet = sheet_of(mesh, x, i);
    const int32_t *t = mesh->sheet[i];
    const ts_verify_part part = {TS_PART_SHEET, (int32_t)i, 3, {t[0], t[1], t[2]}};
    const double upper = mesh->most_stretch ? mesh->most_stretch[i] : 0.0;
    const double lower = mesh->least_stretch ? mesh->least_stretch[i] : 0.0;
    if (upper > 0.0 && ts_stretch_compare_largest(&sheet, upper) >= 0) {
        report_element(
            &part, &(ts_offence){.kind = TS_OFFENCE_STRETCH, .value = verifier->stretch[i][0], .bound = upper}, report);
    }
    if (lower > 0.0 && ts_stretch_compare_smallest(&sheet, lower) <= 0) {
        report_element(&part,
                       &(ts_offence){.kind = TS_OFFENCE_COMPRESSION, .value = verifier->stretch[i][1], .bound = lower},
                       report);
    }
}

static void check_stretch(const ts_verifier *verifier, const double (*x)[3], ts_verify_report *report) {
    const ts_verify_mesh *mesh = &verifier->surface.mesh;
    for (size_t i = 0; i < mesh->sheets; ++i) {
        const ts_stretched sheet = sheet_of(mesh, x, i);
        ts_stretch_values(&sheet, &verifier->stretch[i][0], &verifier->stretch[i][1]);
        report->most_stretch = fmax(report->most_stretch, verifier->stretch[i][0]);
        report->least_stretch = fmin(report->least_stretch, verifier->stretch[i][1]);
        check_sheet(verifier, x, i, report);
    }
}

/* ---- The checks ---- */

ts_status ts_verify_state(ts_verifier *verifier, const double (*x)[3], unsigned checks, ts_verify_report *report,
                          ts_error *error) {
    const ts_verify_surface *surface = &verifier->surface;
    const ts_verify_way here = {x, x};
    ts_verify_report found = *report;
    ts_status status = check_positions("position", surface->mesh.nodes, x, error);
    if (status == TS_OK && (checks & TS_VERIFY_INTERSECTIONS)) {
        status = ts_verify_pairs(surface, TS_OFFENCE_INTERSECTION, &here, &verifier->scratch, &found, error);
    }
    if (status == TS_OK && (checks & TS_VERIFY_THICKNESS) && surface->thick) {
        status = ts_verify_pairs(surface, TS_OFFENCE_THICKNESS, &here, &verifier->scratch, &found, error);
    }
    if (status == TS_OK && (checks & TS_VERIFY_OVERLAPS)) {
        status = ts_verify_overlaps(surface, x, &verifier->scratch, &found, error);
    }
    if (status != TS_OK) return status;
    if (checks & TS_VERIFY_STRETCH) check_stretch(verifier, x, &found);
    if (checks & TS_VERIFY_ELEMENTS) {
        check_flat(&surface->mesh, x, &found);
        check_tets(&surface->mesh, x, &found);
    }
    if (checks & TS_VERIFY_CONTAINMENT) status = ts_containment_check(verifier->containment, x, &found, error);
    if (status == TS_OK) *report = found;
    return status;
}

ts_status ts_verify_motion(ts_verifier *verifier, const double (*x0)[3], const double (*x1)[3],
                           ts_verify_report *report, ts_error *error) {
    const ts_verify_surface *surface = &verifier->surface;
    const ts_verify_way way = {x0, x1};
    ts_verify_report found = *report;
    ts_status status = check_positions("position", surface->mesh.nodes, x0, error);
    if (status == TS_OK) status = check_positions("next position", surface->mesh.nodes, x1, error);
    if (status == TS_OK) status = ts_verify_pairs(surface, TS_OFFENCE_MOTION, &way, &verifier->scratch, &found, error);
    if (status == TS_OK) *report = found;
    return status;
}
