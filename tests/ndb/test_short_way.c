/* SPDX-License-Identifier: GPL-2.0-or-later
 * Ways that need no method: what passes is free in exact arithmetic and by full CCD, and leaves what full CCD would
 * leave, bit for bit. */
#include <math.h>

#include "core/share.h"
#include "ndb/contact/state.h"
#include "tests/ndb/contact_cases.h"

static uint64_t seed;

/* ---- The last way of a step ---- */

static bool case_pass(contact_case *c) {
    ts_ndb_way way;
    const ts_ndb_contact_report before = *ts_ndb_contact_last(c->contact);
    const bool passes =
        ts_ndb_contact_pass(c->contact, (const double(*)[3])c->x_minus, (const double(*)[3])c->x_plus, &way);
    const ts_ndb_contact_report *after = ts_ndb_contact_last(c->contact);
    ck_assert_uint_eq(after->passes, before.passes + passes);
    ck_assert_uint_eq(after->ccd.queries, before.ccd.queries);
    if (!passes) return false;
    ck_assert(way.fraction == 1.0 && way.toi == 1.0 && way.answer == TS_CCD_FREE && way.hits == 0);
    ck_assert_uint_eq(way.pairs, after->pairs);
    return true;
}

/* Of a triangle on a board: to this height. */
static void lead_triangle(contact_case *c, double height) {
    for (size_t i = c->nodes - 3; i < c->nodes; ++i) c->x_plus[i][1] = height;
}

/* Sheets nearer than dhat and farther, with thickness and without, moved by a little and by more than lies between
 * them: what passes without a method is free in exact arithmetic and by full CCD. */
START_TEST(ways_that_pass_are_free_exactly) {
    static const double APART[] = {0.05, 0.8, 1.5}, REACH[] = {1e-6, 1e-5, 1e-4, 1e-3, 5e-3};
    const double offset = _i % 2 * 1e-3, apart = APART[_i / 2] * CASE_DHAT + offset;
    size_t passed[5] = {0}, offences = 0, cut = 0;
    for (int k = 0; k < 5; ++k) {
        for (int round = 0; round < 20; ++round) {
            contact_case c;
            ts_random random;
            ts_random_init(&random, seed, (uint64_t)(100 * _i + 20 * k + round));
            case_sheets(&c, 2, 4, apart, offset);
            case_begin(&c, 0.0, "certified");
            case_open(&c);
            case_settle(&c);
            case_shake(&c, &random, REACH[k]);
            if (case_pass(&c)) {
                double *thickness = malloc(c.nodes * sizeof *thickness);
                ts_verifier *verifier = verifier_of(&c, thickness);
                ++passed[k];
                offences += offences_on(verifier, (const contact_rows *)c.x_minus, (const contact_rows *)c.x_plus);
                cut += case_full(&c).fraction < 1.0;
                ts_verifier_destroy(verifier);
                free(thickness);
            }
            case_close(&c);
        }
    }
    ck_assert_uint_eq(offences, 0);
    ck_assert_uint_eq(cut, 0);
    ck_assert_uint_eq(passed[0], 20); /* a thousandth of dhat */
    ck_assert_uint_eq(passed[4], 0);
}
END_TEST

/* Gaps are known where the last full CCD has led, once, and where all of its way was free. */
START_TEST(only_what_is_known_passes) {
    contact_case c;
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    case_open(&c);
    memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
    ck_assert(!case_pass(&c)); /* before any full CCD */
    case_settle(&c);
    ck_assert(case_pass(&c));
    ck_assert(!case_pass(&c)); /* P is of the point before */
    case_settle(&c);
    lead_triangle(&c, -1.5 * CASE_DHAT);
    ck_assert(!case_pass(&c));
    ck_assert_double_lt(case_full(&c).fraction, 1.0);
    memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
    ck_assert(!case_pass(&c)); /* after a way that was cut */
    case_settle(&c);
    ts_ndb_contact_begin(c.contact, (const double(*)[3])c.x_star, NULL);
    ck_assert(!case_pass(&c));
    case_close(&c);
}
END_TEST

/* What is not in P, as it is dhat away, may lose half of what it has beyond the floor: a quarter by each side. */
START_TEST(what_is_not_known_may_move_little) {
    static const double FLOOR[] = {0.01, 0.01, 0.01, 0.5, 0.5}, BY[] = {0.24, 0.26, NAN, 0.12, 0.13};
    for (int k = 0; k < 5; ++k) {
        contact_case c;
        case_triangle_on_board(&c, 3.0 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        c.settings.floor = FLOOR[k];
        case_open(&c);
        case_settle(&c);
        ck_assert_uint_eq(ts_ndb_contact_last(c.contact)->pairs, 0);
        c.x_plus[c.nodes - 3][1] += BY[k] * CASE_DHAT; /* nodes follow */
        ck_assert_int_eq(case_pass(&c), k % 3 == 0);
        case_close(&c);
    }
}
END_TEST

/* Two triangles whose edges cross a fifth of dhat apart, their third corners out of the way. */
static void case_crossed_edges(contact_case *c) {
    *c = (contact_case){0};
    const double apart = 0.2 * CASE_DHAT;
    const double x[2][3][3] = {{{-0.05, apart, 0.0}, {0.05, apart, 0.0}, {0.0, 0.1, 0.0}},
                               {{0.0, 0.0, -0.05}, {0.0, 0.0, 0.05}, {0.0, -0.1, 0.0}}};
    const int32_t corner[1][3] = {{0, 1, 2}};
    const ts_new_body cloth = case_cloth(0.0);
    for (int t = 0; t < 2; ++t) {
        ts_mesh triangle = {.nodes = 3, .triangles = 1};
        triangle.x = ts_test_copy(x[t], sizeof x[t]);
        triangle.triangle = ts_test_copy(corner, sizeof corner);
        ts_test_add(&c->setup, t ? "lower" : "upper", triangle, &cloth);
    }
}

/* Either end of either edge, moved until the middle has passed the other edge, or until it has not. */
START_TEST(an_edge_passes_with_both_of_its_ends) {
    static const int32_t END[] = {0, 1, 3, 4};
    for (int k = 0; k < 8; ++k) {
        contact_case c;
        case_crossed_edges(&c);
        case_begin(&c, 0.0, "certified");
        case_open(&c);
        case_settle(&c);
        const double away = k < 4 ? -0.22 : 0.22;
        c.x_plus[END[k % 4]][1] += (END[k % 4] < 3 ? 1.0 : -1.0) * away * CASE_DHAT;
        /* separated along y by what the nearer end leaves, though edges are farther apart in the middle */
        ck_assert_int_eq(case_pass(&c), k >= 4);
        case_close(&c);
    }
}
END_TEST

/* The board below keeps what full CCD keeps: the floor, a hundredth of dhat, and a tenth of what a triangle a fifth of
 * dhat above it has beyond that; and a tenth of this tenth, as a method may stop a little earlier. */
START_TEST(what_passes_keeps_what_full_ccd_keeps) {
    static const double TO[] = {0.0311, 0.0307};
    for (int k = 0; k < 2; ++k) {
        contact_case c;
        case_triangle_on_board(&c, 0.2 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        case_open(&c);
        case_settle(&c);
        lead_triangle(&c, TO[k] * CASE_DHAT);
        ck_assert_int_eq(case_pass(&c), k == 0);
        if (k == 0) ck_assert_double_eq_tol(ts_ndb_contact_last(c.contact)->least_gap, TO[k] * CASE_DHAT, 1e-12);
        case_close(&c);
    }
}
END_TEST

/* ---- In the midst of a step ---- */

static bool case_pass_on(contact_case *c, ts_ndb_way *way) {
    bool passes;
    const size_t queries = ts_ndb_contact_last(c->contact)->ccd.queries;
    ck_assert_int_eq(ts_ndb_contact_pass_on(c->contact, (const double(*)[3])c->x_minus, (const double(*)[3])c->x_plus,
                                            way, &passes, NULL),
                     TS_OK);
    ck_assert_uint_eq(ts_ndb_contact_last(c->contact)->ccd.queries, queries);
    return passes;
}

/* The set P of two cases, and all that is said of its pairs. */
static void check_same_pairs(const contact_case *one, const contact_case *other) {
    const ts_ndb_pairs *p = &one->contact->pairs, *q = &other->contact->pairs;
    ck_assert_uint_eq(p->count, q->count);
    ck_assert_uint_eq(p->nodes, q->nodes);
    ck_assert_mem_eq(p->node, q->node, p->nodes * sizeof *p->node);
    for (size_t i = 0; i < p->count; ++i) {
        ck_assert_uint_eq(p->key[i], q->key[i]);
        ck_assert_mem_eq(p->probe[i].direction, q->probe[i].direction, sizeof p->probe[i].direction);
        ck_assert_double_eq(p->probe[i].separation, q->probe[i].separation);
        ck_assert_mem_eq(p->plane[i].share, q->plane[i].share, sizeof p->plane[i].share);
        ck_assert_double_eq(p->plane[i].stiffness, q->plane[i].stiffness);
        ck_assert_double_eq(p->plane[i].looseness, q->plane[i].looseness);
        ck_assert_int_eq(p->growth[i].a, q->growth[i].a);
        ck_assert(p->growth[i].is_hit == q->growth[i].is_hit && p->growth[i].gap == q->growth[i].gap);
    }
}

/* Most nodes go by less than `reach`, a few by up to several dhat, through what is in their way as well. */
static void shake_some(contact_case *c, ts_random *random, double reach, int fast) {
    case_shake(c, random, reach);
    for (int k = 0; k < fast; ++k) {
        double *x = c->x_plus[ts_random_below(random, (uint32_t)c->nodes)];
        for (int d = 0; d < 3; ++d) x[d] += ts_random_between(random, -3.0, 3.0) * CASE_DHAT;
    }
}

/* Ways after each other, of one case as far as they pass without a method, of the other by full CCD. The fourth begins
 * a step. */
START_TEST(ways_that_pass_on_leave_what_full_ccd_leaves) {
    static const double APART[] = {0.3, 0.9, 1.6}, REACH[] = {1e-5, 1e-4, 3e-4};
    const double offset = _i % 2 * 1e-3, apart = APART[_i / 2] * CASE_DHAT + offset;
    size_t passed = 0, fast_passed = 0, unknown_passed = 0, asked = 0, offences = 0, extended = 0;
    for (int round = 0; round < 20; ++round) {
        contact_case c[2];
        ts_random random;
        ts_random_init(&random, seed, (uint64_t)(1000 * _i + round));
        for (int k = 0; k < 2; ++k) {
            case_sheets(&c[k], 2, 6, apart, offset);
            case_begin(&c[k], 0.3, "certified");
            c[k].settings.stay = 1.05;
            case_open(&c[k]);
            case_settle(&c[k]);
        }
        double *thickness = malloc(c[0].nodes * sizeof *thickness);
        ts_verifier *verifier = verifier_of(&c[0], thickness);
        for (int n = 0; n < 8; ++n) {
            ts_ndb_way way[2];
            const int fast = n % 3;
            shake_some(&c[0], &random, REACH[round % 3], fast);
            memcpy(c[1].x_plus, c[0].x_plus, c[0].nodes * sizeof *c[0].x_plus);
            for (int k = 0; k < 2; ++k) {
                if (n == 3) ts_ndb_contact_begin(c[k].contact, (const double(*)[3])c[k].x_star, NULL);
                case_partial(&c[k]);
            }
            const size_t strays = ts_candidates_find_strays(
                &c[0].contact->candidates, &(ts_sweep){.x = (const double(*)[3])c[0].x_plus, .alpha = 1.0});
            if (case_pass_on(&c[0], &way[0])) {
                if (fast > 0 && n % 4 == 1) /* one of some, as it takes long */
                    offences +=
                        offences_on(verifier, (const contact_rows *)c[0].x_minus, (const contact_rows *)c[0].x_plus);
                memcpy(c[0].x_minus, c[0].x_plus, c[0].nodes * sizeof *c[0].x_minus);
                ++passed;
                fast_passed += fast > 0;
                unknown_passed += n == 3;
                extended += strays > 0;
            } else {
                way[0] = case_full(&c[0]);
                ++asked;
            }
            way[1] = case_full(&c[1]);
            ck_assert_double_eq(way[0].fraction, way[1].fraction);
            ck_assert_double_eq(way[0].least_gap, way[1].least_gap);
            ck_assert_uint_eq(way[0].hits, way[1].hits);
            ck_assert_mem_eq(c[0].x_minus, c[1].x_minus, c[0].nodes * sizeof *c[0].x_minus);
            check_same_pairs(&c[0], &c[1]);
        }
        ts_verifier_destroy(verifier);
        free(thickness);
        for (int k = 0; k < 2; ++k) case_close(&c[k]);
    }
    ck_assert_uint_eq(offences, 0);
    ck_assert_uint_gt(passed, 20);
    ck_assert_uint_gt(fast_passed, 5);
    ck_assert_uint_gt(unknown_passed, 5);
    ck_assert_uint_gt(extended, 5);
    ck_assert_uint_gt(asked, 20);
}
END_TEST

/* Up, for cases that are turned so that no box tells the bodies apart. */
static const double UP[3] = {0.48, 0.6, 0.64};

/* y becomes UP, x and z two directions across it. */
static void turn(const double x[3], double to[3]) {
    static const double ACROSS[2][3] = {{0.78086880944303, -0.62469504755442, 0.0},
                                        {0.39980483043483, 0.49975603804354, -0.76837490849194}};
    for (int d = 0; d < 3; ++d) to[d] = x[0] * ACROSS[0][d] + x[1] * UP[d] + x[2] * ACROSS[1][d];
}

/* A node of the end of the way, by so many dhat. */
static void lift(contact_case *c, size_t node, double by) {
    ts_axpy(c->x_plus[node], by * CASE_DHAT, UP, c->x_plus[node]);
}

/* Two sheets of n x n squares so many dhat apart that P is empty, turned and settled. */
static void open_far_sheets(contact_case *c, int n, double apart) {
    case_sheets(c, 2, n, apart * CASE_DHAT, 0.0);
    case_begin(c, 0.0, "certified");
    for (size_t i = 0; i < c->nodes; ++i) turn(c->setup.bodies.rest[i], c->x_minus[i]);
    case_open(c);
    case_settle(c);
    ck_assert_uint_eq(ts_ndb_contact_last(c->contact)->pairs, 0);
}

/* One node of a sheet three dhat above another, of which P knows nothing: to these heights over dhat. It keeps the
 * floor and a tenth, with a tenth of that, of what it has beyond. From the point that full CCD has led to, and from the
 * start of a step, where nothing is known. */
START_TEST(what_is_not_known_is_looked_at_where_it_is_fast) {
    static const double TO[] = {0.342, 0.336, -1.0, 6.0};
    for (int k = 0; k < 8; ++k) {
        contact_case c;
        ts_ndb_way way;
        open_far_sheets(&c, 6, 3.0);
        if (k >= 4) ts_ndb_contact_begin(c.contact, (const double(*)[3])c.x_minus, NULL);
        lift(&c, c.nodes / 2 + 24, TO[k % 4] - 3.0); /* in the middle of the upper one */
        ck_assert_int_eq(case_pass_on(&c, &way), k % 4 % 3 == 0);
        case_close(&c);
    }
}
END_TEST

/* A triangle of the lower sheet that has the lower sheet's middle node. */
static const int32_t *middle_triangle(const contact_case *c) {
    const int32_t(*corner)[3] = (const int32_t(*)[3])c->setup.bodies.triangle;
    const int32_t middle = (int32_t)c->nodes / 4;
    size_t t = 0;
    while (corner[t][0] != middle && corner[t][1] != middle && corner[t][2] != middle) ++t;
    return corner[t];
}

/* A node of the upper sheet 1.2 dhat over the inside of a triangle of the lower, and nothing else near: no pair yet.
 * Returns the triangle's corners; the node is number 3/4 of all. */
static const int32_t *open_point_above_triangle(contact_case *c) {
    open_far_sheets(c, 6, 8.0);
    const int32_t *corner = middle_triangle(c);
    double *above = c->x_minus[3 * c->nodes / 4];
    for (int d = 0; d < 3; ++d) {
        above[d] = 1.2 * CASE_DHAT * UP[d];
        for (int v = 0; v < 3; ++v) above[d] += c->x_minus[corner[v]][d] / 3.0;
    }
    case_settle(c);
    ck_assert_uint_eq(ts_ndb_contact_last(c->contact)->pairs, 0);
    return corner;
}

/* A corner of the triangle rises, or the point falls: all that comes near is this point and this triangle. Seen along
 * its direction at the beginning, 0.2 or 0.1 dhat are left. */
START_TEST(both_sides_of_a_pair_may_be_fast) {
    static const double BY[] = {1.0, 1.1};
    for (int k = 0; k < 4; ++k) {
        contact_case c;
        ts_ndb_way way;
        const int32_t *corner = open_point_above_triangle(&c);
        if (k < 2)
            lift(&c, (size_t)corner[0], BY[k]);
        else
            lift(&c, 3 * c.nodes / 4, -BY[k - 2]);
        ck_assert_int_eq(case_pass_on(&c, &way), k % 2 == 0);
        case_close(&c);
    }
}
END_TEST

/* The point falls by as much as all of the triangle rises: neither by more than what the pair may lose, both by more.
 */
START_TEST(what_both_sides_of_a_pair_do_adds_up) {
    static const double BY[] = {0.4, 0.6};
    for (int k = 0; k < 2; ++k) {
        contact_case c;
        ts_ndb_way way;
        const int32_t *corner = open_point_above_triangle(&c);
        for (int v = 0; v < 3; ++v) lift(&c, (size_t)corner[v], BY[k]);
        lift(&c, 3 * c.nodes / 4, -BY[k]);
        ck_assert_int_eq(case_pass_on(&c, &way), k == 0);
        case_close(&c);
    }
}
END_TEST

/* Both sheets fly far, side by side, or one alone through the other. */
START_TEST(all_nodes_may_be_fast) {
    for (int k = 0; k < 4; ++k) {
        contact_case c;
        ts_ndb_way way;
        open_far_sheets(&c, 7, 3.0);
        if (k >= 2) ts_ndb_contact_begin(c.contact, (const double(*)[3])c.x_minus, NULL);
        for (size_t i = k % 2 ? c.nodes / 2 : 0; i < c.nodes; ++i) lift(&c, i, -100.0);
        ck_assert_int_eq(case_pass_on(&c, &way), k % 2 == 0);
        case_close(&c);
    }
}
END_TEST

/* Anywhere, as all candidates are looked at then; but not to what is no number. */
START_TEST(what_is_not_known_passes_on) {
    contact_case c;
    ts_ndb_way way;
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    case_open(&c);
    memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
    ck_assert(case_pass_on(&c, &way)); /* before any full CCD */
    ck_assert(case_pass_on(&c, &way)); /* P has been found anew */
    c.x_plus[0][0] = NAN;
    ck_assert(!case_pass_on(&c, &way));
    c.x_plus[0][0] = c.x_minus[0][0];
    lead_triangle(&c, -1.5 * CASE_DHAT);
    ck_assert(!case_pass_on(&c, &way));
    ck_assert_double_lt(case_full(&c).fraction, 1.0);
    memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
    ck_assert(case_pass_on(&c, &way)); /* after a way that was cut as well */
    lead_triangle(&c, -1.5 * CASE_DHAT);
    c.x_minus[c.nodes - 1][1] += 1e-3 * CASE_DHAT;
    ck_assert(!case_pass_on(&c, &way)); /* from elsewhere */
    lead_triangle(&c, 1.5 * CASE_DHAT);
    ck_assert(case_pass_on(&c, &way));
    case_close(&c);
}
END_TEST

/* What full CCD does not ask about, as its boxes stay the floor apart, passes; nearer than that it asks. */
START_TEST(boxes_are_those_of_full_ccd) {
    static const double TO[] = {0.011, 0.009};
    for (int k = 0; k < 2; ++k) {
        contact_case c;
        ts_ndb_way way;
        case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        case_open(&c);
        lead_triangle(&c, TO[k] * CASE_DHAT);
        const bool passes = case_pass_on(&c, &way);
        ck_assert_int_eq(passes, k == 0);
        if (!passes) ck_assert_double_lt(case_full(&c).fraction, 1.0);
        case_close(&c);
    }
}
END_TEST

int main(void) {
    ts_share_everything(true);
    seed = ts_test_seed();
    Suite *suite = suite_create("contact of the second solver: short ways");
    TCase *tests = tcase_create("short ways");
    tcase_add_loop_test(tests, ways_that_pass_are_free_exactly, 0, 6);
    tcase_add_test(tests, only_what_is_known_passes);
    tcase_add_test(tests, what_is_not_known_may_move_little);
    tcase_add_test(tests, an_edge_passes_with_both_of_its_ends);
    tcase_add_test(tests, what_passes_keeps_what_full_ccd_keeps);
    tcase_add_loop_test(tests, ways_that_pass_on_leave_what_full_ccd_leaves, 0, ts_test_is_sanitized() ? 2 : 6);
    tcase_add_test(tests, what_is_not_known_is_looked_at_where_it_is_fast);
    tcase_add_test(tests, both_sides_of_a_pair_may_be_fast);
    tcase_add_test(tests, what_both_sides_of_a_pair_do_adds_up);
    tcase_add_test(tests, all_nodes_may_be_fast);
    tcase_add_test(tests, what_is_not_known_passes_on);
    tcase_add_test(tests, boxes_are_those_of_full_ccd);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
