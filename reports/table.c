/* SPDX-License-Identifier: GPL-2.0-or-later
 * Building a table and laying it out; for LaTeX see table_latex.c. */
#include "reports/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/escape.h"
#include "core/say.h"

enum { GAP = 2, MOST_BESIDE = 256 /* columns beside each other */ };

ts_status ts_table_init(ts_table *table, ts_table_column group, const ts_table_column *columns, size_t column_count) {
    ts_table_column *copy = malloc((column_count + 1) * sizeof *copy);
    if (!copy) return TS_ERROR_MEMORY;
    memcpy(copy, columns, column_count * sizeof *copy);
    *table = (ts_table){.group = group, .columns = copy, .column_count = column_count};
    return TS_OK;
}

static void clear_row(ts_table_row *row, size_t column_count) {
    for (size_t c = 0; row->cells && c < column_count; ++c) free(row->cells[c]);
    free(row->cells);
    free(row->best);
    free(row->group);
}

void ts_table_clear(ts_table *table) {
    for (size_t r = 0; r < table->row_count; ++r) clear_row(&table->rows[r], table->column_count);
    free(table->rows);
    free(table->columns);
    *table = (ts_table){0};
}

static bool all_there(const ts_table_row *row, size_t column_count) {
    for (size_t c = 0; c < column_count; ++c) {
        if (!row->cells[c]) return false;
    }
    return row->group != NULL;
}

static void free_cells(char *const *cells, size_t count) {
    for (size_t c = 0; c < count; ++c) free(cells[c]);
}

ts_status ts_table_add(ts_table *table, const char *group, char *const *cells) {
    ts_table_row *rows = realloc(table->rows, (table->row_count + 1) * sizeof *rows);
    if (rows) table->rows = rows;
    ts_table_row row = {.group = strdup(group), .cells = malloc((table->column_count + 1) * sizeof *row.cells)};
    if (row.cells)
        memcpy(row.cells, cells, table->column_count * sizeof *cells);
    else
        free_cells(cells, table->column_count);
    if (!rows || !row.cells || !all_there(&row, table->column_count)) {
        clear_row(&row, table->column_count);
        return TS_ERROR_MEMORY;
    }
    table->rows[table->row_count++] = row;
    return TS_OK;
}

ts_status ts_table_mark(ts_table *table, size_t row, size_t column) {
    bool **best = &table->rows[row].best;
    if (!*best) *best = calloc(table->column_count + 1, sizeof **best);
    if (!*best) return TS_ERROR_MEMORY;
    (*best)[column] = true;
    return TS_OK;
}

/* ---- Text ---- */

static size_t line_count(const char *text) {
    size_t count = 1;
    for (const char *c = text; *c; ++c) count += *c == '\n';
    return count;
}

/* The line of that number; its length. */
static size_t find_line(const char *text, size_t number, const char **line) {
    for (; number > 0; --number) text = strchr(text, '\n') + 1;
    *line = text;
    return strcspn(text, "\n");
}

static size_t column_width(const ts_table *table, size_t column) {
    const char *heading = table->columns[column].heading, *line;
    size_t width = 0;
    for (size_t i = 0; i < line_count(heading); ++i) {
        const size_t length = find_line(heading, i, &line);
        width = length > width ? length : width;
    }
    for (size_t r = 0; r < table->row_count; ++r) {
        const size_t length = ts_terminal_length(table->rows[r].cells[column]);
        width = length > width ? length : width;
    }
    return width;
}

/* Columns of a table that stand beside each other: the first of the table, and a run of the others. */
typedef struct strip {
    size_t column[MOST_BESIDE], count;
    size_t room; /* columns of the terminal; SIZE_MAX: no limit */
} strip;

/* A field of a line; nothing pads the last one, so that no line ends in blanks. */
typedef struct table_field {
    size_t column, length;
    const char *text;
    bool last;
} table_field;

static void print_field(const ts_table *table, const table_field *field, FILE *out) {
    const int width = (int)column_width(table, field->column);
    ts_say(out, "%*s", GAP, "");
    if (table->columns[field->column].text) {
        ts_say(out, "%-*.*s", field->last ? 0 : width, (int)field->length, field->text);
    } else {
        ts_say(out, "%*.*s", width, (int)field->length, field->text);
    }
}

/* Line i of `tallest`; a heading of fewer lines stands at the bottom. */
static size_t heading_line(const char *heading, size_t i, size_t tallest, const char **line) {
    const size_t above = tallest - line_count(heading);
    *line = "";
    return i < above ? 0 : find_line(heading, i - above, line);
}

static void print_heading_line(const ts_table *table, const strip *shown, size_t i, size_t tallest, FILE *out) {
    const char *line;
    size_t used = shown->count;
    while (used > 0 && heading_line(table->columns[shown->column[used - 1]].heading, i, tallest, &line) == 0) --used;
    for (size_t k = 0; k < used; ++k) {
        const size_t c = shown->column[k], length = heading_line(table->columns[c].heading, i, tallest, &line);
        print_field(table, &(table_field){c, length, line, k + 1 == used}, out);
    }
    putc('\n', out);
}

static void print_headings(const ts_table *table, const strip *shown, FILE *out) {
    size_t tallest = 1;
    for (size_t k = 0; k < shown->count; ++k) {
        const size_t lines = line_count(table->columns[shown->column[k]].heading);
        tallest = lines > tallest ? lines : tallest;
    }
    for (size_t i = 0; i < tallest; ++i) print_heading_line(table, shown, i, tallest, out);
}

/* A text that does not fit is folded between words; a command so that a shell reads it as one. */
static void print_folded(const char *text, size_t indent, size_t room, FILE *out) {
    const bool command = strncmp(text, "touchstone ", 11) == 0;
    const size_t width = room > indent + 20 ? room - indent - (command ? 2 : 0) : 20;
    ts_say(out, "%*s", GAP, "");
    while (strlen(text) > width) {
        size_t length = width;
        while (length > 0 && text[length] != ' ') --length;
        if (length == 0) length = strcspn(text, " ");
        if (!text[length]) break;
        ts_say(out, "%.*s%s\n%*s", (int)length, text, command ? " \\" : "", (int)indent, "");
        text += length + 1;
    }
    ts_say(out, "%s", text);
}

static void print_row(const ts_table *table, const strip *shown, const ts_table_row *row, FILE *out) {
    size_t indent = GAP;
    for (size_t k = 0; k < shown->count; ++k) {
        const size_t c = shown->column[k], width = column_width(table, c);
        const char *text = row->cells[c];
        const bool last = k + 1 == shown->count;
        const bool folds = last && table->columns[c].text && shown->room != SIZE_MAX &&
                           indent + ts_terminal_length(text) > shown->room;
        if (folds)
            print_folded(text, indent, shown->room, out);
        else
            print_field(table, &(table_field){c, strlen(text), text, last}, out);
        indent += GAP + width;
    }
    putc('\n', out);
}

static void print_strip(const ts_table *table, const strip *shown, FILE *out) {
    print_headings(table, shown, out);
    const char *group = NULL;
    for (size_t r = 0; r < table->row_count; ++r) {
        const ts_table_row *row = &table->rows[r];
        if (!group || strcmp(group, row->group) != 0) ts_say(out, "%s\n", row->group);
        group = row->group;
        print_row(table, shown, row, out);
    }
}

/* Of the terminal; what is no terminal has room for everything, unless COLUMNS is set for it. */
static size_t room_of(FILE *out) {
    const char *said = getenv("COLUMNS");
    const unsigned long columns = said ? strtoul(said, NULL, 10) : 0;
    struct winsize window;
    if (columns >= 40) return columns;
    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &window) != 0 || window.ws_col < 40) return SIZE_MAX;
    return window.ws_col;
}

/* As many columns as there is room for, then the others below, each time with the first column. */
void ts_table_print_text(const ts_table *table, FILE *out) {
    const size_t room = room_of(out);
    size_t next = table->column_count > 0;
    do {
        strip shown = {.column = {0}, .count = table->column_count > 0, .room = room};
        size_t width = table->column_count > 0 ? GAP + column_width(table, 0) : 0;
        while (next < table->column_count && shown.count < MOST_BESIDE) {
            const size_t more = GAP + column_width(table, next);
            if (shown.count > 1 && room != SIZE_MAX && width + more > room) break;
            shown.column[shown.count++] = next++;
            width += more;
        }
        print_strip(table, &shown, out);
        if (next < table->column_count) putc('\n', out);
    } while (next < table->column_count);
}

/* ---- Markdown ---- */

static void print_markdown_text(FILE *out, const char *text) {
    ts_put_markdown(out, text);
    fputs(" |", out);
}

/* The key in words: headings are broken for narrow columns, which Markdown does not need. */
static void print_markdown_heading(FILE *out, const char *key) {
    for (const char *c = key; *c; ++c) putc(*c == '_' ? ' ' : *c, out);
    fputs(" |", out);
}

void ts_table_print_markdown(const ts_table *table, FILE *out) {
    fputs("| ", out);
    print_markdown_heading(out, table->group.key);
    for (size_t c = 0; c < table->column_count; ++c) {
        putc(' ', out);
        print_markdown_heading(out, table->columns[c].key);
    }
    fputs("\n| --- |", out);
    for (size_t c = 0; c < table->column_count; ++c) fputs(table->columns[c].text ? " --- |" : " ---: |", out);
    putc('\n', out);
    for (size_t r = 0; r < table->row_count; ++r) {
        fputs("| ", out);
        print_markdown_text(out, table->rows[r].group);
        for (size_t c = 0; c < table->column_count; ++c) {
            putc(' ', out);
            print_markdown_text(out, table->rows[r].cells[c]);
        }
        putc('\n', out);
    }
}

/* ---- CSV ---- */

void ts_table_print_csv(const ts_table *table, FILE *out) {
    fputs(table->group.key, out);
    for (size_t c = 0; c < table->column_count; ++c) fprintf(out, ",%s", table->columns[c].key);
    putc('\n', out);
    for (size_t r = 0; r < table->row_count; ++r) {
        ts_put_csv(out, table->rows[r].group);
        for (size_t c = 0; c < table->column_count; ++c) {
            putc(',', out);
            ts_put_csv(out, table->rows[r].cells[c]);
        }
        putc('\n', out);
    }
}
