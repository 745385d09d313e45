/* SPDX-License-Identifier: GPL-2.0-or-later
 * A plot as two files: its data as plain text, and a gnuplot script that draws them and can be restyled at its top. */
#ifndef TS_REPORTS_PLOTS_SHEET_H
#define TS_REPORTS_PLOTS_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <touchstone/status.h>

typedef enum ts_plot_format {
    TS_PLOT_SVG = 1,
    TS_PLOT_PDF = 2,
    TS_PLOT_PNG = 4,
    TS_PLOT_ALL_FORMATS = 7
} ts_plot_format;

/* Where plots go, and what has come so far. */
typedef struct ts_plot_folder {
    const char *path;
    unsigned formats; /* a set of ts_plot_format: pictures that the scripts draw */
    bool replace;     /* files that exist */
    char **names;     /* of the plots written, without an ending; owned */
    size_t count;
} ts_plot_folder;

void ts_plot_folder_clear(ts_plot_folder *folder);

/* What makes a plot. The writers need not check the stream. In the script `data` is the data file, linetypes 1 to 16
 * can be told apart by everyone, and `floor` with above(x) are there for zeros on logarithmic axes. */
typedef struct ts_plot_sheet {
    const char *name;    /* of its files, without an ending; a number follows when it is taken */
    const char *part;    /* follows the name by its letters and digits alone; NULL or "": none */
    const char *title;   /* drawn as "TITLE: SUBJECT" */
    const char *subject; /* NULL: none */
    int width, height;   /* pixels */
    double floor;        /* 0: none */
    void (*write_data)(const void *self, FILE *out);
    void (*write_settings)(const void *self, FILE *out); /* before any picture; NULL: none */
    void (*write_drawing)(const void *self, FILE *out);  /* for each picture */
    const void *self;
} ts_plot_sheet;

/* Writes NAME.dat and NAME.gp. TS_ERROR_USAGE: they cannot be written, or exist. */
ts_status ts_plot_sheet_write(ts_plot_folder *folder, const ts_plot_sheet *sheet, ts_error *error);

/* A text in gnuplot's single quotes, in which nothing but the quote is special; control characters become blanks. */
void ts_plot_put_quoted(FILE *out, const char *text);
/* A text as one field of a data file: in double quotes, with none of them and no backslash inside. */
void ts_plot_put_field(FILE *out, const char *text);
/* A number as a field; "?", what the scripts take as missing, when it is not finite. */
void ts_plot_put_number(FILE *out, double value);

/* The linetype of the series `index`, from 0. */
int ts_plot_linetype(size_t index);

#endif
