/* SPDX-License-Identifier: MIT
 * The least that a method is. It does nothing, so that bench-host measures the way to it alone. */
#include <stddef.h>

#include <touchstone/ccd.h>

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.5 * asked->t_max};
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = "trivial",
    .summary = "a hit in the middle of every step",
    .source = "an example that comes with Touchstone",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create,
    .query = query,
    .destroy = destroy,
};

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    return &BACKEND;
}
