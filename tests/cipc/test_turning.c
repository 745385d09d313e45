/* SPDX-License-Identifier: MIT
 * What turning does to segments, by any number of threads, against a sum in long doubles by the law of a spring. */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "cipc/turning.h"
#include "core/random.h"
#include "core/share.h"
#include "tests/support.h"

enum { NODES = 400, ELEMENTS = 1500 };

/* Springs of an energy of k (|e|^2 - 1)^2 among things of three nodes, which are none. */
typedef struct net {
    ts_stencil stencil[ELEMENTS];
    double k[ELEMENTS];
} net;

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const net *springs = self;
    for (size_t s = first; s < first + count; ++s) {
        const int32_t *node = springs->stencil[s];
        ck_assert(node[2] < 0); /* no others are asked for */
        double e[3], l2 = 0.0;
        for (int c = 0; c < 3; ++c) {
            e[c] = x[node[1]][c] - x[node[0]][c];
            l2 += e[c] * e[c];
        }
        if (out->value) out->value[s - first] = springs->k[s] * (l2 - 1.0) * (l2 - 1.0);
        for (int c = 0; out->gradient && c < 3; ++c) {
            out->gradient[s - first][3 + c] = 4.0 * springs->k[s] * (l2 - 1.0) * e[c];
            out->gradient[s - first][c] = -out->gradient[s - first][3 + c];
        }
    }
}

static void make(net *springs, ts_random *random, int every) {
    for (int s = 0; s < ELEMENTS; ++s) {
        const int32_t a = (int32_t)ts_random_below(random, NODES), b = (int32_t)ts_random_below(random, NODES);
        const int32_t node[TS_STENCIL_NODES] = {a, a == b ? (b + 1) % NODES : b, s % every == 1 ? 0 : -1, -1};
        memcpy(springs->stencil[s], node, sizeof node);
        springs->k[s] = ts_random_between(random, 0.5, 2.0);
    }
}

typedef struct scene {
    ts_objective objective;
    net springs, more;
    uint8_t held[NODES];
    double shift[NODES][3], x[NODES][3], p[NODES][3];
} scene;

static void add(scene *s, const net *springs, ts_potential_role role) {
    ts_error error;
    ts_potential potential = {.name = "springs",
                              .self = (void *)(uintptr_t)springs,
                              .count = ELEMENTS,
                              .stencil = (const ts_stencil *)springs->stencil,
                              .evaluate = evaluate};
    ck_assert_int_eq(ts_objective_add(&s->objective, &potential, role, &error), TS_OK);
}

static void begin(scene *s, ts_random *random) {
    ts_error error;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < NODES; ++i) {
        s->held[i] = i % 17 == 3;
        for (int c = 0; c < 3; ++c) {
            s->x[i][c] = ts_random_between(random, -1.0, 1.0);
            s->p[i][c] = ts_random_between(random, -0.3, 0.3);
            s->shift[i][c] = ts_random_between(random, -0.1, 0.1);
        }
    }
    make(&s->springs, random, 5);
    make(&s->more, random, 2);
    ck_assert_int_eq(ts_objective_init(&s->objective, NODES, s->held, &error), TS_OK);
    add(s, &s->springs, TS_ROLE_ELASTIC);
    add(s, &s->more, TS_ROLE_LOAD); /* of no elastic thing */
    add(s, &s->more, TS_ROLE_ELASTIC);
    s->objective.elastic_weight = 0.7;
    s->objective.beta = 0.8;
    s->objective.shift = (const double(*)[3])s->shift;
}

typedef struct sums {
    long double pull[NODES][3], excess;
    int skipped;
} sums;

/* Of spring s where the part `reach` of p is gone: e, and the shares of it that it is long, truly and by the model. */
static void add_spring(const scene *all, const net *springs, int s, double reach, sums *to) {
    const int32_t *node = springs->stencil[s];
    const long double beta = all->objective.beta, weight = all->objective.elastic_weight;
    long double e[3], l2 = 0.0L, d2 = 0.0L, ed = 0.0L;
    for (int c = 0; c < 3; ++c) {
        const double *shift0 = all->shift[node[0]], *shift1 = all->shift[node[1]];
        const long double d = beta * reach * ((long double)all->p[node[1]][c] - all->p[node[0]][c]);
        e[c] = beta * ((long double)all->x[node[1]][c] - all->x[node[0]][c]) + shift1[c] - shift0[c];
        l2 += e[c] * e[c];
        d2 += d * d;
        ed += e[c] * d;
    }
    const long double model = 1.0L + ed / l2, real2 = 1.0L + (2.0L * ed + d2) / l2, real = sqrtl(real2);
    if (model <= 0.2L) {
        ++to->skipped;
        return;
    }
    const long double k = springs->k[s], r = real2 * l2 - 1.0L, m = model * model * l2 - 1.0L;
    to->excess += weight * k * (r * r - m * m);
    for (int c = 0; c < 3; ++c) {
        const long double by = weight * beta / reach * 4.0L * k * (r * real - m * model) * e[c];
        if (!all->held[node[0]]) to->pull[node[0]][c] -= by;
        if (!all->held[node[1]]) to->pull[node[1]][c] += by;
    }
}

static void sum_up(const scene *all, double reach, sums *to) {
    memset(to, 0, sizeof *to);
    for (int s = 0; s < ELEMENTS; ++s) {
        if (all->springs.stencil[s][2] < 0) add_spring(all, &all->springs, s, reach, to);
    }
    for (int s = 0; s < ELEMENTS; ++s) {
        if (all->more.stencil[s][2] < 0) add_spring(all, &all->more, s, reach, to);
    }
}

static void check_pull(const scene *all, const ts_turning *turning, double reach, double (*pull)[3]) {
    sums wanted;
    sum_up(all, reach, &wanted);
    ck_assert_int_gt(wanted.skipped, 0);
    ck_assert_int_lt(wanted.skipped, ELEMENTS / 4);
    memset(pull, 0x7f, NODES * sizeof *pull);
    ts_turning_pull(turning, (const double(*)[3])all->x, (const double(*)[3])all->p, reach, pull);
    for (int i = 0; i < NODES; ++i) {
        for (int c = 0; c < 3; ++c) {
            ck_assert_double_eq_tol(pull[i][c], (double)wanted.pull[i][c], 1e-11);
            ck_assert(!all->held[i] || pull[i][c] == 0.0);
        }
    }
}

START_TEST(sums_are_those_of_the_springs_for_any_number_of_threads) {
    static scene all;
    static double first[NODES][3], pull[NODES][3];
    ts_error error;
    ts_random random;
    ts_turning turning = {0};
    const int before = omp_get_max_threads();
    ts_random_init(&random, ts_test_seed(), 0);
    begin(&all, &random);
    double first_excess = 0.0;
    for (int k = 0; k < 6; ++k) { /* room for more threads than there are now is not used */
        omp_set_num_threads(k < 5 ? k + 1 : 2);
        ck_assert_int_eq(ts_turning_take(&turning, &all.objective, &error), TS_OK);
        ck_assert(ts_turning_has_segments(&turning));
        ck_assert_int_eq(turning.threads, omp_get_max_threads());
        check_pull(&all, &turning, 0.4, pull);
        check_pull(&all, &turning, 1.0, pull);
        const double excess = ts_turning_excess(&turning, (const double(*)[3])all.x, (const double(*)[3])all.p);
        sums wanted;
        sum_up(&all, 1.0, &wanted);
        ck_assert_double_eq_tol(excess, (double)wanted.excess, 1e-11 * fabs(excess));
        if (k == 0) {
            memcpy(first, pull, sizeof pull);
            first_excess = excess;
        }
        ck_assert_mem_eq(pull, first, sizeof pull);
        ck_assert(excess == first_excess);
    }
    omp_set_num_threads(before);
    ts_turning_clear(&turning);
    ts_objective_clear(&all.objective);
}
END_TEST

START_TEST(without_segments_there_is_nothing) {
    static scene all;
    static double pull[NODES][3];
    ts_error error;
    ts_random random;
    ts_turning turning = {0};
    ts_random_init(&random, ts_test_seed(), 1);
    begin(&all, &random);
    for (int s = 0; s < ELEMENTS; ++s) all.springs.stencil[s][2] = all.more.stencil[s][2] = 0;
    ck_assert_int_eq(ts_turning_take(&turning, &all.objective, &error), TS_OK);
    ck_assert(!ts_turning_has_segments(&turning));
    memset(pull, 0x7f, sizeof pull);
    ts_turning_pull(&turning, (const double(*)[3])all.x, (const double(*)[3])all.p, 1.0, pull);
    for (int i = 0; i < NODES; ++i) ck_assert(pull[i][0] == 0.0 && pull[i][1] == 0.0 && pull[i][2] == 0.0);
    ck_assert(ts_turning_excess(&turning, (const double(*)[3])all.x, (const double(*)[3])all.p) == 0.0);
    all.springs.stencil[ELEMENTS - 1][2] = -1; /* what is taken again is looked at again */
    ck_assert_int_eq(ts_turning_take(&turning, &all.objective, &error), TS_OK);
    ck_assert(ts_turning_has_segments(&turning));
    all.springs.stencil[ELEMENTS - 1][2] = 0;
    ck_assert_int_eq(ts_turning_take(&turning, &all.objective, &error), TS_OK);
    ck_assert(!ts_turning_has_segments(&turning));
    ts_turning_clear(&turning);
    ck_assert(turning.laid_out == NULL && turning.found == NULL);
    ts_objective_clear(&all.objective);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("turning");
    TCase *tests = tcase_create("turning");
    tcase_add_test(tests, sums_are_those_of_the_springs_for_any_number_of_threads);
    tcase_add_test(tests, without_segments_there_is_nothing);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
