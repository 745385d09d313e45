/* SPDX-License-Identifier: GPL-2.0-or-later
 * A table for a paper: booktabs, a row for each group's name where there are several, the best values bold, and never
 * wider than the column of text. */
#include "reports/table.h"

#include <string.h>

#include "core/escape.h"

/* Longer names of narrow columns stand upright. */
enum { LONGEST_HEADING = 9 };

static void put_part(FILE *out, const char *from, size_t length) {
    char part[160];
    snprintf(part, sizeof part, "%.*s", (int)length, from);
    ts_put_latex(out, part);
}

/* Lines of a heading below each other. */
static void print_heading(const ts_table_column *column, FILE *out) {
    const char *line = column->heading;
    const bool is_broken = strchr(line, '\n') != NULL;
    const bool stands = !column->text && !is_broken && strlen(line) > LONGEST_HEADING;
    if (is_broken) fputs("\\shortstack[r]{", out);
    if (stands) fputs("\\rotatebox{60}{", out);
    for (;;) {
        const size_t length = strcspn(line, "\n");
        put_part(out, line, length);
        if (!line[length]) break;
        fputs("\\\\", out);
        line += length + 1;
    }
    if (is_broken || stands) fputs("}", out);
}

static bool has_groups(const ts_table *table) {
    for (size_t r = 1; r < table->row_count; ++r) {
        if (strcmp(table->rows[r].group, table->rows[0].group) != 0) return true;
    }
    return false;
}

static void print_group(const ts_table *table, size_t row, FILE *out) {
    if (row > 0) fputs("\\addlinespace\n", out);
    fprintf(out, "\\multicolumn{%zu}{l}{\\emph{", table->column_count);
    ts_put_latex(out, table->rows[row].group);
    fputs("}} \\\\\n", out);
}

static void print_row(const ts_table *table, const ts_table_row *row, FILE *out) {
    for (size_t c = 0; c < table->column_count; ++c) {
        const bool best = row->best && row->best[c];
        if (c > 0) fputs(" & ", out);
        if (best) fputs("\\textbf{", out);
        ts_put_latex(out, row->cells[c]);
        if (best) fputs("}", out);
    }
    fputs(" \\\\\n", out);
}

static void print_tabular(const ts_table *table, FILE *out) {
    const bool groups = has_groups(table);
    fputs("\\begin{tabular}{@{}", out);
    for (size_t c = 0; c < table->column_count; ++c) putc(table->columns[c].text ? 'l' : 'r', out);
    fputs("@{}}\n\\toprule\n", out);
    for (size_t c = 0; c < table->column_count; ++c) {
        if (c > 0) fputs(" & ", out);
        print_heading(&table->columns[c], out);
    }
    fputs(" \\\\\n\\midrule\n", out);
    for (size_t r = 0; r < table->row_count; ++r) {
        const bool begins = r == 0 || strcmp(table->rows[r - 1].group, table->rows[r].group) != 0;
        if (groups && begins) print_group(table, r, out);
        print_row(table, &table->rows[r], out);
    }
    fputs("\\bottomrule\n\\end{tabular}", out);
}

void ts_table_print_latex(const ts_table *table, FILE *out) {
    fputs("% \\usepackage{booktabs,graphicx}\n\\begin{table}\n\\centering\\small\\setlength{\\tabcolsep}{4pt}\n", out);
    if (table->caption) {
        fputs("\\caption{", out);
        ts_put_latex(out, table->caption);
        fprintf(out, "}\\label{%s}\n", table->label ? table->label : "tab:touchstone");
    }
    fputs("\\sbox0{%\n", out);
    print_tabular(table, out);
    fputs("}%\n\\ifdim\\wd0>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox0}\\else\\usebox0\\fi\n\\end{table}\n", out);
}
