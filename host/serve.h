/* SPDX-License-Identifier: MIT
 * What touchstone-host does with a request: one server for CCD methods, one for terms. */
#ifndef TS_HOST_SERVE_H
#define TS_HOST_SERVE_H

#include "core/host/page.h"

/* A server answers a request in place; a failure becomes the answer. */
typedef ts_status ts_serve(ts_host_page *page, const char *path, ts_error *error);

ts_serve ts_serve_ccd, ts_serve_term;

/* What the plug-in is asked; never more than fits. */
static inline uint32_t ts_asked_count(const ts_host_page *page) {
    return page->count < TS_HOST_BLOCK ? page->count : TS_HOST_BLOCK;
}

#endif
