/* SPDX-License-Identifier: MIT
 * A method and an energy that are right in all but what they say of themselves. */
#include <touchstone/ccd.h>
#include <touchstone/term.h>

#define BAD "=1+1\033[2J\n\r| <b>`x`\xc2\x9b\xe2\x80\xae\xff\"'"

/* One that cannot be typed is refused. */
#ifdef BAD_OPTION
#define OPTION_NAME "s" BAD
#else
#define OPTION_NAME "s"
#endif

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self, (void)asked;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.0, .iterations = 1};
}

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_option OPTION = {OPTION_NAME, TS_OPTION_REAL, 0.0, 0.0, 0.5, "means " BAD};

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = "texts",
    .summary = "sums up " BAD,
    .source = "is from " BAD,
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = &OPTION,
    .option_count = 1,
    .create = create,
    .query = query,
    .destroy = destroy,
};

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    return &BACKEND;
}

static const char *const INPUTS[] = {BAD};
static const char *const PARAMETERS[] = {"p" BAD};

static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    (void)self, (void)parameters;
    out->value = 0.5 * inputs[0] * inputs[0];
    out->gradient[0] = -inputs[0]; /* wrong, so that it is told of */
    out->hessian[0][0] = 1.0;
}

static const ts_term TERM = {
    .abi = TS_TERM_ABI,
    .name = "texts",
    .about = "is about " BAD,
    .inputs = 1,
    .parameters = 1,
    .input_names = INPUTS,
    .parameter_names = PARAMETERS,
    .evaluate = evaluate,
};

const ts_term *ts_term_plugin(void);

const ts_term *ts_term_plugin(void) {
    return &TERM;
}
