/* SPDX-License-Identifier: MIT
 * Crashes on every query of a point and an edge, and answers all others: no time is safe. */
#include <signal.h>
#include <stddef.h>

#include <touchstone/ccd.h>

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self;
    if (asked->kind == TS_POINT_EDGE) raise(SIGKILL);
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.0};
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = "fragile",
    .summary = "crashes on one kind",
    .source = "the tests",
    .capabilities = TS_CCD_CAN_ALL_KINDS,
    .create = create,
    .query = query,
    .destroy = destroy,
};

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    return &BACKEND;
}
