/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sums over stencils, in runs that have the same stencils for any number of threads. */
#include "cipc/objective.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

/* Stencils whose values are summed by themselves. */
enum { RUN = 64 };

struct ts_objective_work {
    double (*at)[3];      /* beta x + gamma x^n */
    double (*towards)[3]; /* beta p */
    double *sums;         /* of runs */
    size_t sums_capacity;
    ts_assembler *assembler;
    bool places_known;
    uint64_t places_version;                /* of the matrix */
    const int32_t *places_column;           /* its own */
    uint8_t *places_held;                   /* of each node, then */
    ts_block_places *places[TS_MOST_TERMS]; /* of stencils that never change */
};

ts_status ts_objective_init(ts_objective *objective, size_t nodes, const uint8_t *held, ts_error *error) {
    struct ts_objective_work *work = calloc(1, sizeof *work);
    if (!work) return ts_fail_memory(error, "the objective");
    work->at = malloc((nodes + 1) * sizeof *work->at);
    work->towards = malloc((nodes + 1) * sizeof *work->towards);
    work->places_held = malloc(nodes + 1);
    *objective = (ts_objective){.nodes = nodes,
                                .held = held,
                                .part = TS_OBJECTIVE_WHOLE,
                                .inertia_weight = 1.0,
                                .elastic_weight = 1.0,
                                .beta = 1.0,
                                .work = work};
    ts_status status = ts_assembler_create(nodes, &work->assembler, error);
    if (status == TS_OK && (!work->at || !work->towards || !work->places_held))
        status = ts_fail_memory(error, "the objective");
    if (status != TS_OK) ts_objective_clear(objective);
    return status;
}

static void clear_potential(ts_potential *potential) {
    if (potential->clear) potential->clear(potential);
    *potential = (ts_potential){0};
}

void ts_objective_clear(ts_objective *objective) {
    for (size_t k = 0; k < objective->terms; ++k) clear_potential(&objective->term[k].potential);
    if (objective->work) {
        free(objective->work->at);
        free(objective->work->towards);
        free(objective->work->sums);
        ts_assembler_destroy(objective->work->assembler);
        free(objective->work->places_held);
        for (size_t k = 0; k < TS_MOST_TERMS; ++k) free(objective->work->places[k]);
        free(objective->work);
    }
    *objective = (ts_objective){0};
}

ts_status ts_objective_add(ts_objective *objective, ts_potential *potential, ts_potential_role role, ts_error *error) {
    if (potential->count == 0 && !potential->update) {
        clear_potential(potential);
        return TS_OK;
    }
    if (objective->terms == TS_MOST_TERMS) {
        clear_potential(potential);
        return ts_fail(error, TS_ERROR_INTERNAL, "an objective has at most %d potentials", TS_MOST_TERMS);
    }
    potential->bisects = objective->bisects;
    objective->term[objective->terms++] = (ts_objective_term){.potential = *potential, .role = role};
    *potential = (ts_potential){0};
    return TS_OK;
}

/* ---- Where a term is taken, and what it weighs ---- */

static bool is_shifted(const ts_objective *objective, const ts_objective_term *term) {
    const bool may_be = term->role == TS_ROLE_ELASTIC || term->role == TS_ROLE_LOAD;
    return may_be && (objective->beta != 1.0 || objective->shift);
}

static bool is_left_out(const ts_objective *objective, const ts_objective_term *term) {
    return !ts_objective_minimises(objective, term->role) && !(objective->part.kept >> term->role & 1);
}

double ts_objective_weight(const ts_objective *objective, const ts_objective_term *term) {
    if (!ts_objective_minimises(objective, term->role)) return 0.0;
    switch (term->role) {
    case TS_ROLE_INERTIA: return objective->inertia_weight;
    case TS_ROLE_LOAD:
    case TS_ROLE_ELASTIC: return objective->elastic_weight;
    case TS_ROLE_LIMIT: return objective->elastic_weight * objective->beta; /* the derivative of those has beta, too */
    case TS_ROLE_PULL:
    case TS_ROLE_CONTACT:
    case TS_ROLE_FRICTION: break;
    }
    return 1.0;
}

static void find_shifted(const ts_objective *objective, const double (*x)[3]) {
    double(*at)[3] = objective->work->at;
#pragma omp parallel for schedule(static) if (ts_pays_to_share(objective->nodes, 4))
    for (size_t i = 0; i < objective->nodes; ++i) {
        ts_scale(objective->beta, x[i], at[i]);
        if (objective->shift) ts_add(at[i], objective->shift[i], at[i]);
    }
}

static const double (*positions(const ts_objective *objective, const ts_objective_term *term,
                                const double (*x)[3]))[3] {
    return is_shifted(objective, term) ? (const double(*)[3])objective->work->at : x;
}

static void prepare_positions(const ts_objective *objective, const double (*x)[3]) {
    for (size_t k = 0; k < objective->terms; ++k) {
        if (is_shifted(objective, &objective->term[k])) {
            find_shifted(objective, x);
            return;
        }
    }
}

/* ---- Value ---- */

ts_status ts_objective_update(ts_objective *objective, const double (*x)[3], ts_error *error) {
    for (size_t k = 0; k < objective->terms; ++k) {
        ts_potential *potential = &objective->term[k].potential;
        if (!potential->update || is_left_out(objective, &objective->term[k])) continue;
        const ts_status status = potential->update(potential, x, error);
        if (status != TS_OK) return status;
    }
    size_t runs = 0;
    for (size_t k = 0; k < objective->terms; ++k) {
        const size_t here = (objective->term[k].potential.count + RUN - 1) / RUN;
        runs = here > runs ? here : runs;
    }
    struct ts_objective_work *work = objective->work;
    if (runs <= work->sums_capacity) return TS_OK;
    double *sums = realloc(work->sums, 2 * 2 * runs * sizeof *sums);
    if (!sums) return ts_fail_memory(error, "the sums of the objective");
    work->sums = sums;
    work->sums_capacity = 2 * runs;
    return TS_OK;
}

static void sum_run(const ts_potential *potential, const double (*at)[3], size_t run, double sum[2]) {
    double value[RUN];
    const size_t first = run * RUN, left = potential->count - first, count = left < RUN ? left : RUN;
    potential->evaluate(potential->self, at, first, count, &(ts_locals){.value = value});
    sum[0] = sum[1] = 0.0;
    for (size_t k = 0; k < count; ++k) {
        sum[0] += value[k];
        sum[1] += fabs(value[k]);
    }
}

/* Of a term without weight that it is finite is all that counts. */
static ts_objective_value term_value(const ts_objective *objective, const ts_objective_term *term,
                                     const double (*x)[3]) {
    const ts_potential *potential = &term->potential;
    const double(*at)[3] = positions(objective, term, x);
    double *sums = objective->work->sums;
    const size_t runs = (potential->count + RUN - 1) / RUN;
#pragma omp parallel for schedule(dynamic, 4) if (ts_pays_to_share(potential->count, 30))
    for (size_t run = 0; run < runs; ++run) sum_run(potential, at, run, sums + 2 * run);
    double sum = 0.0, magnitude = 0.0;
    for (size_t run = 0; run < runs; ++run) {
        sum += sums[2 * run];
        magnitude += sums[2 * run + 1];
    }
    const double weight = ts_objective_weight(objective, term);
    if (weight == 0.0) return (ts_objective_value){.value = sum < INFINITY ? 0.0 : INFINITY};
    return (ts_objective_value){.value = weight * sum, .noise = fabs(weight) * magnitude};
}

/* The elements of a term that is taken elsewhere than at x have limits at x too: there the step ends. */
static bool has_limits_at_end(const ts_objective *objective, const ts_objective_term *term) {
    return is_shifted(objective, term) && term->potential.max_step;
}

ts_objective_value ts_objective_evaluate(ts_objective *objective, const double (*x)[3]) {
    prepare_positions(objective, x);
    ts_objective_value total = {0};
    for (size_t k = 0; k < objective->terms && total.value < INFINITY; ++k) {
        const ts_objective_term *term = &objective->term[k];
        if (is_left_out(objective, term)) continue;
        const ts_objective_value here = term_value(objective, term, x);
        const bool ends_well =
            !has_limits_at_end(objective, term) || ts_potential_value(&term->potential, x) < INFINITY;
        total.value += ends_well ? here.value : INFINITY;
        total.noise += here.noise;
    }
    if (isnan(total.value)) total.value = INFINITY;
    total.noise *= 8.0 * DBL_EPSILON;
    return total;
}

double ts_potential_value(const ts_potential *potential, const double (*x)[3]) {
    double total = 0.0;
    for (size_t run = 0; run * RUN < potential->count; ++run) {
        double sum[2];
        sum_run(potential, x, run, sum);
        total += sum[0];
    }
    return total;
}

/* ---- Gradient and Hessian ---- */

/* Zero; held nodes: the identity, so that their increment is zero. */
static void clear_values(ts_block_matrix *matrix, const uint8_t *held) {
#pragma omp parallel for schedule(static) if (ts_pays_to_share(matrix->nodes, 30))
    for (size_t j = 0; j < matrix->nodes; ++j) {
        const size_t first = (size_t)matrix->column[j], blocks = (size_t)matrix->column[j + 1] - first;
        memset(matrix->value + 9 * first, 0, 9 * blocks * sizeof *matrix->value);
        for (size_t c = 0; held && held[j] && c < 3; ++c) matrix->value[9 * first + 3 * c * blocks + c] = 1.0;
    }
}

/* ---- Places ---- */

static bool is_constant(const ts_objective_term *term) {
    return !term->potential.update;
}

/* Do the places of constant stencils still hold? They were all there then, but for those of held nodes. */
static bool are_places_known(const ts_objective *objective, const ts_block_matrix *matrix) {
    const struct ts_objective_work *work = objective->work;
    return work->places_known && work->places_version == matrix->version && work->places_column == matrix->column &&
           (!objective->held || memcmp(work->places_held, objective->held, objective->nodes) == 0);
}

/* Without memory for them they are looked for each time. */
static void learn_places(ts_objective *objective, const ts_block_matrix *matrix) {
    struct ts_objective_work *work = objective->work;
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_potential *potential = &objective->term[k].potential;
        if (!is_constant(&objective->term[k])) continue;
        if (!work->places[k]) work->places[k] = malloc(potential->count * sizeof *work->places[k]);
        ts_block_places *places = work->places[k];
#pragma omp parallel for schedule(static) if (ts_pays_to_share(potential->count, 50))
        for (size_t s = 0; s < (places ? potential->count : 0); ++s)
            ts_find_places(matrix, potential->stencil[s], places[s]);
    }
    if (objective->held) memcpy(work->places_held, objective->held, objective->nodes);
    work->places_version = matrix->version;
    work->places_column = matrix->column;
    work->places_known = true;
}

/* Makes places for the active stencils; when some are missing, also for those that are near. */
static ts_status grow_pattern(ts_objective *objective, ts_block_matrix *matrix, ts_error *error) {
    const ts_stencil *list[2 * TS_MOST_TERMS];
    size_t count[2 * TS_MOST_TERMS];
    ts_couplings couplings = {.list = list, .count = count, .held = objective->held};
    const bool is_new = matrix->nodes != objective->nodes || !matrix->column;
    const bool constants_known = !is_new && are_places_known(objective, matrix);
    for (size_t k = 0; k < objective->terms; ++k) {
        if (constants_known && is_constant(&objective->term[k])) continue;
        list[couplings.lists] = objective->term[k].potential.stencil;
        count[couplings.lists++] = objective->term[k].potential.count;
    }
    if (!is_new && ts_block_matrix_covers(matrix, &couplings)) return TS_OK;
    couplings.lists = 0;
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_potential *potential = &objective->term[k].potential;
        list[couplings.lists] = potential->stencil;
        count[couplings.lists++] = potential->count;
        list[couplings.lists] = potential->near;
        count[couplings.lists++] = potential->near_count;
    }
    objective->work->places_known = false;
    if (is_new) return ts_block_matrix_build(matrix, objective->nodes, &couplings, error);
    return ts_block_matrix_grow(matrix, &couplings, error);
}

static ts_status make_places(ts_objective *objective, ts_block_matrix *matrix, ts_error *error) {
    const ts_status status = grow_pattern(objective, matrix, error);
    if (status == TS_OK && !are_places_known(objective, matrix)) learn_places(objective, matrix);
    return status;
}

/* Positions are prepared. `places` of the term's stencils, where they are known. */
static void assemble_term(const ts_objective *objective, const ts_objective_term *term, const double (*x)[3],
                          const ts_derivatives *to, const ts_block_places *places) {
    const double beta = is_shifted(objective, term) ? objective->beta : 1.0;
    const double weight = ts_objective_weight(objective, term);
    if (weight == 0.0) return;
    const ts_assembly all = {
        .potential = &term->potential,
        .at = positions(objective, term, x),
        .held = objective->held,
        .gradient_weight = weight * beta,
        .hessian_weight = weight * beta * beta,
        .gradient = to->gradient,
        .hessian = to->hessian,
        .places = places,
        .form = to->form,
    };
    ts_assemble(objective->work->assembler, &all);
}

ts_status ts_objective_assemble(ts_objective *objective, const double (*x)[3], const ts_derivatives *to,
                                ts_error *error) {
    if (to->hessian) {
        const ts_status status = make_places(objective, to->hessian, error);
        if (status != TS_OK) return status;
        clear_values(to->hessian, objective->held);
    }
    memset(to->gradient, 0, objective->nodes * sizeof *to->gradient);
    prepare_positions(objective, x);
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_objective_term *term = &objective->term[k];
        const ts_block_places *places =
            to->hessian && is_constant(term) ? (const ts_block_places *)objective->work->places[k] : NULL;
        assemble_term(objective, term, x, to, places);
    }
    return TS_OK;
}

/* ---- For stiffnesses ---- */

static bool is_of_contact(const ts_objective_term *term) {
    return term->role == TS_ROLE_CONTACT || term->role == TS_ROLE_FRICTION;
}

ts_status ts_objective_gradient_beside_contact(ts_objective *objective, const double (*x)[3], double (*gradient)[3]) {
    memset(gradient, 0, objective->nodes * sizeof *gradient);
    prepare_positions(objective, x);
    for (size_t k = 0; k < objective->terms; ++k) {
        if (!is_of_contact(&objective->term[k]))
            assemble_term(objective, &objective->term[k], x, &(ts_derivatives){.gradient = gradient}, NULL);
    }
    return TS_OK;
}

static bool is_elastic(const ts_objective_term *term) {
    return term->role == TS_ROLE_ELASTIC || term->role == TS_ROLE_LIMIT;
}

static ts_status build_elastic(const ts_objective *objective, ts_block_matrix *matrix, ts_error *error) {
    const ts_stencil *list[TS_MOST_TERMS];
    size_t count[TS_MOST_TERMS];
    ts_couplings couplings = {.list = list, .count = count};
    for (size_t k = 0; k < objective->terms; ++k) {
        if (!is_elastic(&objective->term[k])) continue;
        list[couplings.lists] = objective->term[k].potential.stencil;
        count[couplings.lists++] = objective->term[k].potential.count;
    }
    return ts_block_matrix_build(matrix, objective->nodes, &couplings, error);
}

ts_status ts_objective_elastic_hessian(ts_objective *objective, const double (*x)[3], double weight,
                                       ts_block_matrix *matrix, ts_error *error) {
    if (!matrix->column) {
        const ts_status status = build_elastic(objective, matrix, error);
        if (status != TS_OK) return status;
    }
    double(*gradient)[3] = objective->work->towards; /* not wanted */
    clear_values(matrix, NULL);
    memset(gradient, 0, objective->nodes * sizeof *gradient);
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_objective_term *term = &objective->term[k];
        if (!is_elastic(term) || !ts_objective_minimises(objective, term->role)) continue;
        const ts_assembly all = {
            .potential = &term->potential, .at = x, .hessian_weight = weight, .gradient = gradient, .hessian = matrix};
        ts_assemble(objective->work->assembler, &all);
    }
    return TS_OK;
}

/* ---- Steps ---- */

/* The direction of what a term sees, when that is beta x + gamma x^n: the same fraction of the displacement is
 * admissible; and then as much of it as x may go. */
static ts_status term_max_step(ts_objective *objective, ts_objective_term *term, const double (*x)[3],
                               const double (*p)[3], double *alpha, ts_error *error) {
    ts_potential *potential = &term->potential;
    if (!is_shifted(objective, term)) return potential->max_step(potential, x, p, alpha, error);
    struct ts_objective_work *work = objective->work;
    for (size_t i = 0; i < objective->nodes; ++i) ts_scale(objective->beta, p[i], work->towards[i]);
    find_shifted(objective, x);
    const ts_status status =
        potential->max_step(potential, (const double(*)[3])work->at, (const double(*)[3])work->towards, alpha, error);
    return status == TS_OK ? potential->max_step(potential, x, p, alpha, error) : status;
}

/* Contact comes last: what others cut spares it queries. */
ts_status ts_objective_max_step(ts_objective *objective, const double (*x)[3], const double (*p)[3], double *alpha,
                                ts_error *error) {
    double reach = 1.0;
    for (int last = 0; last < 2; ++last) {
        for (size_t k = 0; k < objective->terms; ++k) {
            ts_objective_term *term = &objective->term[k];
            const bool is_contact = term->potential.update;
            if (!term->potential.max_step || is_contact != (last == 1) || is_left_out(objective, term)) continue;
            const ts_status status = term_max_step(objective, term, x, p, &reach, error);
            if (status != TS_OK) return status;
        }
    }
    *alpha = reach;
    return TS_OK;
}

ts_status ts_objective_adapt(ts_objective *objective, const double (*x)[3], bool *changed, ts_error *error) {
    *changed = false;
    for (size_t k = 0; k < objective->terms; ++k) {
        ts_potential *potential = &objective->term[k].potential;
        if (!potential->adapt || is_left_out(objective, &objective->term[k])) continue;
        const ts_status status = potential->adapt(potential, x, changed, error);
        if (status != TS_OK) return status;
    }
    return TS_OK;
}
