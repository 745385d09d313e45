/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the comparison table says in words: the evidence of its failures, and where it differs from the paper. */
#include <inttypes.h>
#include <stdlib.h>

#include "benches/table/published.h"
#include "reports/scenes/table.h"
#include "results/show_command.h"

/* ---- Evidence ---- */

static void print_place(const ts_scene_cell *cell, FILE *out) {
    if (cell->step > 0) fprintf(out, " at step %" PRIu64, cell->step);
    if (cell->step > 0 && cell->iteration >= 0) fprintf(out, ", iteration %" PRId64, cell->iteration);
    if (cell->step > 0 && cell->iteration < 0) fputs(", prescribed nodes on their way", out);
    if (cell->outcome == TS_CELL_OUT_OF_TIME) fprintf(out, " after %.0f s", cell->seconds);
    if (cell->outcome == TS_CELL_OUT_OF_MEMORY) fprintf(out, " with %.0f MiB", (double)cell->most_bytes / 1048576.0);
}

static void print_story(const ts_scene_cell *cell, FILE *out) {
    if (cell->outcome == TS_CELL_TIMED) {
        fprintf(out, "%" PRIu64 " of %" PRIu64 " steps did not converge", cell->not_converged, cell->steps);
    } else {
        fputs(ts_cell_outcome_name(cell->outcome), out);
        print_place(cell, out);
    }
    if (cell->message[0]) fprintf(out, ": %s", cell->message);
}

/* The query at fault; without one, the run again. */
static ts_status print_command(const ts_scene_cell *cell, const ts_ccd_method *method, const char *code, FILE *out) {
    const ts_replay_options standard = {.t_max = 1.0};
    if (!cell->has_query) {
        if (cell->command[0]) fprintf(out, "\n    %s%s%s", code, cell->command, code);
        return TS_OK;
    }
    char *command = ts_show_command(&standard, method, cell->query_path, cell->query_index);
    if (!command) return TS_ERROR_MEMORY;
    fprintf(out, "\n    %s%s --backend %s%s", code, command, method->backend->name, code);
    free(command);
    return TS_OK;
}

static bool has_evidence(const ts_scene_cell *cell) {
    return ts_scene_cell_has_failed(cell) || cell->not_converged > 0 || cell->has_query;
}

ts_status ts_scene_table_print_evidence(const ts_scene_table *table, const char *mark, const char *code, FILE *out) {
    ts_status status = TS_OK;
    size_t prescribed = 0;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        for (size_t m = 0; status == TS_OK && m < table->method_count; ++m) {
            const ts_scene_cell *cell = ts_scene_table_cell(table, s, m);
            if (!has_evidence(cell)) continue;
            ++prescribed;
            fprintf(out, "%s%s, %s: ", mark, table->scenes[s].name, table->methods[m].backend->name);
            print_story(cell, out);
            status = print_command(cell, &table->methods[m], code, out);
            putc('\n', out);
        }
    }
    if (prescribed == 0) fputs("No run failed.\n", out);
    return status;
}

/* ---- The paper's table ---- */

static ts_agreement agreement_at(const ts_scene_table *table, size_t scene, size_t method) {
    return ts_compare_published(ts_scene_table_cell(table, scene, method), table->scenes[scene].name,
                                table->methods[method].backend->name);
}

void ts_scene_table_print_agreement(const ts_scene_table *table, FILE *out) {
    size_t count[TS_DIFFERS + 1] = {0};
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) ++count[agreement_at(table, s, m)];
    }
    fprintf(out, "Of the cells that the paper's Fig. 19 has as well, %zu agree and %zu differ.\n", count[TS_AGREES],
            count[TS_DIFFERS]);
}

void ts_scene_table_print_differences(const ts_scene_table *table, const char *mark, const char *code, FILE *out) {
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) {
            if (agreement_at(table, s, m) != TS_DIFFERS) continue;
            const ts_scene_cell *cell = ts_scene_table_cell(table, s, m);
            const char *scene = table->scenes[s].name, *backend = table->methods[m].backend->name;
            char text[TS_CELL_TEXT];
            ts_scene_cell_text(cell, text);
            fprintf(out, "%s%s, %s: %s, the paper's is %s\n", mark, scene, backend, text,
                    ts_published_cell(scene, backend));
            if (cell->command[0]) fprintf(out, "    %s%s%s\n", code, cell->command, code);
        }
    }
}
