/* SPDX-License-Identifier: GPL-2.0-or-later
 * Small cases for contact of the second solver: bodies in memory, a diagonal of H, a method. */
#ifndef TS_TESTS_CONTACT_CASES_H
#define TS_TESTS_CONTACT_CASES_H

#include <touchstone/verify.h>

#include "core/random.h"
#include "core/vec3.h"
#include "ndb/contact/contact.h"
#include "tests/cipc/small_scenes.h"

typedef double contact_rows[3];

typedef struct contact_case {
    ts_setup setup;
    ts_ccd_method method;
    ts_ndb_contact_settings settings;
    ts_ndb_contact *contact;
    size_t nodes;
    double *diagonal, *dH;
    contact_rows *x_star, *x_minus, *x_plus, *b;
} contact_case;

static const double CASE_DHAT = 1e-3, CASE_H = 1000.0; /* m, N/m */

static inline ts_new_body case_cloth(double offset) {
    return (ts_new_body){.body = {.material = ts_test_material(), .offset = offset}};
}

/* Completes the setup: settings are the standard ones, to be changed before case_open. */
static inline void case_begin(contact_case *c, double mu, const char *method) {
    ts_error error;
    ts_test_complete(&c->setup, mu);
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&c->method, method, NULL, &error), TS_OK);
    c->nodes = c->setup.bodies.nodes;
    c->diagonal = malloc(c->nodes * sizeof *c->diagonal);
    c->dH = malloc(c->nodes * sizeof *c->dH);
    contact_rows **const rows[] = {&c->x_star, &c->x_minus, &c->x_plus, &c->b};
    for (size_t k = 0; k < 4; ++k) {
        *rows[k] = malloc(c->nodes * sizeof **rows[k]);
        memcpy(*rows[k], c->setup.bodies.rest, c->nodes * sizeof **rows[k]);
    }
    for (size_t i = 0; i < c->nodes; ++i) c->diagonal[i] = CASE_H;
    c->settings = ts_ndb_contact_standard();
    c->settings.h = 0.01;
    c->settings.dhat = CASE_DHAT;
    c->settings.eps_v = 1e-3;
    c->settings.diagonal = c->diagonal;
    c->settings.method = &c->method;
}

static inline void case_open(contact_case *c) {
    ts_error error;
    ck_assert_msg(ts_ndb_contact_create(&c->setup.bodies, &c->settings, &c->contact, &error) == TS_OK, "%s",
                  error.message);
    ts_ndb_contact_begin(c->contact, (const double(*)[3])c->x_star, NULL);
}

static inline void case_close(contact_case *c) {
    ts_ndb_contact_destroy(c->contact);
    ts_ccd_method_clear(&c->method);
    ts_setup_clear(&c->setup);
    void *const owned[] = {c->diagonal, c->dH, c->x_star, c->x_minus, c->x_plus, c->b};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; ++k) free(owned[k]);
    memset(c, 0, sizeof *c);
}

/* Full CCD of x_minus -> x_plus, which x_minus then follows. */
static inline ts_ndb_way case_full(contact_case *c) {
    ts_error error;
    ts_ndb_way way;
    ck_assert_msg(ts_ndb_contact_full(c->contact, (const double(*)[3])c->x_minus, (const double(*)[3])c->x_plus,
                                      c->x_minus, &way, &error) == TS_OK,
                  "%s", error.message);
    return way;
}

/* Full CCD of a way that is free, from where the case is to there. */
static inline void case_settle(contact_case *c) {
    memcpy(c->x_plus, c->x_minus, c->nodes * sizeof *c->x_plus);
    ck_assert_double_eq(case_full(c).fraction, 1.0);
}

/* Random ends, up to `reach` from where the case is. */
static inline void case_shake(contact_case *c, ts_random *random, double reach) {
    for (size_t i = 0; i < c->nodes; ++i) {
        for (int k = 0; k < 3; ++k) c->x_plus[i][k] = c->x_minus[i][k] + ts_random_between(random, -reach, reach);
    }
}

static inline size_t case_partial(contact_case *c) {
    return ts_ndb_contact_partial(c->contact, (const double(*)[3])c->x_minus, (const double(*)[3])c->x_plus);
}

/* The local step at x_plus. */
static inline void case_gather(contact_case *c) {
    ts_ndb_contact_pull(c->contact, (const double(*)[3])c->x_plus);
    ts_ndb_contact_gather(c->contact, (const double(*)[3])c->x_plus, c->dH, c->b);
}

/* One local-global iteration towards z with H a diagonal: x_plus follows. */
static inline void case_iterate(contact_case *c, const double (*z)[3]) {
    case_gather(c);
    for (size_t i = 0; i < c->nodes; ++i) {
        if (c->setup.bodies.body[c->setup.bodies.body_of[i]].obstacle) continue;
        for (int k = 0; k < 3; ++k)
            c->x_plus[i][k] = (c->diagonal[i] * z[i][k] + c->b[i][k]) / (c->diagonal[i] + c->dH[i]);
    }
}

/* A big board in the plane y = 0, and a small triangle of cloth `above` it, over the inside of one of its faces. */
static inline void case_triangle_on_board(contact_case *c, double above, double offset) {
    *c = (contact_case){0};
    const ts_new_body board = ts_test_obstacle(offset), cloth = case_cloth(offset);
    ts_mesh triangle = {.nodes = 3, .triangles = 1};
    const double x[3][3] = {{-0.30, above, -0.40}, {-0.26, above, -0.40}, {-0.30, above, -0.36}};
    const int32_t corner[1][3] = {{0, 1, 2}};
    triangle.x = ts_test_copy(x, sizeof x);
    triangle.triangle = ts_test_copy(corner, sizeof corner);
    ts_test_add(&c->setup, "board", ts_test_sheet(1, 2.0, 0.0), &board);
    ts_test_add(&c->setup, "cloth", triangle, &cloth);
}

/* Sheets of n x n squares, one above the other, the higher ones crumpled a little. */
static inline void case_sheets(contact_case *c, int sheets, int n, double apart, double offset) {
    *c = (contact_case){0};
    for (int s = 0; s < sheets; ++s) {
        const ts_new_body cloth = case_cloth(offset);
        char name[32];
        snprintf(name, sizeof name, "sheet %d", s);
        ts_mesh sheet = ts_test_sheet(n, 0.1, s * apart);
        ts_test_shift(&sheet, 1e-3 * s, 0.0, 7e-4 * s);
        ts_test_add(&c->setup, name, sheet, &cloth);
    }
}

/* ---- Exact checks ---- */

static inline ts_verifier *verifier_of(const contact_case *c, double *thickness) {
    const ts_bodies *bodies = &c->setup.bodies;
    ts_verifier *verifier = NULL;
    ts_error error;
    for (size_t i = 0; i < c->nodes; ++i) thickness[i] = bodies->body[bodies->body_of[i]].offset;
    const ts_verify_mesh mesh = {.nodes = c->nodes,
                                 .triangles = bodies->triangles,
                                 .triangle = (const int32_t(*)[3])bodies->triangle,
                                 .thickness = thickness};
    ck_assert_msg(ts_verifier_create(&mesh, &verifier, &error) == TS_OK, "%s", error.message);
    return verifier;
}

/* Offences on the straight way from -> to. */
static inline size_t offences_on(ts_verifier *verifier, const contact_rows *from, const contact_rows *to) {
    ts_verify_report report;
    ts_error error;
    ts_verify_report_init(&report);
    ck_assert_msg(ts_verify_motion(verifier, from, to, &report, &error) == TS_OK, "%s", error.message);
    return ts_verify_report_total(&report);
}

#endif
