/* SPDX-License-Identifier: GPL-2.0-or-later
 * Finding and naming the worst queries. */
#include "reports/replay/worst.h"

#include "core/files.h"
#include "reports/replay/words.h"
#include "results/show_command.h"

/* The row with the worst query of that kind among the method's; NULL: none. */
static const ts_replay_row *find_worst(const ts_replay_rows *rows, const ts_ccd_method *method, ts_worst kind) {
    const ts_replay_row *worst = NULL;
    for (size_t r = 0; r < rows->count; ++r) {
        const ts_replay_row *row = &rows->rows[r];
        const ts_query_place *place = &row->cell.worst[kind];
        if (row->method != method || place->file == TS_NO_FILE) continue;
        /* File numbers of two data sets say nothing of their order: a tie stays with the first. */
        if (!worst ||
            (place->value != worst->cell.worst[kind].value && ts_is_worse(kind, place, &worst->cell.worst[kind]))) {
            worst = row;
        }
    }
    return worst;
}

static ts_status add_worst(const ts_replay_results *results, const ts_replay_row *row, ts_worst kind, ts_table *table) {
    const ts_query_place *place = &row->cell.worst[kind];
    const char *file = row->data_set->files.paths[place->file];
    char *const cells[] = {ts_text("%s", ts_worst_name(kind)), ts_worst_phrase(kind, place->value),
                           ts_show_command(results->options, row->method, file, place->index)};
    return ts_table_add(table, row->method->backend->name, cells);
}

ts_status ts_replay_build_worst(const ts_replay_results *results, const ts_replay_rows *rows, ts_table *table) {
    static const ts_table_column group = {"backend", "backend", true};
    static const ts_table_column columns[] = {
        {"worst", "worst", true}, {"what", "what", true}, {"command", "to see it", true}};
    ts_table made;
    ts_status status = ts_table_init(&made, group, columns, sizeof columns / sizeof *columns);
    if (status != TS_OK) return status;
    for (size_t m = 0; m < results->options->method_count; ++m) {
        for (int kind = 0; status == TS_OK && kind < TS_WORST_KINDS; ++kind) {
            const ts_replay_row *row = find_worst(rows, &results->options->methods[m], (ts_worst)kind);
            if (row) status = add_worst(results, row, (ts_worst)kind, &made);
        }
    }
    if (status == TS_OK)
        *table = made;
    else
        ts_table_clear(&made);
    return status;
}
