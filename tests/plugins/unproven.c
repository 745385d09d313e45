/* SPDX-License-Identifier: MIT
 * A method that is always safe, hit at 0, and whose certificates prove nothing: asked for a proof it answers
 * free, with a piece that does not separate. */
#include <stddef.h>

#include <touchstone/ccd.h>

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self, (void)asked;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.0};
}

static void certify(void *self, const ts_ccd_query *asked, ts_ccd_result *result, ts_ccd_certificate *certificate) {
    (void)self;
    *result = (ts_ccd_result){.status = TS_CCD_FREE, .toi = asked->t_max};
    certificate->count = 1;
    certificate->pieces[0] = (ts_ccd_proof_piece){.t0 = 0.0, .t1 = asked->t_max, .n = {0.0, 0.0, 0.0}, .sign = 1};
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = "unproven",
    .summary = "always hit at 0, without a proof that holds",
    .source = "the tests",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create,
    .query = query,
    .certify = certify,
    .destroy = destroy,
};

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    return &BACKEND;
}
