/* SPDX-License-Identifier: MIT
 * The tables of potentials, barriers and rules for stiffness: what each entry has to say is there, and holds. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "cipc/models.h"
#include "cipc/potentials/table.h"
#include "cipc/stiffness/stiffness.h"
#include "cipc/terms/barrier_terms.h"
#include "core/random.h"
#include "tests/support.h"

/* ---- Entries ---- */

static void check_term(const ts_solver_term *term) {
    ck_assert(term->kernel != NULL);
    ck_assert_msg(ts_term_find(term->reference), "there is no reference %s", term->reference);
    const ts_term_domain *domain = &term->domain;
    ck_assert_msg(!domain->like || ts_term_find(domain->like), "there is no reference %s", domain->like);
    for (int k = 0; k < domain->ranges; ++k) ck_assert(domain->range[k].least < domain->range[k].most);
    bool is_listed = false;
    for (size_t i = 0; i < ts_solver_term_count(); ++i) {
        is_listed = is_listed || ts_solver_term_domain(i) == domain ||
                    strcmp(ts_solver_term_at(i)->reference, term->reference) == 0;
    }
    ck_assert_msg(is_listed, "%s is not judged", term->reference);
}

static void check_model(const ts_model *model) {
    const size_t length = strlen(model->name);
    ck_assert(length > 0 && length < TS_MODEL_NAME && strcmp(model->name, "none") != 0);
    for (size_t i = 0; i < length; ++i) {
        const unsigned char c = (unsigned char)model->name[i];
        ck_assert_msg(islower(c) || isdigit(c) || c == '-', "%s", model->name);
    }
    ck_assert(model->about && *model->about);
    ck_assert(model->parameter_count <= TS_MODEL_MOST_PARAMETERS);
    for (size_t k = 0; k < model->parameter_count; ++k) {
        const ts_ccd_option *p = &model->parameters[k];
        ck_assert(p->least <= p->standard && p->standard <= p->most && strcmp(p->name, "model") != 0);
    }
    ck_assert_ptr_eq(ts_model_find(ts_cipc_model_at, model->role, model->name), model); /* and no other of the name */
}

START_TEST(potentials_say_all_of_themselves) {
    const ts_bodies none = {0};
    const ts_potential_entry *entry;
    for (size_t k = 0; (entry = ts_potential_at(k)) != NULL; ++k) {
        ts_potential potential = {0};
        ts_error error;
        ck_assert(entry->name && (entry->model || entry->about));
        ck_assert(entry->role == TS_ROLE_ELASTIC || entry->role == TS_ROLE_LIMIT);
        if (entry->model) check_model(entry->model);
        for (size_t t = 0; t < entry->terms.count; ++t) check_term(&entry->terms.member[t]);
        ck_assert_msg(entry->init(&none, &potential, &error) == TS_OK, "%s", error.message);
        ck_assert_uint_eq(potential.count, 0);
        potential.clear(&potential);
    }
}
END_TEST

START_TEST(barriers_say_all_of_themselves) {
    const ts_barrier *barrier;
    for (size_t k = 0; (barrier = ts_barrier_at(k)) != NULL; ++k) {
        check_model(&barrier->model);
        ck_assert_int_eq(barrier->model.role, TS_MODEL_BARRIER);
        ck_assert_ptr_eq(ts_barrier_find(barrier->model.name), barrier);
        ck_assert(barrier->smooth == 1 || barrier->smooth == 2);
        ck_assert_int_eq((barrier->by_excess != NULL) + (barrier->by_gap != NULL), 1);
        ck_assert_msg(ts_stiffness_find(barrier->stiffness), "there is no rule %s", barrier->stiffness);
        ck_assert_str_eq(barrier->unit, barrier->by_area ? "m" : barrier->unit); /* kappa is a pressure */
        for (int form = 0; form < TS_BARRIER_FORMS; ++form) {
            ts_barrier_term made;
            ts_barrier_term_init(barrier, form, &made);
            check_term(&made.term);
        }
    }
    ck_assert_ptr_eq(ts_barrier_find(""), ts_barrier_at(0));
    ck_assert_ptr_null(ts_barrier_find("nothing"));
}
END_TEST

/* ---- What every barrier keeps ---- */

static ts_barrier_value value_at(const ts_barrier *barrier, const double *parameter, double xi, double dhat,
                                 double gap) {
    const double d = xi + gap;
    return ts_barrier_evaluate(barrier, (const double[2]){d * d, 0.0}, xi, dhat, parameter);
}

START_TEST(barriers_fall_to_nothing_at_the_end_of_their_range) {
    const ts_barrier *barrier;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (size_t k = 0; (barrier = ts_barrier_at(k)) != NULL; ++k) {
        const ts_model_choice choice = ts_model_chosen(&barrier->model);
        for (int i = 0; i < ts_test_cases(200); ++i) {
            const double xi = i % 2 ? 1e-3 : 0.0, dhat = ts_random_log(&random, 1e-4, 1e-1);
            double before = INFINITY;
            for (double part = 1e-6; part < 1.0; part *= 1.5) {
                const ts_barrier_value b = value_at(barrier, choice.parameter, xi, dhat, part * dhat);
                ck_assert(b.b > 0.0 && b.b < before && b.db < 0.0 && isfinite(b.d2b));
                before = b.b;
            }
            const ts_barrier_value beyond = value_at(barrier, choice.parameter, xi, dhat, 1.01 * dhat);
            ck_assert(beyond.b == 0.0 && beyond.db == 0.0 && beyond.d2b == 0.0);
            ck_assert(value_at(barrier, choice.parameter, xi, dhat, 0.0).b == INFINITY);
        }
    }
}
END_TEST

/* ---- Stiffness ---- */

/* A particle of a body and one of an obstacle, which is ten times as heavy. */
typedef struct two_particles {
    ts_body body[2];
    double mass[2];
    int32_t body_of[2];
    ts_bodies bodies;
} two_particles;

static void make_particles(two_particles *s, double mass) {
    *s = (two_particles){.body = {{.material.young = 1e5}, {.obstacle = true, .material.young = 1e9}},
                         .mass = {mass, 10.0 * mass},
                         .body_of = {0, 1}};
    s->bodies = (ts_bodies){.bodies = 2, .body = s->body, .nodes = 2, .mass = s->mass, .body_of = s->body_of};
}

static double start_of(const ts_stiffness_rule *rule, const ts_barrier *barrier, two_particles *s) {
    const ts_stiffness_scene scene = {
        .bodies = &s->bodies, .barrier = barrier, .parameter = NULL, .dhat = 1e-3, .h = 0.01, .weight = 1.0};
    return rule->start(&scene);
}

START_TEST(stiffness_goes_by_the_mass_unless_it_is_a_pressure) {
    const ts_barrier *barrier;
    const ts_stiffness_rule *rule;
    two_particles one, two;
    make_particles(&one, 1e-4);
    make_particles(&two, 2e-4);
    for (size_t k = 0; (rule = ts_stiffness_at(k)) != NULL; ++k) {
        check_model(&rule->model);
        ck_assert_int_eq(rule->model.role, TS_MODEL_STIFFNESS);
        ck_assert_ptr_eq(ts_stiffness_find(rule->model.name), rule);
        for (size_t b = 0; (barrier = ts_barrier_at(b)) != NULL; ++b) {
            const double at_one = start_of(rule, barrier, &one), at_two = start_of(rule, barrier, &two);
            if (rule->way == TS_STIFFNESS_EACH) {
                ck_assert_double_eq(at_one, 0.0);
                continue;
            }
            const bool is_modulus = barrier->by_area && rule->way == TS_STIFFNESS_STAYS;
            ck_assert(at_one > 0.0 && isfinite(at_one));
            ck_assert_double_eq_tol(at_two / at_one, is_modulus ? 1.0 : 2.0, 1e-12);
            if (is_modulus) ck_assert_double_eq_tol(at_one, 1e5 * 1e-4, 1e-12);
        }
    }
    ck_assert_ptr_null(ts_stiffness_find("none"));
    /* All nodes count as published: 5.5 times the mass of the one that moves. */
    ck_assert_double_eq_tol(start_of(&ts_mass_stiffness, &ts_cipc_barrier, &one) /
                                start_of(&ts_moving_mass_stiffness, &ts_cipc_barrier, &one),
                            5.5, 1e-12);
}
END_TEST

START_TEST(pairs_are_nearly_closed_relative_to_the_scene) {
    ck_assert_double_eq_tol(ts_stiffness_closing(&ts_mass_stiffness, 2.0, 0.0), 4e-18, 1e-30);
    ck_assert_double_eq_tol(ts_stiffness_closing(&ts_mass_stiffness, 2.0, 1e-3), 4e-12, 1e-17);
    ck_assert_double_eq(ts_stiffness_closing(&ts_moving_mass_stiffness, 2.0, 1e-3), 1e-18);
}
END_TEST

START_TEST(models_are_those_of_the_tables) {
    const ts_potential_entry *entry;
    const ts_barrier *barrier;
    size_t count = 0;
    for (size_t k = 0; (entry = ts_potential_at(k)) != NULL; ++k) {
        if (entry->model) ck_assert_ptr_eq(ts_cipc_model_at(count++), entry->model);
    }
    for (size_t k = 0; (barrier = ts_barrier_at(k)) != NULL; ++k) {
        ck_assert_ptr_eq(ts_cipc_model_at(count++), &barrier->model);
    }
    for (size_t k = 0; ts_stiffness_at(k); ++k) {
        ck_assert_ptr_eq(ts_cipc_model_at(count++), &ts_stiffness_at(k)->model);
    }
    ck_assert_ptr_null(ts_cipc_model_at(count));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tables");
    TCase *tests = tcase_create("tables");
    tcase_add_test(tests, potentials_say_all_of_themselves);
    tcase_add_test(tests, barriers_say_all_of_themselves);
    tcase_add_test(tests, barriers_fall_to_nothing_at_the_end_of_their_range);
    tcase_add_test(tests, stiffness_goes_by_the_mass_unless_it_is_a_pressure);
    tcase_add_test(tests, pairs_are_nearly_closed_relative_to_the_scene);
    tcase_add_test(tests, models_are_those_of_the_tables);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
