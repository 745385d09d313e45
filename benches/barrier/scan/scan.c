/* SPDX-License-Identifier: GPL-2.0-or-later
 * A scan: ask all series, ask some of them again, judge what was suspected and points of all strata, then go from the
 * worst of them towards worse. */
#include "benches/barrier/scan/scan.h"

#include <math.h>
#include <stdlib.h>

#include "benches/barrier/scan/jump.h"
#include "benches/barrier/scan/series.h"
#include "benches/barrier/scan/suspects.h"
#include "benches/barrier/scan/verdict.h"
#include "cipc/barriers/foreign.h"
#include "core/error.h"
#include "core/hash.h"
#include "oracles/term_plugin.h"

/* Of so many series one is asked again. */
enum { AGAIN_EVERY = 8 };
/* Places that are judged at most: spread over the strata, suspected (three points each), begun from towards worse.
 * Differences of a term's own values cost hundreds of evaluations each. Small scans judge one in EACH points. */
enum { SPREAD = 768, SUSPECTED = 400, WORST = 4, STEPS = 10, OWN_SPREAD = 16, OWN_SUSPECTED = 16, EACH = 1000 };
/* Series, or points judged, between two looks at Ctrl-C. */
enum { BLOCK = 256 };

/* Of u: how far beside a point what is wrong there is confirmed. */
#define BESIDE 1e-6

/* What one thread asks with. */
typedef struct asking {
    double x[TS_SERIES_MOST * TS_TERM_MOST_INPUTS], p[TS_SERIES_MOST * TS_TERM_MOST_PARAMETERS];
    ts_term_value value[TS_SERIES_MOST];
} asking;

typedef struct place {
    const ts_scan_series *series;
    double k; /* point, or between two */
    double score;
    int rank; /* among the suspects of its series, then of its stratum */
} place;

typedef struct scan {
    const ts_term *term;
    const ts_scan_options *options;
    ts_scan_plan plan;
    ts_suspect (*suspect)[TS_MOST_SUSPECTS]; /* of each series */
    uint8_t *suspects;
    bool *valued; /* of each series: a finite value somewhere */
    uint64_t (*digest)[TS_SERIES_MOST];
    int *changed; /* of each series: a point that answers otherwise when asked again, or -1 */
    place *places;
    ts_scan_verdict *verdicts;
    size_t place_count;
    bool has_no_jumps; /* without a reference the value of a barrier has to be continuous, as that of an angle is not */
    bool out_of_memory, stopped;
    ts_scan_result *result;
} scan;

static bool stops(scan *s, uint64_t done, uint64_t total) {
    if (s->options->report) s->options->report(s->options->self, s->term->name, done, total);
    s->stopped = s->stopped || (s->options->interrupted && s->options->interrupted(s->options->self));
    return s->stopped;
}

static void point_of(const scan *s, const place *at, ts_term_point *point) {
    ts_term_line line;
    ts_scan_line_of(&s->plan, at->series, &line);
    ts_scan_point_at(&line, ts_scan_u(at->series, &line, at->k), point);
}

/* ---- asking ---- */

static void lay_out(const scan *s, const ts_scan_series *series, bool backwards, asking *with) {
    ts_term_line line;
    ts_term_point point;
    const int inputs = s->term->inputs, parameters = s->term->parameters;
    ts_scan_line_of(&s->plan, series, &line);
    for (int k = 0; k < series->count; ++k) {
        const int to = backwards ? series->count - 1 - k : k;
        ts_scan_point_at(&line, ts_scan_u(series, &line, k), &point);
        for (int i = 0; i < inputs; ++i) with->x[to * inputs + i] = point.inputs[i];
        for (int i = 0; i < parameters; ++i) with->p[to * parameters + i] = point.parameters[i];
    }
}

static void ask(scan *s, size_t index, asking *with) {
    const ts_scan_series *series = &s->plan.series[index];
    const ts_scan_answers answers = {s->term->inputs, series->count, with->x, with->value};
    lay_out(s, series, false, with);
    ts_term_evaluate_many(s->term, series->count, with->x, with->p, with->value);
    for (int k = 0; k < series->count; ++k) s->digest[index][k] = ts_scan_digest(answers.inputs, &with->value[k]);
    s->suspects[index] = (uint8_t)ts_scan_suspects(&answers, s->suspect[index]);
    for (int k = 0; k < series->count; ++k) s->valued[index] |= isfinite(with->value[k].value);
}

static void ask_again(scan *s, size_t index, asking *with) {
    const ts_scan_series *series = &s->plan.series[index];
    lay_out(s, series, true, with);
    ts_term_evaluate_many(s->term, series->count, with->x, with->p, with->value);
    for (int k = 0; k < series->count; ++k) {
        const uint64_t now = ts_scan_digest(s->term->inputs, &with->value[series->count - 1 - k]);
        if (s->changed[index] < 0 && now != s->digest[index][k]) s->changed[index] = k;
    }
}

/* `how` for every step-th series, the last first if backwards. */
static void for_series(scan *s, void how(scan *, size_t, asking *), size_t step, bool backwards) {
    const int64_t count = (int64_t)((s->plan.count + step - 1) / step);
    for (int64_t first = 0; first < count && !stops(s, (uint64_t)first, (uint64_t)count); first += BLOCK) {
        const int64_t end = first + BLOCK < count ? first + BLOCK : count;
#pragma omp parallel
        {
            asking *with = malloc(sizeof *with);
            if (!with) {
#pragma omp atomic write
                s->out_of_memory = true;
            }
#pragma omp for schedule(dynamic, 1)
            for (int64_t i = first; i < end; ++i) {
                const int64_t at = backwards ? count - 1 - i : i;
                if (with) how(s, (size_t)at * step, with);
            }
            free(with);
        }
    }
}

/* ---- places to be judged ---- */

/* One point of every so many series. */
static void spread_places(scan *s, size_t most) {
    const size_t step = (s->plan.count + most - 1) / most;
    for (size_t i = 0; step > 0 && i < s->plan.count; i += step) {
        const ts_scan_series *series = &s->plan.series[i];
        const uint64_t k = ts_hash_word(ts_hash_word(TS_HASH_START, s->plan.seed), i) % series->count;
        s->places[s->place_count++] = (place){series, (double)k, 0.0, 0};
    }
}

/* Stratum by stratum the strangest of every series first, then the second of every series. */
static int by_suspicion(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->series->stratum != y->series->stratum) return (int)x->series->stratum - (int)y->series->stratum;
    if (x->rank != y->rank) return x->rank - y->rank;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->series < y->series ? -1 : x->series > y->series;
}

/* The first of every stratum, then the second of every stratum: no stratum keeps the others from being heard. */
static int by_turn(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->rank != y->rank) return x->rank - y->rank;
    return (int)x->series->stratum - (int)y->series->stratum;
}

static void take_turns(place *all, size_t count) {
    qsort(all, count, sizeof *all, by_suspicion);
    int turn = 0;
    for (size_t i = 0; i < count; ++i) {
        turn = i > 0 && all[i].series->stratum == all[i - 1].series->stratum ? turn + 1 : 0;
        all[i].rank = turn;
    }
    qsort(all, count, sizeof *all, by_turn);
}

static void add_around(scan *s, const place *suspect) {
    for (int away = -1; away <= 1; ++away) {
        const double k = suspect->k + away;
        if (k < 0.0 || k > suspect->series->count - 1) continue;
        s->places[s->place_count] = *suspect;
        s->places[s->place_count++].k = k;
    }
}

static void suspected_places(scan *s, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < s->plan.count; ++i) count += s->suspects[i];
    place *all = malloc((count + 1) * sizeof *all);
    if (!all) {
        s->out_of_memory = true;
        return;
    }
    s->result->suspects = count;
    count = 0;
    for (size_t i = 0; i < s->plan.count; ++i) {
        for (int r = 0; r < s->suspects[i]; ++r) {
            const ts_suspect *suspect = &s->suspect[i][r];
            all[count++] = (place){&s->plan.series[i], suspect->at, suspect->score, r};
        }
    }
    take_turns(all, count);
    for (size_t i = 0; i < count && i < most; ++i) add_around(s, &all[i]);
    free(all);
}

/* ---- judging ---- */

/* The bound that holds on a series; NULL without a reference. */
static const ts_barrier_bound *bound_of(const scan *s, const ts_scan_series *series) {
    return s->term->reference ? ts_barrier_bound_of(series->sweep) : NULL;
}

/* Without a reference something counts only where it is on both sides as well: next to a clamp there is a contradiction
 * within the reach of a difference, and a derivative may be missing at a place. */
static void confirm(const scan *s, const place *at, ts_scan_verdict *verdict) {
    static const int KINDS[] = {(int)TS_SCAN_FLAW + (int)TS_FLAW_NAN, (int)TS_SCAN_FLAW + (int)TS_FLAW_INFINITE,
                                TS_SCAN_GRADIENT, TS_SCAN_HESSIAN};
    enum { COUNT = sizeof KINDS / sizeof *KINDS };
    ts_term_line line;
    ts_scan_line_of(&s->plan, at->series, &line);
    const double u = ts_scan_u(at->series, &line, at->k);
    for (int side = -1; side <= 1; side += 2) {
        ts_term_point point;
        ts_scan_verdict other;
        bool any = false;
        for (int k = 0; k < COUNT; ++k) any |= verdict->wrong[KINDS[k]];
        if (!any) return;
        ts_scan_point_at(&line, u + side * BESIDE * u, &point);
        ts_scan_judge(s->term, NULL, &point, &other);
        for (int k = 0; k < COUNT; ++k) verdict->wrong[KINDS[k]] &= other.wrong[KINDS[k]];
    }
}

/* Does the value jump on the way to the next point? */
static bool jumps_behind(const scan *s, const place *at, ts_term_point *where) {
    ts_term_point here, there;
    place next = *at;
    next.k += 1.0;
    if (next.k > at->series->count - 1) return false;
    point_of(s, at, &here);
    point_of(s, &next, &there);
    return ts_scan_jumps(s->term, &here, &there, where);
}

static void judge_place(const scan *s, const place *at, ts_scan_verdict *verdict) {
    ts_term_point point;
    point_of(s, at, &point);
    ts_scan_judge(s->term, bound_of(s, at->series), &point, verdict);
    if (!s->term->reference) confirm(s, at, verdict);
    if (s->has_no_jumps) verdict->wrong[TS_SCAN_JUMP] = jumps_behind(s, at, &verdict->jump);
    const int k = (int)at->k;
    if (k != at->k) return;
    verdict->wrong[TS_SCAN_CHANGED] = verdict->digest != s->digest[at->series - s->plan.series][k];
}

static void judge_places(scan *s) {
    const int64_t count = (int64_t)s->place_count;
    int64_t done = 0;
    while (done < count && !stops(s, (uint64_t)done, (uint64_t)count)) {
        const int64_t end = done + BLOCK < count ? done + BLOCK : count;
#pragma omp parallel for schedule(dynamic, 1)
        for (int64_t i = done; i < end; ++i) judge_place(s, &s->places[i], &s->verdicts[i]);
        done = end;
    }
    s->place_count = (size_t)done;
}

static void note(scan *s, const place *at, const ts_scan_verdict *verdict) {
    ts_scan_result *r = s->result;
    ts_term_point point;
    point_of(s, at, &point);
    r->judged += verdict->judged;
    r->outside += verdict->outside;
    if (verdict->judged && s->term->reference && !(verdict->ratio <= r->most)) {
        r->most = verdict->ratio;
        r->sweep = at->series->sweep;
        r->at = point;
    }
    bool wrong = false;
    for (int kind = 0; kind < TS_SCAN_KINDS; ++kind) {
        ts_scan_finding *finding = &r->finding[kind];
        const double error = kind < TS_SCAN_FLAW ? verdict->error[kind - TS_SCAN_QUANTITY] : 0.0;
        if (!verdict->wrong[kind]) continue;
        wrong = true;
        if (finding->count++ > 0 && error <= finding->error) continue;
        finding->sweep = at->series->sweep;
        finding->at = kind == TS_SCAN_JUMP ? verdict->jump : point;
        finding->error = error;
    }
    r->wrong += wrong;
}

/* ---- towards the worst ---- */

typedef struct climb {
    place at;
    ts_scan_verdict verdict;
} climb;

/* The middle of an interval that is halved towards the larger error. */
static void climb_up(const scan *s, climb *of) {
    double half = 1.0;
    for (int step = 0; step < STEPS; ++step) {
        half *= 0.5;
        const place middle = of->at;
        for (int side = -1; side <= 1; side += 2) {
            climb next = {.at = middle};
            next.at.k += side * half;
            judge_place(s, &next.at, &next.verdict);
            if (next.verdict.judged && next.verdict.ratio > of->verdict.ratio) *of = next;
        }
    }
}

static void climb_from_worst(scan *s) {
    climb of[WORST];
    int count = 0;
    for (size_t i = 0; i < s->place_count; ++i) {
        int to = count;
        while (to > 0 && of[to - 1].verdict.ratio < s->verdicts[i].ratio) --to;
        if (to == WORST) continue;
        count = count < WORST ? count + 1 : WORST;
        for (int k = count - 1; k > to; --k) of[k] = of[k - 1];
        of[to] = (climb){s->places[i], s->verdicts[i]};
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < count; ++k) climb_up(s, &of[k]);
    for (int k = 0; k < count; ++k) note(s, &of[k].at, &of[k].verdict);
}

/* ---- the scan ---- */

static void note_changed(scan *s) {
    for (size_t i = 0; i < s->plan.count; ++i) {
        if (s->changed[i] < 0) continue;
        const place at = {&s->plan.series[i], s->changed[i], 0.0, 0};
        ts_scan_finding *finding = &s->result->finding[TS_SCAN_CHANGED];
        if (finding->count++ > 0) continue;
        finding->sweep = at.series->sweep;
        point_of(s, &at, &finding->at);
    }
}

static void note_unjudged(scan *s) {
    bool any = s->term->reference != NULL;
    for (size_t i = 0; i < s->plan.count; ++i) any |= s->valued[i];
    s->result->unjudged = !any;
}

static bool allocate(scan *s, size_t places) {
    const size_t count = s->plan.count + 1;
    s->suspect = calloc(count, sizeof *s->suspect);
    s->suspects = calloc(count, sizeof *s->suspects);
    s->valued = calloc(count, sizeof *s->valued);
    s->digest = calloc(count, sizeof *s->digest);
    s->changed = calloc(count, sizeof *s->changed);
    s->places = calloc(places, sizeof *s->places);
    s->verdicts = calloc(places, sizeof *s->verdicts);
    if (!s->suspect || !s->suspects || !s->valued || !s->digest || !s->changed || !s->places || !s->verdicts)
        return false;
    for (size_t i = 0; i < count; ++i) s->changed[i] = -1;
    return true;
}

static void run(scan *s, size_t spread, size_t suspected) {
    for (size_t i = 0; i < s->plan.count; ++i) {
        s->result->points += s->plan.series[i].count;
        if (i % AGAIN_EVERY == 0) s->result->again += s->plan.series[i].count;
    }
    for_series(s, ask, 1, false);
    for_series(s, ask_again, AGAIN_EVERY, true);
    if (s->stopped || s->out_of_memory) return;
    note_changed(s);
    note_unjudged(s);
    spread_places(s, spread);
    suspected_places(s, suspected);
    judge_places(s);
    for (size_t i = 0; i < s->place_count; ++i) note(s, &s->places[i], &s->verdicts[i]);
    if (s->term->reference && !s->stopped) climb_from_worst(s);
}

static size_t at_most(size_t most, uint64_t points) {
    const uint64_t few = points / EACH + 1;
    return few < most ? (size_t)few : most;
}

ts_status ts_scan_run(const ts_term *term, const ts_scan_options *options, ts_scan_result *result, ts_error *error) {
    ts_scan_result made = {.term = term, .most = NAN};
    scan s = {.term = term, .options = options, .result = &made};
    s.has_no_jumps = !term->reference && ts_foreign_barrier_fits(term);
    const size_t spread = at_most(term->reference ? SPREAD : OWN_SPREAD, options->points);
    const size_t suspected = at_most(term->reference ? SUSPECTED : OWN_SUSPECTED, options->points);
    const ts_status status = ts_scan_plan_make(term, options->points, options->seed, &s.plan, error);
    if (status != TS_OK) return status;
    if (allocate(&s, spread + 3 * suspected + 1))
        run(&s, spread, suspected);
    else
        s.out_of_memory = true;
    free(s.suspect);
    free(s.suspects);
    free(s.valued);
    free(s.digest);
    free(s.changed);
    free(s.places);
    free(s.verdicts);
    ts_scan_plan_clear(&s.plan);
    if (s.out_of_memory) return ts_fail_memory(error, "a scan");
    *result = made;
    return TS_OK;
}

bool ts_scan_failed(const ts_scan_result *result) {
    for (int kind = 0; kind < TS_SCAN_KINDS; ++kind) {
        if (result->finding[kind].count > 0) return true;
    }
    return result->unjudged;
}

const char *ts_scan_kind_name(ts_scan_kind kind) {
    if (kind < TS_SCAN_FLAW) return ts_quantity_name((ts_quantity)(kind - TS_SCAN_QUANTITY));
    if (kind < TS_SCAN_GRADIENT) return ts_flaw_name((ts_flaw)(kind - TS_SCAN_FLAW));
    if (kind == TS_SCAN_GRADIENT) return "gradient is not the derivative of the value";
    if (kind == TS_SCAN_HESSIAN) return "Hessian is not the derivative of the gradient";
    if (kind == TS_SCAN_JUMP) return "value jumps from here to the next double";
    return "answers otherwise when asked again";
}
