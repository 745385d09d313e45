/* SPDX-License-Identifier: MIT
 * Text from outside (names of files, methods and scenes, messages) on its way out: one function for each target. A
 * control character shows as \n, \x1b or \u202e, a byte that is no UTF-8 as \xff, wherever it goes. Scripts have their
 * own: gnuplot in reports/plots/put.h, shells in results/show_command.h. */
#ifndef TS_CORE_ESCAPE_H
#define TS_CORE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A piece of a text: a character, or what stands for one that may not be shown. */
typedef struct ts_piece {
    const char *bytes; /* into the text, or into `made` */
    size_t length;
    bool is_escape;
    char made[12];
} ts_piece;

/* The next piece, and moves `text` behind it; false at the end. `piece` must not be copied. */
bool ts_piece_next(const char **text, ts_piece *piece);

/* A terminal, or a line for people. */
void ts_put_terminal(FILE *out, const char *text);
/* The length of what it prints, in bytes; the same into a buffer, cut to its size. */
size_t ts_terminal_length(const char *text);
void ts_terminal_copy(const char *text, char *to, size_t size);

/* A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front, which
 * makes it text there; numbers stay numbers. */
void ts_put_csv(FILE *out, const char *text);
/* Text of Markdown, also in a cell of a table, that is no markup, link or HTML. */
void ts_put_markdown(FILE *out, const char *text);
/* The same as code, between as many backticks as it takes; in_table: '|' gets a backslash. */
void ts_put_markdown_code(FILE *out, const char *text, bool in_table);
void ts_put_latex(FILE *out, const char *text);
/* Text or an attribute's value of XML and HTML. */
void ts_put_xml(FILE *out, const char *text);
/* Printed JSON once more: characters that may not be shown are escaped, which JSON reads back as they were; a byte that
 * is no UTF-8 becomes \\xff. Takes a string made by malloc and gives one, the same where nothing is to be done; NULL
 * for NULL and without memory. */
char *ts_json_shown(char *json);

#endif
