/* SPDX-License-Identifier: GPL-2.0-or-later
 * Measuring an error. */
#include "benches/barrier/judge.h"

#include <float.h>
#include <math.h>

enum { MOST_ENTRIES = TS_TERM_MOST_INPUTS * TS_TERM_MOST_INPUTS };

/* A quantity as a list of numbers. */
typedef struct entries {
    int count;
    double at[MOST_ENTRIES];
} entries;

static entries entries_of(int inputs, const ts_term_value *value, ts_quantity quantity) {
    entries list = {0};
    if (quantity == TS_QUANTITY_VALUE) list.at[list.count++] = value->value;
    for (int i = 0; i < inputs && quantity != TS_QUANTITY_VALUE; ++i) {
        if (quantity == TS_QUANTITY_GRADIENT) list.at[list.count++] = value->gradient[i];
        for (int j = 0; j < inputs && quantity == TS_QUANTITY_HESSIAN; ++j)
            list.at[list.count++] = value->hessian[i][j];
    }
    return list;
}

static double largest(const entries *list) {
    double most = 0.0;
    for (int i = 0; i < list->count; ++i) most = fmax(most, fabs(list->at[i])); /* fmax skips NaN */
    return most;
}

/* |a - b|, where b is a number; scaled, so that neither tiny nor huge entries are lost. */
static double distance(const entries *a, const entries *b) {
    double most = 0.0, sum = 0.0;
    for (int i = 0; i < b->count; ++i) {
        if (!isnan(b->at[i])) most = fmax(most, fabs(a->at[i] - b->at[i]));
    }
    for (int i = 0; i < b->count && most > 0.0; ++i) {
        const double part = (a->at[i] - b->at[i]) / most;
        if (!isnan(b->at[i])) sum += part * part;
    }
    return most * sqrt(sum);
}

static double norm(const entries *list) {
    const entries zero = {.count = list->count};
    return distance(&zero, list);
}

static double unit(double x) {
    return x < DBL_MIN ? DBL_TRUE_MIN : ldexp(1.0, ilogb(x) - 52);
}

static double worst_ulps(const entries *got, const entries *exact) {
    const double least = fmax(largest(exact) * 0x1p-52, DBL_TRUE_MIN);
    double worst = 0.0;
    for (int i = 0; i < exact->count; ++i) {
        if (isnan(exact->at[i])) continue;
        worst = fmax(worst, fabs(got->at[i] - exact->at[i]) / unit(fmax(fabs(exact->at[i]), least)));
    }
    return worst;
}

static double relative(double error, double size) {
    return error == 0.0 ? 0.0 : error / fmax(size, DBL_MIN);
}

/* False when an entry is so wrong that nothing need be measured. */
static bool find_flaws(const entries *got, const entries *exact, bool flaw[TS_FLAWS]) {
    const double counts = 0x1p-26 * largest(exact);
    bool sound = true;
    for (int i = 0; i < exact->count; ++i) {
        const double a = got->at[i], b = exact->at[i];
        if (isnan(b) || a == b) continue;
        const bool is_nan = isnan(a), infinite = isinf(a) && isfinite(b), outside = isfinite(a) && isinf(b);
        flaw[TS_FLAW_NAN] |= is_nan;
        flaw[TS_FLAW_INFINITE] |= infinite;
        flaw[TS_FLAW_DOMAIN] |= outside;
        flaw[TS_FLAW_SIGN] |= !is_nan && ((a < 0.0 && b > counts) || (a > 0.0 && b < -counts));
        sound &= !is_nan && isfinite(a) && isfinite(b);
    }
    return sound;
}

static double movement(const entries *exact, const entries *moved) {
    double most = 0.0;
    for (int m = 0; m < TS_MOVED; ++m) {
        const double way = distance(&moved[m], exact);
        most = isnan(way) || isinf(way) ? (double)INFINITY : fmax(most, way);
    }
    return most;
}

static void measure(const entries *got, const entries *exact, const entries *moved, double error[TS_MEASURES]) {
    const double size = norm(exact), off = distance(got, exact);
    error[TS_MEASURE_ULPS] = worst_ulps(got, exact);
    error[TS_MEASURE_NORM] = relative(off, size);
    error[TS_MEASURE_INPUT] = NAN;
    if (!moved) return;
    const double unavoidable = fmax(movement(exact, moved), fmax(0x1p-52 * size, DBL_MIN));
    error[TS_MEASURE_INPUT] = off / unavoidable;
}

/* Entries that both have infinite are the same; they are not part of what is measured. */
static void drop_infinite(entries *got, entries *exact) {
    for (int i = 0; i < exact->count; ++i) {
        if (!isinf(exact->at[i])) continue;
        exact->at[i] = NAN;
        got->at[i] = 0.0;
    }
}

void ts_term_judge(int inputs, const ts_term_value *got, const ts_term_value *exact, const ts_term_value *moved,
                   ts_term_judgement *out) {
    *out = (ts_term_judgement){0};
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        entries a = entries_of(inputs, got, (ts_quantity)q), b = entries_of(inputs, exact, (ts_quantity)q);
        if (!find_flaws(&a, &b, out->flaw)) {
            for (int m = 0; m < TS_MEASURES; ++m) out->error[q][m] = INFINITY;
            if (!moved) out->error[q][TS_MEASURE_INPUT] = NAN;
            continue;
        }
        drop_infinite(&a, &b);
        entries away[TS_MOVED];
        for (int m = 0; m < TS_MOVED && moved; ++m) away[m] = entries_of(inputs, &moved[m], (ts_quantity)q);
        measure(&a, &b, moved ? away : NULL, out->error[q]);
    }
}

const char *ts_quantity_name(ts_quantity quantity) {
    static const char *const NAME[TS_QUANTITIES] = {"value", "gradient", "Hessian"};
    return NAME[quantity];
}

const char *ts_error_measure_name(ts_error_measure measure) {
    static const char *const NAME[TS_MEASURES] = {"ulps", "of the norm", "of the inputs"};
    return NAME[measure];
}

const char *ts_flaw_name(ts_flaw flaw) {
    static const char *const NAME[TS_FLAWS] = {"NaN", "overflow", "wrong sign", "finite outside the domain"};
    return NAME[flaw];
}
