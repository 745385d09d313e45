/* SPDX-License-Identifier: MIT
 * Shared objects that must be refused; BROKEN says how. */
#include <stddef.h>

#include <touchstone/ccd.h>

enum { NO_SYMBOL, NO_BACKEND, OTHER_ABI, TAKEN_NAME, NO_QUERY, NO_SUCH_FUNCTION };

#if BROKEN == 5
void ts_a_function_that_does_not_exist(void);
#endif

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self, (void)asked;
    result->status = TS_CCD_FREE;
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_backend BACKEND = {
    .abi = BROKEN == OTHER_ABI ? TS_CCD_ABI + 1 : TS_CCD_ABI,
    .name = BROKEN == TAKEN_NAME ? "accd" : "broken",
    .summary = "not to be registered",
    .source = "the tests",
    .capabilities = TS_CCD_CAN_ALL_KINDS,
    .create = create,
    .query = BROKEN == NO_QUERY ? NULL : query,
    .destroy = destroy,
};

#if BROKEN == 0
#define ts_ccd_plugin some_other_name
#endif

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
#if BROKEN == 5
    ts_a_function_that_does_not_exist();
#endif
    return BROKEN == NO_BACKEND ? NULL : &BACKEND;
}
