/* SPDX-License-Identifier: GPL-2.0-or-later
 * Memory for rows. */
#include "ndb/rows.h"

#include <stdlib.h>
#include <string.h>

ts_ndb_row *ts_ndb_rows_create(size_t count) {
    enum { LINE = 64 };
    const size_t size = (count * sizeof(ts_ndb_row) / LINE + 1) * LINE;
    ts_ndb_row *rows = aligned_alloc(LINE, size);
    if (rows) memset(rows, 0, size);
    return rows;
}
