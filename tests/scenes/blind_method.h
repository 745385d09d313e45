/* SPDX-License-Identifier: MIT
 * A CCD method that sees nothing. */
#ifndef TS_TESTS_SCENES_BLIND_METHOD_H
#define TS_TESTS_SCENES_BLIND_METHOD_H

#include <touchstone/ccd.h>

static ts_status create_blind(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void see_nothing(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    *result = (ts_ccd_result){.status = TS_CCD_FREE, .toi = query->t_max};
}

static void destroy_blind(void *self) {
    (void)self;
}

static const ts_ccd_backend BLIND = {
    .abi = TS_CCD_ABI,
    .name = "blind",
    .summary = "always free",
    .source = "the tests",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create_blind,
    .query = see_nothing,
    .destroy = destroy_blind,
};

#endif
