/* SPDX-License-Identifier: GPL-2.0-or-later
 * A plot as two files: its data as plain text, and a gnuplot script: variables, then the templates that draw. */
#ifndef TS_REPORTS_PLOTS_SHEET_H
#define TS_REPORTS_PLOTS_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <touchstone/status.h>

#include "reports/plots/put.h"

typedef enum ts_plot_format {
    TS_PLOT_SVG = 1,
    TS_PLOT_PDF = 2,
    TS_PLOT_PNG = 4,
    TS_PLOT_ALL_FORMATS = 7
} ts_plot_format;

enum { TS_PLOT_FORMATS = 3 };
/* "svg", "pdf", "png": of the bits, from the lowest on. */
extern const char *const TS_PLOT_FORMAT_NAMES[TS_PLOT_FORMATS];

/* Where plots go, and what has come so far. */
typedef struct ts_plot_folder {
    const char *path;
    const char *templates; /* a folder of the user's own; NULL: the built-in ones */
    unsigned formats;      /* a set of ts_plot_format: pictures that the scripts draw */
    bool replace;          /* files that exist */
    char **names;          /* of the plots written, without an ending; owned */
    size_t count;
} ts_plot_folder;

void ts_plot_folder_clear(ts_plot_folder *folder);

/* What makes a plot. The writers need not check the stream. The template reads its data from the file `data`, and what
 * it needs besides from variables that it names in its first comment. */
typedef struct ts_plot_sheet {
    const char *kind;    /* the template */
    const char *name;    /* of the files, without an ending; NULL: the kind. A number follows when it is taken */
    const char *part;    /* follows the name by its letters and digits alone; NULL or "": none */
    const char *picture; /* the one file to draw, which then names the others as well; NULL: NAME.FORMAT */
    const char *title;   /* drawn as "TITLE: SUBJECT" */
    const char *subject; /* NULL: none */
    void (*write_data)(const void *self, FILE *out);
    void (*write_variables)(const void *self, FILE *out); /* NULL: none */
    const void *self;
} ts_plot_sheet;

/* TS_ERROR_USAGE: NAME.dat, NAME.gp or a picture of it could not be written to the folder, which need not be there yet,
 * or exists. Only `kind`, `name`, `part` and `picture` are looked at. */
ts_status ts_plot_sheet_check(const ts_plot_folder *folder, const ts_plot_sheet *sheet, ts_error *error);
/* Writes NAME.dat and NAME.gp. TS_ERROR_USAGE: as above. */
ts_status ts_plot_sheet_write(ts_plot_folder *folder, const ts_plot_sheet *sheet, ts_error *error);

/* The linetype of the series `index`, from 0: style.gp has so many. */
int ts_plot_linetype(size_t index);

#endif
