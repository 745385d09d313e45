/* SPDX-License-Identifier: GPL-2.0-or-later
 * The active set against plain enumeration, multiplicities and mollified pairs included; its bits for 1 and 2
 * threads; the refusal of a start that is too close; kappa. */
#include <math.h>
#include <omp.h>

#include <touchstone/distance.h>

#include "cipc/contact.h"
#include "core/share.h"
#include "core/vec3.h"
#include "scenes/collision/start_check.h"
#include "tests/cipc/contact_scene.h"
#include "tests/support.h"

static const double DHAT = 0.03;
static scene_pairs all;
static ts_ccd_method method;

static void open_contact(const contact_scene *s, double kappa, ts_contact **contact, ts_potential *potential) {
    const ts_contact_settings settings = {.dhat = DHAT, .kappa = kappa, .diagonal = 1.0, .method = &method};
    ck_assert_int_eq(ts_contact_create(&s->bodies, &settings, contact, NULL), TS_OK);
    ts_contact_potential(*contact, potential);
}

/* What a pair is, without its data: kind or mollified, nodes of each side ascending. */
typedef struct name_of_pair {
    int class;
    int32_t side[2][3];
} name_of_pair;

typedef struct named_pair {
    name_of_pair name;
    double d2, xi, multiplicity;
} named_pair;

static void insert(int32_t side[3], int32_t node) {
    int at = 0;
    while (side[at] >= 0 && side[at] < node) ++at;
    for (int i = 2; i > at; --i) side[i] = side[i - 1];
    side[at] = node;
}

static name_of_pair name_rows(ts_ccd_kind kind, const ts_stencil node, unsigned rows, int class) {
    name_of_pair name = {.class = class, .side = {{-1, -1, -1}, {-1, -1, -1}}};
    int sizes[2] = {0, 0};
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        if (!(rows >> i & 1u)) continue;
        const int side = i >= ts_ccd_first_vertices(kind);
        insert(name.side[side], node[i]);
        ++sizes[side];
    }
    const bool swap = sizes[0] > sizes[1] || (sizes[0] == sizes[1] && memcmp(name.side[0], name.side[1], 12) > 0);
    if (swap) {
        int32_t side[3];
        memcpy(side, name.side[0], sizeof side);
        memcpy(name.side[0], name.side[1], sizeof side);
        memcpy(name.side[1], side, sizeof side);
    }
    return name;
}

static int compare_named(const void *one, const void *other) {
    return memcmp(&((const named_pair *)one)->name, &((const named_pair *)other)->name, sizeof(name_of_pair));
}

static bool mollified(const contact_scene *s, const scene_pair *pair, const double rows[4][3]) {
    if (pair->kind != TS_EDGE_EDGE) return false;
    double u[3], v[3], c[3], length[2];
    for (int e = 0; e < 2; ++e) {
        ts_sub(s->rest[pair->node[2 * e + 1]], s->rest[pair->node[2 * e]], u);
        length[e] = ts_dot(u, u);
    }
    ts_sub(rows[1], rows[0], u);
    ts_sub(rows[3], rows[2], v);
    ts_cross(u, v, c);
    return ts_dot(c, c) < 1e-3 * length[0] * length[1];
}

static size_t expected_pairs(const contact_scene *s, const double (*x)[3], named_pair *out) {
    size_t count = 0;
    scene_all_pairs(s, &all);
    for (size_t i = 0; i < all.count; ++i) {
        const scene_pair *pair = &all.pair[i];
        double rows[4][3];
        scene_rows(pair->node, x, rows);
        ts_closest closest;
        ts_closest_points(pair->kind, (const double(*)[3])rows, &closest);
        if (sqrt(closest.distance2) >= pair->xi + DHAT) continue;
        const bool soft = mollified(s, pair, (const double(*)[3])rows);
        out[count++] = (named_pair){.name = name_rows(pair->kind, pair->node, soft ? 15u : closest.feature, soft),
                                    .d2 = closest.distance2,
                                    .xi = pair->xi,
                                    .multiplicity = 1.0};
    }
    qsort(out, count, sizeof *out, compare_named);
    size_t merged = 0;
    for (size_t i = 0; i < count; ++i) {
        if (merged > 0 && compare_named(&out[merged - 1], &out[i]) == 0)
            out[merged - 1].multiplicity += 1.0;
        else
            out[merged++] = out[i];
    }
    return merged;
}

static size_t named_pairs(const ts_contact *contact, named_pair *out) {
    const ts_contact_pair *pair;
    const size_t count = ts_contact_pairs(contact, &pair);
    for (size_t i = 0; i < count; ++i) {
        out[i] = (named_pair){.name = name_rows(pair[i].kind, pair[i].node, 15u, pair[i].mollified),
                              .d2 = pair[i].d2,
                              .xi = pair[i].xi,
                              .multiplicity = pair[i].multiplicity};
        ck_assert_double_eq(pair[i].friction, 0.1);
        ck_assert_uint_eq(pair[i].mollified && pair[i].kind != TS_EDGE_EDGE, 0);
    }
    qsort(out, count, sizeof *out, compare_named);
    return count;
}

static void compare_sets(const contact_scene *s, const ts_contact *contact, const double (*x)[3]) {
    static named_pair expected[SCENE_PAIRS], found[SCENE_PAIRS];
    const size_t n = expected_pairs(s, x, expected);
    ck_assert_uint_eq(named_pairs(contact, found), n);
    for (size_t i = 0; i < n; ++i) {
        ck_assert_int_eq(compare_named(&expected[i], &found[i]), 0);
        ck_assert_double_eq(expected[i].multiplicity, found[i].multiplicity);
        ck_assert_double_eq(expected[i].xi, found[i].xi);
        ck_assert_double_eq_tol(sqrt(expected[i].d2), sqrt(found[i].d2), 1e-14);
    }
}

/* trial 0: as built but close, with parallel edges and equal distances everywhere; later ones: disturbed more and more.
 */
static void place(const contact_scene *s, ts_random *random, int trial, double (*x)[3]) {
    scene_displace(s, random, 0.03 * trial, 0.01 * trial, x);
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        ts_add(s->rest[i], x[i], x[i]);
        if (trial == 0 && s->body_of[i] == 1) x[i][2] = -0.5 * DHAT; /* the floor, right below the cloth */
    }
}

START_TEST(active_set_is_that_of_brute_force) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    size_t kinds[TS_CCD_KINDS] = {0}, soft = 0, repeated = 0;
    for (int trial = 0; trial < ts_test_cases(12); ++trial) {
        contact_scene *s = scene_create(0.03 * (trial % 3));
        ts_contact *contact;
        ts_potential potential;
        double x[SCENE_NODES][3];
        open_contact(s, 0.0, &contact, &potential);
        for (int move = 0; move < 3; ++move) {
            place(s, &random, trial % 6, x);
            ck_assert_int_eq(potential.update(&potential, (const double(*)[3])x, NULL), TS_OK);
            compare_sets(s, contact, (const double(*)[3])x);
            ck_assert_uint_le(potential.count, potential.near_count);
            const ts_contact_pair *pair;
            const size_t count = ts_contact_pairs(contact, &pair);
            for (size_t i = 0; i < count; ++i) {
                ++kinds[pair[i].kind];
                soft += pair[i].mollified;
                repeated += pair[i].multiplicity > 1.0;
                ck_assert_mem_eq(pair[i].node, potential.stencil[i], sizeof(ts_stencil));
            }
        }
        ts_contact_destroy(contact);
        free(s);
    }
    for (int k = 0; k < TS_CCD_KINDS; ++k) ck_assert_uint_gt(kinds[k], 20);
    ck_assert_uint_gt(soft, 20);
    ck_assert_uint_gt(repeated, 20);
}
END_TEST

START_TEST(parallel_edges_name_a_feature_with_a_direction) {
    contact_scene *s = scene_create(0.0);
    ts_contact *contact;
    ts_potential potential;
    for (int32_t i = CLOTH_NODES; i < 2 * CLOTH_NODES; ++i)
        s->rest[i][2] = -0.5 * DHAT; /* the floor, below the cloth */
    open_contact(s, 0.0, &contact, &potential);
    ck_assert_int_eq(potential.update(&potential, (const double(*)[3])s->rest, NULL), TS_OK);
    const ts_contact_pair *pair;
    const size_t count = ts_contact_pairs(contact, &pair);
    size_t soft = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!pair[i].mollified) continue;
        ++soft;
        ck_assert_uint_ne(pair[i].feature, 15);
    }
    ck_assert_uint_gt(soft, 10);
    ts_contact_destroy(contact);
    free(s);
}
END_TEST

START_TEST(threads_and_history_do_not_change_the_list) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    contact_scene *s = scene_create(0.05);
    ts_contact *contact[2];
    ts_potential potential[2];
    double x[SCENE_NODES][3], p[SCENE_NODES][3], y[SCENE_NODES][3];
    const int usual = omp_get_max_threads();
    place(s, &random, 0, x);
    scene_displace(s, &random, 1e-3, 1e-3, p);
    for (size_t i = 0; i < s->bodies.nodes; ++i) ts_axpy(x[i], 0.25, p[i], y[i]);
    for (int c = 0; c < 2; ++c) {
        omp_set_num_threads(c + 1);
        open_contact(s, 0.0, &contact[c], &potential[c]);
        if (c == 1) { /* through the candidates of a motion, which are more */
            double alpha = 1.0;
            ck_assert_int_eq(
                potential[c].max_step(&potential[c], (const double(*)[3])x, (const double(*)[3])p, &alpha, NULL),
                TS_OK);
        }
        ck_assert_int_eq(potential[c].update(&potential[c], (const double(*)[3])y, NULL), TS_OK);
    }
    omp_set_num_threads(usual);
    ck_assert_uint_gt(potential[0].count, 100);
    ck_assert_uint_eq(potential[0].count, potential[1].count);
    for (size_t k = 0; k < potential[0].count; ++k) {
        const ts_contact_pair *a, *b;
        ts_contact_pairs(contact[0], &a);
        ts_contact_pairs(contact[1], &b);
        ck_assert_mem_eq(a[k].node, b[k].node, sizeof(ts_stencil));
        ck_assert_mem_eq(&a[k].d2, &b[k].d2, sizeof(double));
        ck_assert_mem_eq(&a[k].multiplicity, &b[k].multiplicity, sizeof(double));
    }
    for (int c = 0; c < 2; ++c) ts_contact_destroy(contact[c]);
    free(s);
}
END_TEST

/* A cloud whose candidates are searched in three waves: pairs in the order of their nodes, with their distances. */
START_TEST(sets_of_many_candidates_are_whole) {
    enum { POINTS = 1100 };
    static double x[POINTS][3], mass[POINTS];
    static int32_t particle[POINTS], body_of[POINTS];
    static bool is_near[POINTS][POINTS];
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int32_t i = 0; i < POINTS; ++i) {
        particle[i] = i;
        mass[i] = 1e-3;
        for (int k = 0; k < 3; ++k) x[i][k] = ts_random_between(&random, 0.0, 1.4 * DHAT);
    }
    ts_body cloud = {.name = "cloud"};
    double friction = 0.1;
    const ts_bodies bodies = {.bodies = 1,
                              .body = &cloud,
                              .nodes = POINTS,
                              .rest = x,
                              .mass = mass,
                              .body_of = body_of,
                              .particles = POINTS,
                              .particle = particle,
                              .friction = &friction};
    const ts_contact_settings settings = {.dhat = DHAT, .diagonal = 1.0, .method = &method};
    ts_contact *contact;
    ts_potential potential;
    ck_assert_int_eq(ts_contact_create(&bodies, &settings, &contact, NULL), TS_OK);
    ts_contact_potential(contact, &potential);
    ck_assert_int_eq(potential.update(&potential, (const double(*)[3])x, NULL), TS_OK);
    const ts_contact_pair *pair;
    const size_t count = ts_contact_pairs(contact, &pair);
    size_t active = 0, near = 0;
    for (int32_t a = 0; a < POINTS; ++a) {
        for (int32_t b = a + 1; b < POINTS; ++b) {
            double d[3];
            ts_sub(x[a], x[b], d);
            is_near[a][b] = ts_norm2(d) < 2.25 * DHAT * DHAT;
            near += is_near[a][b];
            if (ts_norm2(d) >= DHAT * DHAT) continue;
            ck_assert_uint_lt(active, count);
            ck_assert(pair[active].node[0] == a && pair[active].node[1] == b);
            ck_assert_double_eq(pair[active].multiplicity, 1.0);
            ck_assert_double_eq(pair[active++].d2, ts_norm2(d));
        }
    }
    ck_assert_uint_eq(active, count);
    ck_assert_uint_eq(potential.near_count, near);
    for (size_t k = 0; k < near; ++k) {
        const int32_t *node = potential.near[k], a = node[0] < node[1] ? node[0] : node[1], b = node[0] + node[1] - a;
        ck_assert(is_near[a][b]);
        is_near[a][b] = false;
    }
    ck_assert_uint_gt(active, 100000);
    ck_assert_uint_gt(near, 524288); /* two waves, and a third */
    ts_contact_destroy(contact);
}
END_TEST

START_TEST(a_start_within_the_thickness_is_refused) {
    contact_scene *s = scene_create(0.01);
    ts_contact *contact;
    ts_potential potential;
    ts_error error = {0};
    open_contact(s, 0.0, &contact, &potential);
    ck_assert_int_eq(ts_check_start(&s->bodies, ts_contact_dhat(contact), (const double(*)[3])s->rest, &error), TS_OK);
    s->rest[0][0] = 0.06, s->rest[0][1] = 0.03; /* over a face's inside: no other pair is as near */
    s->rest[0][2] = -0.0925; /* 0.0075 above the floor: exactly the mean of 0.01 and 0.005, in doubles or just below */
    s->rest[0][2] = nextafter(s->rest[0][2], -1.0);
    ck_assert_int_eq(ts_check_start(&s->bodies, ts_contact_dhat(contact), (const double(*)[3])s->rest, &error),
                     TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "point 0 of 'cloth'"));
    ck_assert_ptr_nonnull(strstr(error.message, "of 'floor'"));
    s->rest[0][2] = -0.0924999;
    ck_assert_int_eq(ts_check_start(&s->bodies, ts_contact_dhat(contact), (const double(*)[3])s->rest, &error), TS_OK);
    ts_contact_destroy(contact);
    free(s);
}
END_TEST

static bool stiffens(ts_potential *potential, const contact_scene *s) {
    bool changed = false;
    ck_assert_int_eq(potential->adapt(potential, (const double(*)[3])s->rest, &changed, NULL), TS_OK);
    return changed;
}

START_TEST(kappa_doubles_while_a_closed_pair_closes) {
    contact_scene *s = scene_create(0.0);
    ts_contact *contact;
    ts_potential potential;
    open_contact(s, 0.0, &contact, &potential);
    const double first = ts_contact_kappa(contact), D = DHAT * DHAT, y = 1e-16;
    const double d2b = -2.0 * log(y / D) - 4.0 * (y - D) / y + (y - D) * (y - D) / (y * y);
    ck_assert_double_eq_tol(first / (1e11 * 3e-3 / (4e-16 * d2b)), 1.0, 1e-9);
    const double gap[] = {5e-10, 4e-10, 4.5e-10, 3e-10, 2e-9, 1e-10, 5e-11};
    const bool doubled[] = {false, true, false, true, false, false, true};
    double kappa = first;
    for (int i = 0; i < 7; ++i) {
        s->rest[2 * CLOTH_NODES + 8][2] = 0.0; /* a particle above the cloth's inside */
        for (int k = 0; k < 3; ++k) s->rest[2 * CLOTH_NODES + 8][k] = k == 2 ? gap[i] : 0.1 + 0.3 * k;
        ck_assert_int_eq(potential.update(&potential, (const double(*)[3])s->rest, NULL), TS_OK);
        ck_assert_int_eq(stiffens(&potential, s), doubled[i]);
        kappa *= doubled[i] ? 2.0 : 1.0;
        ck_assert_double_eq(ts_contact_kappa(contact), kappa);
    }
    potential.forget(&potential);
    potential.set_stiffness(&potential, &(double){99.0 * first});
    for (double g = 4e-11; g > 1e-11; g *= 0.5) {
        s->rest[2 * CLOTH_NODES + 8][2] = g;
        ck_assert_int_eq(potential.update(&potential, (const double(*)[3])s->rest, NULL), TS_OK);
        stiffens(&potential, s);
    }
    ck_assert_double_eq(ts_contact_kappa(contact), 100.0 * first);
    ts_contact_destroy(contact);
    free(s);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    if (ts_ccd_register_builtin(NULL) != TS_OK || ts_ccd_method_init(&method, "certified", NULL, NULL) != TS_OK)
        return 1;
    Suite *suite = suite_create("contact set");
    TCase *tcase = tcase_create("active set");
    tcase_add_test(tcase, active_set_is_that_of_brute_force);
    tcase_add_test(tcase, parallel_edges_name_a_feature_with_a_direction);
    tcase_add_test(tcase, threads_and_history_do_not_change_the_list);
    tcase_add_test(tcase, sets_of_many_candidates_are_whole);
    tcase_add_test(tcase, a_start_within_the_thickness_is_refused);
    tcase_add_test(tcase, kappa_doubles_while_a_closed_pair_closes);
    suite_add_tcase(suite, tcase);
    const int failed = ts_run_suite(suite);
    ts_ccd_method_clear(&method);
    return failed;
}
