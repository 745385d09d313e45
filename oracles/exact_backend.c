/* SPDX-License-Identifier: MIT
 * The oracle as a CCD method: t* itself, rounded down and scaled. Slow and never wrong, the yardstick of every
 * table. */
#include <touchstone/oracle.h>

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

typedef struct exact {
    double s;
} exact;

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the time up to the contact that is given away"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* (1-s) t, every operation rounded down. */
static double scale_down(double s, double t) {
    MPFR_DECL_INIT(product, 128);
    mpfr_set_d(product, s, MPFR_RNDU);
    mpfr_ui_sub(product, 1, product, MPFR_RNDD);
    mpfr_mul_d(product, product, t, MPFR_RNDD);
    return mpfr_get_d(product, MPFR_RNDD);
}

/* At most t*, and before it whenever t* > 0. */
static double time_of_impact(const exact *method, const ts_oracle_truth *truth) {
    if (truth->hi == 0.0) return 0.0;
    if (method->s > 0.0) return scale_down(method->s, truth->lo);
    return truth->lo < truth->hi ? truth->lo : nextafter(truth->lo, 0.0);
}

static uint32_t stages_taken(ts_oracle_stage last) {
    return last == TS_ORACLE_FLOAT ? 1 : last == TS_ORACLE_MPFR ? 2 : 3;
}

static void answer(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    ts_oracle_truth truth;
    if (ts_oracle_toi(query, TS_ORACLE_ALL, &truth) != TS_OK) {
        *result = (ts_ccd_result){.status = TS_CCD_FAILED};
        return;
    }
    *result = (ts_ccd_result){.status = truth.contact ? TS_CCD_HIT : TS_CCD_FREE,
                              .toi = truth.contact ? time_of_impact(self, &truth) : query->t_max,
                              .iterations = stages_taken(truth.stage)};
}

static ts_status create(const char *options_json, void **self) {
    exact made;
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, &made.s);
    if (status != TS_OK) return status;
    exact *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = made;
    *self = method;
    return TS_OK;
}

static const ts_ccd_backend EXACT = {
    .abi = TS_CCD_ABI,
    .name = "exact",
    .summary = "the referee's own time of impact, rounded down and scaled by 1-s; slow and never wrong",
    .source = "Touchstone, docs/backends/exact.md",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = create,
    .query = answer,
    .destroy = free,
};

ts_status ts_oracle_register_backend(ts_error *error) {
    return ts_ccd_find(EXACT.name) == &EXACT ? TS_OK : ts_ccd_register(&EXACT, error);
}
