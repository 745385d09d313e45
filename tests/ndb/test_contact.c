/* SPDX-License-Identifier: GPL-2.0-or-later
 * The local step of contact against closed forms: a vertex above a plane, between two planes, with friction; forces
 * against differences of the energy, and the majoriser that makes LG descend. */
#include <math.h>

#include "scenes/collision/friction_smooth.h"
#include "tests/ndb/contact_cases.h"

static uint64_t seed;

enum { CLOTH = 4 }; /* its first node: the board has four */

/* A triangle that is to go to z below the board, LG after LG: x = (H z + w dhat) / (H + w) along the normal, and w is
 * k 2^a for a = 0, 1, ... as long as the way to x crosses the board or comes within the floor. */
START_TEST(a_point_above_a_plane_follows_the_closed_form) {
    for (int bernstein = 0; bernstein < 2; ++bernstein) {
        contact_case c;
        const double above = 0.5 * CASE_DHAT, depth = -2.0 * CASE_DHAT;
        case_triangle_on_board(&c, above, 0.0);
        case_begin(&c, 0.0, "certified");
        c.settings.bernstein = bernstein;
        case_open(&c);
        contact_rows *z = ts_test_copy(c.x_star, c.nodes * sizeof *z);
        for (size_t i = CLOTH; i < c.nodes; ++i) z[i][0] += 1e-6, z[i][1] = depth;
        memcpy(c.x_plus, z, c.nodes * sizeof *z);
        const ts_ndb_way way = case_full(&c);
        ck_assert_uint_eq(way.pairs, 3);
        ck_assert_uint_eq(way.hits, 3);
        double x = z[CLOTH][0], w = 0.1 * CASE_H;
        for (int a = 0; a < 8; ++a) {
            case_iterate(&c, (const double(*)[3])z);
            const double y = (CASE_H * depth + w * CASE_DHAT) / (CASE_H + w);
            x = (CASE_H * z[CLOTH][0] + w * x) / (CASE_H + w);
            for (size_t i = CLOTH; i < c.nodes; ++i) {
                ck_assert_double_eq_tol(c.dH[i], w, 1e-12 * w);
                ck_assert_double_eq_tol(c.x_plus[i][1], y, 1e-13); /* the normal is rounded */
            }
            ck_assert_double_eq_tol(c.x_plus[CLOTH][0], x, 1e-14);
            const bool crosses = y < 1e-2 * CASE_DHAT;
            ck_assert_uint_eq(case_partial(&c), crosses ? 3 : 0);
            if (crosses) w *= 2.0;
        }
        ck_assert_double_gt(c.x_plus[CLOTH][1], 0.0);
        free(z);
        case_close(&c);
    }
}
END_TEST

/* Thickness moves the aim, and nothing else. */
START_TEST(thickness_moves_the_aim) {
    contact_case c;
    const double xi = 0.004;
    case_triangle_on_board(&c, xi + 0.5 * CASE_DHAT, xi);
    case_begin(&c, 0.0, "certified");
    case_open(&c);
    ck_assert_uint_eq(case_full(&c).pairs, 3);
    case_gather(&c);
    const double w = 0.1 * CASE_H;
    for (size_t i = CLOTH; i < c.nodes; ++i)
        ck_assert_double_eq_tol(c.b[i][1], w * (xi + CASE_DHAT), 1e-12 * w * (xi + CASE_DHAT));
    case_close(&c);
}
END_TEST

/* The fixed point of one vertex between two boards that are told where to be, 1.2 dhat apart. */
START_TEST(a_vertex_between_told_planes_settles_at_the_hand_solution) {
    contact_case c;
    case_triangle_on_board(&c, 0.4 * CASE_DHAT, 0.0);
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_test_add(&c.setup, "lid", ts_test_sheet(1, 2.0, 1.2 * CASE_DHAT), &board);
    case_begin(&c, 0.0, "certified");
    case_open(&c);
    contact_rows *z = ts_test_copy(c.x_star, c.nodes * sizeof *z);
    for (int i = 0; i < 3; ++i) z[CLOTH + i][1] = 0.3 * CASE_DHAT;
    ck_assert_uint_eq(case_full(&c).pairs, 6);
    for (int k = 0; k < 400; ++k) case_iterate(&c, (const double(*)[3])z);
    const double w = 0.1 * CASE_H;
    const double y = (CASE_H * 0.3 * CASE_DHAT + w * CASE_DHAT + w * 0.2 * CASE_DHAT) / (CASE_H + 2.0 * w);
    for (int i = 0; i < 3; ++i) ck_assert_double_eq_tol(c.x_plus[CLOTH + i][1], y, 1e-13);
    free(z);
    case_close(&c);
}
END_TEST

/* At the fixed point the normal force balances H (x - z) along the normal, and friction does along the board:
 * H (x - z) + mu lambda f1(|u|) u/|u| = 0. */
START_TEST(friction_settles_where_forces_balance) {
    static const double pulls[] = {1e-6, 4e-5, 1e-3, 0.02};
    for (size_t n = 0; n < sizeof pulls / sizeof *pulls; ++n) {
        contact_case c;
        const double mu = 0.4;
        case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
        case_begin(&c, mu, "certified");
        case_open(&c);
        contact_rows *z = ts_test_copy(c.x_star, c.nodes * sizeof *z);
        for (size_t i = CLOTH; i < c.nodes; ++i) z[i][2] += pulls[n], z[i][1] = 0.2 * CASE_DHAT;
        ck_assert_uint_eq(case_full(&c).pairs, 3);
        for (int k = 0; k < 4000; ++k) {
            case_iterate(&c, (const double(*)[3])z);
            if (k < 20) ck_assert_uint_eq(case_partial(&c), 0); /* sticking comes to be that of eps_v */
        }
        const double w = 0.1 * CASE_H, y = c.x_plus[CLOTH][1], lambda = w * (CASE_DHAT - y);
        ck_assert_double_eq_tol(CASE_H * (y - 0.2 * CASE_DHAT), lambda, 1e-9 * lambda);
        const double u = c.x_plus[CLOTH][2] - c.x_star[CLOTH][2];
        const double drag = mu * lambda * ts_friction_smooth(u, 1e-3 * 0.01).f1_over_y * u;
        ck_assert_double_eq_tol(CASE_H * (z[CLOTH][2] - c.x_plus[CLOTH][2]), drag, 1e-9 * drag + 1e-13);
        ck_assert(u > 0.0 && drag <= mu * lambda * (1.0 + 1e-12));
        free(z);
        case_close(&c);
    }
}
END_TEST

/* ---- Sheets in contact ---- */

/* Two or three crumpled sheets in contact, at a trial point. */
static void crumple(contact_case *c, double mu, ts_ndb_barrier barrier) {
    ts_random random;
    ts_random_init(&random, seed, 11);
    case_sheets(c, 3, 6, 0.6 * CASE_DHAT, 0.0);
    case_begin(c, mu, "certified");
    c->settings.barrier = barrier;
    case_open(c);
    for (int round = 0; round < 3; ++round) {
        for (size_t i = 0; i < c->nodes; ++i) {
            for (int k = 0; k < 3; ++k) c->x_plus[i][k] = c->x_minus[i][k] + ts_random_between(&random, -4e-4, 4e-4);
        }
        case_full(c);
        for (int lg = 0; lg < 3; ++lg) case_partial(c);
    }
}

START_TEST(forces_are_those_of_the_energy) {
    for (int barrier = 0; barrier < 2; ++barrier) {
        contact_case c;
        crumple(&c, 0.0, (ts_ndb_barrier)barrier);
        ck_assert_uint_gt(ts_ndb_contact_last(c.contact)->pairs, 100);
        case_gather(&c);
        contact_rows *force = calloc(c.nodes, sizeof *force);
        ts_ndb_contact_forces(c.contact, (const double(*)[3])c.x_plus, force);
        double most = 0.0, worst = 0.0, against = 0.0;
        for (size_t i = 0; i < c.nodes; ++i) {
            for (int k = 0; k < 3; ++k) {
                const double x = c.x_plus[i][k], step = 1e-8;
                const double got = c.b[i][k] - c.dH[i] * x;
                c.x_plus[i][k] = x + step;
                const double above = ts_ndb_contact_energy(c.contact, (const double(*)[3])c.x_plus).barrier;
                c.x_plus[i][k] = x - step;
                const double below = ts_ndb_contact_energy(c.contact, (const double(*)[3])c.x_plus).barrier;
                c.x_plus[i][k] = x;
                worst = fmax(worst, fabs(got - (below - above) / (2.0 * step)));
                against = fmax(against, fabs(got - force[i][k]));
                most = fmax(most, fabs(got));
            }
        }
        ck_assert_double_gt(most, 0.0);
        ck_assert_double_le(worst, 1e-5 * most);
        ck_assert_double_le(against, 1e-11 * most);
        free(force);
        case_close(&c);
    }
}
END_TEST

/* E(x') <= E(x) + grad E . (x' - x) + 1/2 sum dH |x' - x|^2 for any x', with the same weights. */
START_TEST(the_diagonal_majorises_the_energy) {
    contact_case c;
    ts_random random;
    ts_random_init(&random, seed, 12);
    crumple(&c, 0.0, TS_NDB_NONDISTANCE);
    case_gather(&c);
    const double here = ts_ndb_contact_energy(c.contact, (const double(*)[3])c.x_plus).barrier;
    contact_rows *other = malloc(c.nodes * sizeof *other);
    for (int n = 0; n < 200; ++n) {
        const double size = ts_random_log(&random, 1e-8, 1e-1);
        double model = here;
        for (size_t i = 0; i < c.nodes; ++i) {
            for (int k = 0; k < 3; ++k) {
                const double p = ts_random_between(&random, -size, size);
                other[i][k] = c.x_plus[i][k] + p;
                model += (c.dH[i] * c.x_plus[i][k] - c.b[i][k]) * p + 0.5 * c.dH[i] * p * p;
            }
        }
        const double there = ts_ndb_contact_energy(c.contact, (const double(*)[3])other).barrier;
        ck_assert_msg(there <= model * (1.0 + 1e-10) + 1e-18, "size %g: %g above %g", size, there, model);
    }
    free(other);
    case_close(&c);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("contact of the second solver: local step");
    TCase *tests = tcase_create("local step");
    tcase_add_test(tests, a_point_above_a_plane_follows_the_closed_form);
    tcase_add_test(tests, thickness_moves_the_aim);
    tcase_add_test(tests, a_vertex_between_told_planes_settles_at_the_hand_solution);
    tcase_add_test(tests, friction_settles_where_forces_balance);
    tcase_add_test(tests, forces_are_those_of_the_energy);
    tcase_add_test(tests, the_diagonal_majorises_the_energy);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
