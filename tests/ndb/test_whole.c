/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whole bodies: sums of rigid motions and their system against dense arithmetic done here, what acts across pairs
 * pair by pair, and bodies that fit a motion, balance, and are not strained. */
#include <check.h>
#include <math.h>

#include "ndb/contact/state.h"
#include "ndb/whole.h"
#include "tests/ndb/contact_cases.h"

enum { SIX = 6, BODIES = 5 };

static void random_vector(ts_random *random, double by, double out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = ts_random_between(random, -by, by);
}

/* J(y), 3 x 6. */
static void motion_at(const double y[3], double J[3][SIX]) {
    memset(J, 0, 3 * sizeof *J);
    for (int k = 0; k < 3; ++k) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        double turned[3];
        ts_cross(axis, y, turned);
        J[k][k] = 1.0;
        for (int c = 0; c < 3; ++c) J[c][3 + k] = turned[c];
    }
}

/* block += J^T P J */
static void add_dense(const double J[3][SIX], const double P[3][3], ts_ndb_rigid_block block) {
    for (int r = 0; r < SIX; ++r)
        for (int c = 0; c < SIX; ++c)
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) block[r][c] += J[i][r] * P[i][j] * J[j][c];
}

static void check_blocks(const ts_ndb_rigid_block a, const ts_ndb_rigid_block b, double by) {
    double most = 0.0, off = 0.0;
    for (int r = 0; r < SIX; ++r) {
        for (int c = 0; c < SIX; ++c) {
            most = fmax(most, fabs(b[r][c]));
            off = fmax(off, fabs(a[r][c] - b[r][c]));
        }
    }
    ck_assert_double_gt(most, 0.0);
    ck_assert_double_le(off, by * most);
}

START_TEST(moments_make_the_block_of_their_points) {
    ts_ndb_moments sum = {0};
    ts_ndb_rigid_block block = {{0}}, dense = {{0}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int k = 0; k < 20; ++k) {
        double y[3], J[3][SIX];
        const double w = ts_random_between(&random, 0.1, 2.0);
        const double P[3][3] = {{w, 0, 0}, {0, w, 0}, {0, 0, w}};
        random_vector(&random, 1.0, y);
        motion_at(y, J);
        add_dense((const double(*)[SIX])J, P, dense);
        ts_ndb_moments_add(&sum, w, y);
    }
    ts_ndb_moments_block(&sum, block);
    check_blocks((const double(*)[SIX])block, (const double(*)[SIX])dense, 1e-14);
}
END_TEST

/* ---- The system ---- */

/* As of points with springs of stiffness up to `most` to where they are. */
static void random_block(ts_random *random, double most, ts_ndb_rigid_block block) {
    ts_ndb_moments sum = {0};
    memset(block, 0, sizeof(ts_ndb_rigid_block));
    for (int k = 0; k < 5; ++k) {
        double y[3];
        random_vector(random, 1.0, y);
        ts_ndb_moments_add(&sum, ts_random_between(random, 0.1, most), y);
    }
    ts_ndb_moments_block(&sum, block);
}

/* (D + links) q */
static void apply(const ts_ndb_rigid_block own[BODIES], const ts_ndb_link *link, size_t links, double (*q)[SIX],
                  double (*out)[SIX]) {
    memset(out, 0, BODIES * sizeof *out);
    for (int b = 0; b < BODIES; ++b)
        for (int r = 0; r < SIX; ++r)
            for (int c = 0; c < SIX; ++c) out[b][r] += own[b][r][c] * q[b][c];
    for (size_t k = 0; k < links; ++k) {
        const int32_t *body = link[k].body;
        for (int r = 0; r < SIX; ++r) {
            double force = 0.0;
            for (int c = 0; c < SIX; ++c)
                force += link[k].block[r][c] * (q[body[0]][c] - (body[1] < 0 ? 0.0 : q[body[1]][c]));
            out[body[0]][r] += force;
            if (body[1] >= 0) out[body[1]][r] -= force;
        }
    }
}

/* Links of other bodies with each call of one system. */
START_TEST(the_system_is_solved) {
    static const int32_t COUPLES[][2] = {{0, 1}, {0, 3}, {1, 2}, {1, -1}, {2, 4}, {3, 4}, {4, -1}};
    enum { LINKS = sizeof COUPLES / sizeof *COUPLES };
    ts_ndb_rigid_system *system;
    ts_ndb_rigid_block own[BODIES];
    ts_ndb_link link[LINKS];
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    ck_assert_int_eq(ts_ndb_rigid_system_create(BODIES, &system, NULL), TS_OK);
    for (int which = 0; which < 40; ++which) {
        double q[BODIES][SIX], found[BODIES][SIX];
        size_t links = 0;
        for (int b = 0; b < BODIES; ++b) random_block(&random, 2.0, own[b]);
        for (int k = 0; k < LINKS; ++k) {
            if (which % 4 < 3 && ts_random_between(&random, 0.0, 1.0) < 0.4) continue; /* every fourth has them all */
            memcpy(link[links].body, COUPLES[k], sizeof COUPLES[k]);
            random_block(&random, which < 20 ? 2.0 : 1e6, link[links++].block);
        }
        for (int b = 0; b < BODIES; ++b)
            for (int c = 0; c < SIX; ++c) q[b][c] = ts_random_between(&random, -1.0, 1.0);
        apply((const ts_ndb_rigid_block *)own, link, links, q, found);
        ck_assert(ts_ndb_rigid_solve(system, (const ts_ndb_rigid_block *)own, link, links, found));
        for (int b = 0; b < BODIES; ++b)
            for (int c = 0; c < SIX; ++c) ck_assert_double_eq_tol(found[b][c], q[b][c], which < 20 ? 1e-11 : 1e-7);
    }
    double motion[BODIES][SIX] = {{1.0}};
    memset(own, 0, sizeof own); /* what nothing holds */
    ck_assert(!ts_ndb_rigid_solve(system, (const ts_ndb_rigid_block *)own, link, 0, motion));
    for (int b = 0; b < BODIES; ++b) random_block(&random, 2.0, own[b]);
    ck_assert(ts_ndb_rigid_solve(system, (const ts_ndb_rigid_block *)own, link, 0, motion));
    ts_ndb_rigid_system_destroy(system);
}
END_TEST

/* ---- Bodies ---- */

/* The matrix of cloths that are joined where their triangles are. */
static void join(const ts_setup *setup, ts_ndb_matrix *matrix) {
    ts_ndb_squares squares = {0};
    const ts_bodies *bodies = &setup->bodies;
    for (size_t t = 0; t < bodies->triangles; ++t) {
        const int32_t *v = bodies->triangle[t];
        if (bodies->body[bodies->body_of[v[0]]].obstacle) continue;
        for (int e = 0; e < 3; ++e) {
            const ts_ndb_square edge = {{v[e], v[(e + 1) % 3], -1, -1}, {1.0, -1.0}, 1.0};
            ck_assert_int_eq(ts_ndb_squares_add(&squares, &edge, NULL), TS_OK);
        }
    }
    ck_assert_int_eq(ts_ndb_matrix_init(matrix, bodies->nodes, bodies->mass, &squares, NULL), TS_OK);
    ts_ndb_squares_clear(&squares);
}

/* A board below two sheets, the upper one smaller and at a slant, so that it does not lie on the first one's nodes;
 * `lower` is of n x n squares. */
static void open_sheets(contact_case *c, int n, double mu, int32_t **body_of, ts_ndb_whole *whole) {
    ts_ndb_matrix matrix;
    memset(c, 0, sizeof *c);
    c->setup.settings = ts_simulation_standard();
    const ts_new_body board = ts_test_obstacle(0.0), cloth = case_cloth(0.0);
    ts_test_add(&c->setup, "board", ts_test_sheet(1, 2.0, 0.0), &board);
    ts_test_add(&c->setup, "lower", ts_test_sheet(n, 0.2, 0.7 * CASE_DHAT), &cloth);
    ts_mesh upper = ts_test_sheet(3, 0.1, 1.3 * CASE_DHAT);
    for (size_t i = 0; i < upper.nodes; ++i) {
        const double x = upper.x[i][0], z = upper.x[i][2];
        upper.x[i][0] = 0.8 * x + 0.6 * z + 0.013;
        upper.x[i][2] = 0.8 * z - 0.6 * x - 0.007;
    }
    ts_test_add(&c->setup, "upper", upper, &cloth);
    case_begin(c, mu, "certified");
    uint8_t *told = calloc(c->nodes, 1);
    for (size_t i = 0; i < c->nodes; ++i) told[i] = c->setup.bodies.body[c->setup.bodies.body_of[i]].obstacle;
    join(&c->setup, &matrix);
    ck_assert_int_eq(ts_ndb_whole_init(whole, c->nodes, NULL), TS_OK);
    ck_assert_int_eq(ts_ndb_whole_find(whole, &matrix, told, NULL), TS_OK);
    ts_ndb_matrix_clear(&matrix);
    free(told);
    *body_of = whole->of;
    c->settings.body_of = whole->of;
    case_open(c);
}

static void close_sheets(contact_case *c, ts_ndb_whole *whole) {
    case_close(c);
    ts_ndb_whole_clear(whole);
}

START_TEST(bodies_are_what_nothing_holds) {
    contact_case c;
    ts_ndb_whole whole;
    ts_ndb_matrix matrix;
    int32_t *of;
    open_sheets(&c, 24, 0.0, &of, &whole); /* 625 nodes */
    ck_assert_uint_eq(whole.bodies, 2);
    for (size_t i = 0; i < c.nodes; ++i) ck_assert_int_eq(of[i], i < 4 ? -1 : i < 629 ? 0 : 1);
    ck_assert_uint_eq(whole.runs, 3);
    size_t next = 4;
    for (size_t k = 0; k < whole.runs; next = whole.run[k++].end) {
        ck_assert_uint_eq(whole.run[k].first, next);
        ck_assert_uint_le(whole.run[k].end - next, TS_NDB_PIECE);
        ck_assert_int_eq(whole.run[k].body, of[next]);
    }
    ck_assert_uint_eq(next, c.nodes);
    uint8_t *told = calloc(c.nodes, 1);
    told[0] = told[1] = told[2] = told[3] = told[300] = 1; /* of the lower one */
    join(&c.setup, &matrix);
    ck_assert_int_eq(ts_ndb_whole_find(&whole, &matrix, told, NULL), TS_OK);
    ck_assert_ptr_eq(whole.of, of);
    ck_assert_uint_eq(whole.bodies, 1);
    for (size_t i = 0; i < c.nodes; ++i) ck_assert_int_eq(of[i], i < 629 ? -1 : 0);
    memset(told, 1, c.nodes);
    told[1] = 0; /* a node of the board, which nothing joins to another */
    ck_assert_int_eq(ts_ndb_whole_find(&whole, &matrix, told, NULL), TS_OK);
    ck_assert_uint_eq(whole.bodies, 0);
    free(told);
    ts_ndb_matrix_clear(&matrix);
    close_sheets(&c, &whole);
}
END_TEST

/* An iteration of the sheets: places where they press and slide, a dx, and where inertia would take them. */
typedef struct moving_case {
    contact_case c;
    ts_ndb_whole whole;
    int32_t *of;
    ts_ndb_row *x, *z, *dx;
    double *inertia;
    ts_ndb_moving moving;
} moving_case;

static void open_moving(moving_case *m, double slip, double off) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    open_sheets(&m->c, 4, 0.3, &m->of, &m->whole);
    const size_t n = m->c.nodes;
    for (size_t i = 0; i < n; ++i) m->c.x_plus[i][0] += m->of[i] == 1 ? slip : m->of[i] == 0 ? -0.5 * slip : 0.0;
    ck_assert_uint_gt(case_full(&m->c).pairs, 10);
    m->x = ts_ndb_rows_create(n);
    m->z = ts_ndb_rows_create(n);
    m->dx = ts_ndb_rows_create(n);
    m->inertia = malloc(n * sizeof *m->inertia);
    for (size_t i = 0; i < n; ++i) {
        m->inertia[i] = m->of[i] < 0 ? 0.0 : m->c.setup.bodies.mass[i] * 1e4;
        memcpy(m->x[i], m->c.x_plus[i], sizeof m->c.x_plus[i]);
        if (m->of[i] < 0) continue;
        double by[3];
        random_vector(&random, off, by);
        ts_add(m->x[i], by, m->z[i]);
        m->z[i][1] -= off;
        random_vector(&random, off, m->dx[i]);
    }
    ts_ndb_contact_pull(m->c.contact, (const double(*)[3])m->c.x_plus);
    m->moving = (ts_ndb_moving){m->c.contact, m->inertia, (const ts_ndb_row *)m->z, (const ts_ndb_row *)m->x};
}

static void close_moving(moving_case *m) {
    free(m->x);
    free(m->z);
    free(m->dx);
    free(m->inertia);
    close_sheets(&m->c, &m->whole);
}

/* P of a pair, and its force on the first side once nodes have moved by dx. */
static void across(const moving_case *m, size_t pair, double P[3][3], double force[3], double p[3]) {
    const ts_ndb_plane *plane = &m->c.contact->pairs.plane[pair];
    double slip[3] = {0.0, 0.0, 0.0}, apart[3] = {0.0, 0.0, 0.0}, short_by = plane->aim;
    memset(p, 0, 3 * sizeof *p);
    for (int i = 0; i < TS_STENCIL_NODES && plane->node[i] >= 0; ++i) {
        const int32_t v = plane->node[i];
        for (int k = 0; k < 3; ++k) {
            slip[k] += plane->share[i] * (m->x[v][k] - m->c.x_star[v][k]);
            apart[k] += plane->share[i] * m->dx[v][k];
            p[k] += 0.5 * fabs(plane->share[i]) * (m->x[v][k] + m->dx[v][k]);
            short_by -= plane->share[i] * plane->normal[k] * m->x[v][k];
        }
    }
    ts_axpy(slip, -ts_dot(slip, plane->normal), plane->normal, slip);
    const double s = plane->stiffness, lambda = s * fmax(short_by, 0.0), e = 1e-3 * 0.01; /* eps_v h */
    const double y = sqrt(ts_norm2(slip)), sticking = fmax(e, 2.0 * plane->friction * fmax(short_by, 0.0));
    const double per = y < sticking ? (2.0 - y / sticking) / sticking : 1.0 / y; /* f1(y)/y of Li et al. 2020 */
    const double drag = plane->friction * lambda * per;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) P[i][j] = (i == j ? drag : 0.0) + (s - drag) * plane->normal[i] * plane->normal[j];
    for (int i = 0; i < 3; ++i) force[i] = lambda * plane->normal[i] - drag * slip[i] - ts_dot(P[i], apart);
}

/* Each link is what its pairs are, one by one: all of two sheets and a board. */
START_TEST(links_are_the_sum_of_their_pairs) {
    static const int32_t COUPLES[3][2] = {{0, 1}, {0, -1}, {1, -1}};
    static const double ORIGIN[3] = {0.03, -0.2, 0.1};
    moving_case m;
    ts_ndb_rigid_block block[3] = {{{0}}};
    double pull[3][SIX] = {{0}};
    open_moving(&m, 1e-4, 1e-4);
    for (size_t k = 0; k < m.c.contact->pairs.count; ++k) {
        const ts_ndb_plane *plane = &m.c.contact->pairs.plane[k];
        const int32_t first = m.of[plane->node[0]], last = m.of[plane->node[plane->node[3] < 0 ? 2 : 3]];
        double P[3][3], force[3], p[3], J[3][SIX];
        if (first == last) continue;
        const int32_t low = first < 0 || (last >= 0 && last < first) ? last : first, high = low == first ? last : first;
        int which = 0;
        while (COUPLES[which][0] != low || COUPLES[which][1] != high) ++which;
        across(&m, k, P, force, p);
        ts_sub(p, ORIGIN, p);
        motion_at(p, J);
        add_dense((const double(*)[SIX])J, (const double(*)[3])P, block[which]);
        for (int c = 0; c < SIX; ++c)
            for (int i = 0; i < 3; ++i) pull[which][c] += (low == first ? 1.0 : -1.0) * J[i][c] * force[i];
    }
    const ts_ndb_link *link;
    const ts_ndb_rigid_place place = {ORIGIN, (const ts_ndb_row *)m.x, (const ts_ndb_row *)m.dx};
    const size_t links = ts_ndb_contact_links(m.c.contact, &place, &link);
    ck_assert_uint_eq(links, 2); /* the upper one is too far from the board */
    for (size_t k = 0; k < links; ++k) {
        ck_assert_int_eq(link[k].body[0], COUPLES[k][0]);
        ck_assert_int_eq(link[k].body[1], COUPLES[k][1]);
        check_blocks((const double(*)[SIX])link[k].block, (const double(*)[SIX])block[k], 1e-12);
        for (int c = 0; c < SIX; ++c) ck_assert_double_eq_tol(link[k].pull[c], pull[k][c], 1e-10 * fabs(pull[k][1]));
    }
    close_moving(&m);
}
END_TEST

/* Pairs of a body with itself, and of what is held with what is held, are no links. */
START_TEST(what_moves_alike_is_not_linked) {
    moving_case m;
    open_moving(&m, 1e-4, 1e-4);
    const ts_ndb_link *link;
    const double origin[3] = {0.0, 0.0, 0.0};
    const ts_ndb_rigid_place place = {origin, (const ts_ndb_row *)m.x, (const ts_ndb_row *)m.dx};
    for (int bodies = 1; bodies >= 0; --bodies) {
        for (size_t i = 4; i < m.c.nodes; ++i) m.of[i] = bodies - 1;
        ck_assert_uint_gt(case_full(&m.c).pairs, 10);
        ts_ndb_contact_pull(m.c.contact, (const double(*)[3])m.c.x_plus);
        ck_assert_uint_eq(ts_ndb_contact_links(m.c.contact, &place, &link), (size_t)bodies);
        if (bodies == 1) ck_assert_int_eq(link[0].body[0], 0);
        if (bodies == 1) ck_assert_int_eq(link[0].body[1], -1);
    }
    close_moving(&m);
}
END_TEST

/* Any number of nodes, by all lanes, beside sums done here. */
START_TEST(lanes_do_not_show) {
    enum { MOST = 23 };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    ts_ndb_row *x = ts_ndb_rows_create(MOST), *z = ts_ndb_rows_create(MOST), *dx = ts_ndb_rows_create(3 * MOST);
    double inertia[MOST];
    for (int i = 0; i < MOST; ++i) {
        random_vector(&random, 1.0, x[i]);
        random_vector(&random, 1.0, z[i]);
        random_vector(&random, 0.1, dx[i]);
        inertia[i] = ts_random_between(&random, 0.5, 2.0);
    }
    ts_ndb_whole_motion motion = {.centre = {0.1, 0.2, -0.3}, .gone = {0.01, -0.02, 0.03}};
    for (int c = 0; c < 3; ++c) random_vector(&random, 0.1, motion.turn[c]);
    const ts_ndb_whole_rows rows = {{0.3, -0.1, 0.2}, inertia, (const ts_ndb_row *)z, (const ts_ndb_row *)x, dx};
    for (size_t first = 0; first < 4; ++first) {
        for (size_t end = first + 1; end <= MOST; ++end) {
            double some[TS_NDB_WHOLE_SUMS], portable[TS_NDB_WHOLE_SUMS], dense[TS_NDB_WHOLE_SUMS] = {0};
            ts_ndb_whole_sum_some(&rows, first, end, some);
            ts_ndb_whole_sum_portable(&rows, first, end, portable);
            ck_assert_mem_eq(some, portable, sizeof some);
            ts_ndb_moments moments = {0};
            for (size_t i = first; i < end; ++i) {
                double y[3], force[3];
                ts_add(x[i], dx[i], y);
                ts_sub(z[i], y, force);
                ts_scale(inertia[i], force, force);
                ts_sub(y, rows.origin, y);
                ts_ndb_moments_add(&moments, inertia[i], y);
                ts_ndb_rigid_add(y, force, dense + 10);
            }
            memcpy(dense, &moments, sizeof moments);
            for (int k = 0; k < TS_NDB_WHOLE_SUMS; ++k) ck_assert_double_eq_tol(some[k], dense[k], 1e-13);
        }
    }
    memcpy(dx + MOST, dx, MOST * sizeof *dx);
    memcpy(dx + 2 * MOST, dx, MOST * sizeof *dx);
    ts_ndb_whole_rows other = rows;
    ts_ndb_whole_move_some(&rows, 1, MOST, &motion);
    other.dx = dx + MOST;
    ts_ndb_whole_move_portable(&other, 1, MOST, &motion);
    ck_assert_mem_eq(dx, dx + MOST, MOST * sizeof *dx);
    for (size_t i = 0; i < MOST; ++i) {
        for (int c = 0; c < 3; ++c) {
            double moved = dx[2 * MOST + i][c] + motion.gone[c];
            for (int k = 0; k < 3; ++k) moved += motion.turn[k][c] * (x[i][k] + dx[2 * MOST + i][k] - motion.centre[k]);
            ck_assert_double_eq_tol(dx[i][c], i == 0 ? dx[2 * MOST][c] : moved, 1e-15);
        }
    }
    free(x);
    free(z);
    free(dx);
}
END_TEST

/* Force and moment on each body where it is to be: of inertia and of all pairs. */
static void balance_of(const moving_case *m, double out[2][SIX]) {
    memset(out, 0, 2 * sizeof *out);
    for (size_t i = 0; i < m->c.nodes; ++i) {
        if (m->of[i] < 0) continue;
        double y[3], force[3];
        ts_add(m->x[i], m->dx[i], y);
        ts_sub(m->z[i], y, force);
        ts_scale(m->inertia[i], force, force);
        ts_ndb_rigid_add(y, force, out[m->of[i]]);
    }
    for (size_t k = 0; k < m->c.contact->pairs.count; ++k) {
        const ts_ndb_plane *plane = &m->c.contact->pairs.plane[k];
        const int32_t body[2] = {m->of[plane->node[0]], m->of[plane->node[plane->node[3] < 0 ? 2 : 3]]};
        double P[3][3], force[3], p[3];
        across(m, k, P, force, p);
        if (body[0] >= 0) ts_ndb_rigid_add(p, force, out[body[0]]);
        ts_scale(-1.0, force, force);
        if (body[1] >= 0) ts_ndb_rigid_add(p, force, out[body[1]]);
    }
}

static double most_of(double all[2][SIX], int first) {
    double most = 0.0;
    for (int b = 0; b < 2; ++b)
        for (int c = first; c < first + 3; ++c) most = fmax(most, fabs(all[b][c]));
    return most;
}

/* Forces and moments balance, but for what a body's turn does to a gap, for which it counts as none, and for its
 * square: less than a thousandth is left, and a twentieth of that by the next. */
START_TEST(both_sheets_balance) {
    moving_case m;
    static const double LEFT[] = {1e-3, 0.05};
    double before[2][SIX], after[2][SIX];
    open_moving(&m, 1e-4, 1e-6);
    balance_of(&m, before);
    for (int k = 0; k < 2; ++k, memcpy(before, after, sizeof before)) {
        ts_ndb_whole_balance(&m.whole, &m.moving, m.dx);
        balance_of(&m, after);
        printf("forces %.3g to %.3g N, moments %.3g to %.3g N m\n", most_of(before, 0), most_of(after, 0),
               most_of(before, 3), most_of(after, 3));
        ck_assert_double_le(most_of(after, 0), LEFT[k] * most_of(before, 0));
        ck_assert_double_le(most_of(after, 3), LEFT[k] * most_of(before, 3));
    }
    for (size_t i = 0; i < 4; ++i)
        for (int c = 0; c < 3; ++c) ck_assert_double_eq(m.dx[i][c], 0.0);
    close_moving(&m);
}
END_TEST

/* Without contact, z some other rigid motion of x for each sheet: they go there in a few of these steps, and no
 * distance within a sheet is another after any. */
START_TEST(sheets_fit_a_motion_without_a_strain) {
    moving_case m;
    open_moving(&m, 0.0, 0.0);
    m.moving.contact = NULL;
    for (size_t i = 4; i < m.c.nodes; ++i) {
        const double angle = m.of[i] == 0 ? 0.7 : -0.4, s = sin(angle), c = cos(angle), *x = m.x[i];
        m.z[i][0] = c * x[0] - s * x[1] + 0.3;
        m.z[i][1] = s * x[0] + c * x[1] - 0.1;
        m.z[i][2] = x[2] + angle;
    }
    double off = 0.0;
    for (int k = 0; k < 12; ++k) {
        ts_ndb_whole_balance(&m.whole, &m.moving, m.dx);
        off = 0.0;
        for (size_t i = 4; i < m.c.nodes; ++i) {
            double here[3], first[3], now[3], then[3], away[3];
            const size_t f = m.of[i] == 0 ? 4 : m.c.nodes - 1;
            ts_add(m.x[i], m.dx[i], here);
            ts_add(m.x[f], m.dx[f], first);
            ts_sub(here, first, now);
            ts_sub(m.x[i], m.x[f], then);
            ts_sub(here, m.z[i], away);
            ck_assert_double_eq_tol(sqrt(ts_norm2(now)), sqrt(ts_norm2(then)), 1e-15);
            off = fmax(off, sqrt(ts_norm2(away)));
        }
    }
    ck_assert_double_le(off, 1e-14);
    close_moving(&m);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("whole bodies of ndb");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, moments_make_the_block_of_their_points);
    tcase_add_test(tests, the_system_is_solved);
    tcase_add_test(tests, bodies_are_what_nothing_holds);
    tcase_add_test(tests, links_are_the_sum_of_their_pairs);
    tcase_add_test(tests, what_moves_alike_is_not_linked);
    tcase_add_test(tests, lanes_do_not_show);
    tcase_add_test(tests, both_sheets_balance);
    tcase_add_test(tests, sheets_fit_a_motion_without_a_strain);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
