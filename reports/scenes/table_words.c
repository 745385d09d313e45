/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the comparison table says in words: the evidence of its failures, and where it differs from the paper. */
#include <inttypes.h>
#include <stdlib.h>

#include "benches/table/published.h"
#include "core/escape.h"
#include "reports/scenes/table.h"
#include "results/show_command.h"

static void put_text(FILE *out, const char *text, bool markdown) {
    if (markdown)
        ts_put_markdown(out, text);
    else
        ts_put_terminal(out, text);
}

static void put_command(FILE *out, const char *command, bool markdown) {
    fputs("    ", out);
    if (markdown)
        ts_put_markdown_code(out, command, false);
    else
        ts_put_terminal(out, command);
}

/* "- SCENE, METHOD: " */
static void put_names(FILE *out, const char *scene, const char *backend, bool markdown) {
    if (markdown) fputs("- ", out);
    put_text(out, scene, markdown);
    fputs(", ", out);
    put_text(out, backend, markdown);
    fputs(": ", out);
}

/* ---- Evidence ---- */

static void print_place(const ts_scene_cell *cell, FILE *out) {
    if (cell->step > 0) fprintf(out, " at step %" PRIu64, cell->step);
    if (cell->step > 0 && cell->iteration >= 0) fprintf(out, ", iteration %" PRId64, cell->iteration);
    if (cell->step > 0 && cell->iteration < 0) fputs(", prescribed nodes on their way", out);
    if (cell->outcome == TS_CELL_OUT_OF_TIME) fprintf(out, " after %.0f s", cell->seconds);
    if (cell->outcome == TS_CELL_OUT_OF_MEMORY) fprintf(out, " with %.0f MiB", (double)cell->most_bytes / 1048576.0);
}

static void print_story(const ts_scene_cell *cell, bool markdown, FILE *out) {
    if (cell->outcome == TS_CELL_TIMED) {
        fprintf(out, "%" PRIu64 " of %" PRIu64 " steps did not converge", cell->not_converged, cell->steps);
    } else {
        fputs(ts_cell_outcome_name(cell->outcome), out);
        print_place(cell, out);
    }
    if (cell->message[0]) fputs(": ", out);
    put_text(out, cell->message, markdown);
}

/* The query at fault; without one, the run again. */
static ts_status print_command(const ts_scene_cell *cell, const ts_ccd_method *method, bool markdown, FILE *out) {
    const ts_replay_options standard = {.t_max = 1.0};
    if (!cell->has_query) {
        if (cell->command[0]) putc('\n', out);
        if (cell->command[0]) put_command(out, cell->command, markdown);
        return TS_OK;
    }
    char *command = ts_show_command(&standard, method, cell->query_path, cell->query_index);
    if (!command) return TS_ERROR_MEMORY;
    putc('\n', out);
    put_command(out, command, markdown);
    free(command);
    return TS_OK;
}

static bool has_evidence(const ts_scene_cell *cell) {
    return ts_scene_cell_has_failed(cell) || cell->not_converged > 0 || cell->has_query;
}

ts_status ts_scene_table_print_evidence(const ts_scene_table *table, bool markdown, FILE *out) {
    ts_status status = TS_OK;
    size_t prescribed = 0;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        for (size_t m = 0; status == TS_OK && m < table->method_count; ++m) {
            const ts_scene_cell *cell = ts_scene_table_cell(table, s, m);
            if (!has_evidence(cell)) continue;
            ++prescribed;
            put_names(out, table->scenes[s].name, table->methods[m].backend->name, markdown);
            print_story(cell, markdown, out);
            status = print_command(cell, &table->methods[m], markdown, out);
            putc('\n', out);
        }
    }
    if (prescribed == 0) fputs("No run failed.\n", out);
    return status;
}

/* ---- How it was asked ---- */

void ts_scene_table_print_question(const ts_scene_table *table, FILE *out) {
    size_t straight = 0, disturbed = 0;
    for (size_t s = 0; s < table->scene_count; ++s) {
        straight += table->scenes[s].facts.straight;
        disturbed += table->scenes[s].facts.disturbed;
    }
    fprintf(out, "CCD is asked %s.\n",
            table->asking == TS_ASK_PUBLISHED ? "as the published program asks it" : "about all pairs");
    if (straight == 0) return;
    fprintf(out, "Of %zu objects of rods and cones %zu are exactly parallel as generated", straight,
            straight - disturbed);
    if (disturbed > 0) fprintf(out, ", %zu turned and jittered", disturbed);
    if (disturbed > 0 && table->disturb) fprintf(out, " by the seed %" PRIu64, table->disturb_seed);
    fputs(".\n", out);
}

void ts_scene_table_print_footnotes(const ts_scene_table *table, bool markdown, FILE *out) {
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) {
            const ts_scene_cell *cell = ts_scene_table_cell(table, s, m);
            if (cell->by_accd == 0) continue;
            fputs(markdown ? "- + " : "+ ", out);
            put_text(out, table->scenes[s].name, markdown);
            fputs(", ", out);
            put_text(out, table->methods[m].backend->name, markdown);
            fprintf(out, ": %" PRIu64 " of %" PRIu64 " queries are of kinds that it lacks; ACCD answered\n",
                    cell->by_accd, cell->ccd_queries);
        }
    }
}

/* ---- The paper's table ---- */

/* Cells that the paper has as well. */
typedef struct agreement_count {
    size_t word[TS_DIFFERS + 1], ratio[TS_DIFFERS + 1];
} agreement_count;

static void count_agreement(const ts_scene_table *table, agreement_count *informative, agreement_count *others) {
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) {
            const char *scene = table->scenes[s].name, *backend = table->methods[m].backend->name;
            if (!ts_published_cell(scene, backend)) continue;
            const ts_published_comparison comparison = ts_compare_table_cell(table, s, m);
            agreement_count *count = comparison.is_informative ? informative : others;
            ++count->word[comparison.word];
            ++count->ratio[comparison.ratio];
        }
    }
}

static size_t sum(const size_t count[TS_DIFFERS + 1]) {
    return count[TS_NOT_COMPARED] + count[TS_AGREES] + count[TS_DIFFERS];
}

static void print_not_run(const agreement_count *count, FILE *out) {
    if (count->word[TS_NOT_COMPARED] > 0)
        fprintf(out, ", %zu have no run that says anything", count->word[TS_NOT_COMPARED]);
    fputs(".\n", out);
}

void ts_scene_table_print_agreement(const ts_scene_table *table, FILE *out) {
    agreement_count informative = {0}, others = {0};
    count_agreement(table, &informative, &others);
    fprintf(out, "Of %zu cells that the paper's Fig. 19 has as well %zu say something: not n/a, and not accd's own.\n",
            sum(informative.word) + sum(others.word), sum(informative.word));
    fprintf(out, "Of these %zu agree and %zu differ", informative.word[TS_AGREES], informative.word[TS_DIFFERS]);
    print_not_run(&informative, out);
    const size_t agree = informative.ratio[TS_AGREES], timed = agree + informative.ratio[TS_DIFFERS];
    if (timed > 0) {
        fprintf(
            out,
            "%zu are times in both; the ratio to accd, of queries with their set-up, is within a factor of 2 of the "
            "paper's\nfor %zu.\n",
            timed, agree);
    }
    fprintf(out, "Of the other %zu cells %zu agree and %zu differ", sum(others.word), others.word[TS_AGREES],
            others.word[TS_DIFFERS]);
    print_not_run(&others, out);
}

static void print_difference(const ts_scene_table *table, size_t s, size_t m, const ts_published_comparison *comparison,
                             bool markdown, FILE *out) {
    const char *scene = table->scenes[s].name, *backend = table->methods[m].backend->name;
    char text[TS_CELL_TEXT];
    ts_scene_cell_text(ts_scene_table_cell(table, s, m), text);
    put_names(out, scene, backend, markdown);
    if (comparison->word == TS_DIFFERS) {
        fprintf(out, "%s, the paper's is %s\n", text, ts_published_cell(scene, backend));
    } else {
        fprintf(out, "%.2f times accd's, with set-up %.2f, the paper's is %.2f\n", ts_scene_table_ratio(table, s, m),
                ts_scene_table_ratio_with_set_up(table, s, m), ts_published_ratio(scene, backend));
    }
}

void ts_scene_table_print_differences(const ts_scene_table *table, bool markdown, FILE *out) {
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) {
            const ts_published_comparison comparison = ts_compare_table_cell(table, s, m);
            if (comparison.word != TS_DIFFERS && comparison.ratio != TS_DIFFERS) continue;
            const ts_scene_cell *cell = ts_scene_table_cell(table, s, m);
            print_difference(table, s, m, &comparison, markdown, out);
            if (!cell->command[0]) continue;
            put_command(out, cell->command, markdown);
            putc('\n', out);
        }
    }
}
