/* SPDX-License-Identifier: GPL-2.0-or-later
 * What all plots share: names, quoting, colours, and the frame of their scripts. */
#include "reports/plots/sheet.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"

enum { LINETYPES = 16, COLOURS = 8 };

/* The set of Okabe and Ito (2008) for all kinds of colour vision; its yellow, faint on white, is a grey here. */
static const char *const COLOUR[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#e69f00", "#56b4e9", "#000000", "#888888"};

int ts_plot_linetype(size_t index) {
    return (int)(index % LINETYPES) + 1;
}

/* gnuplot's: disc, square, triangles, lozenge, pentagon, cross, plus. */
static const int POINT[COLOURS] = {7, 5, 9, 13, 11, 15, 2, 1};

/* ---- Texts ---- */

static void put_plain(FILE *out, char c) {
    fputc(iscntrl((unsigned char)c) ? ' ' : c, out);
}

void ts_plot_put_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; ++text) {
        if (*text == '\'') fputc('\'', out);
        put_plain(out, *text);
    }
    fputc('\'', out);
}

void ts_plot_put_field(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; ++text) put_plain(out, *text == '"' ? '\'' : *text == '\\' ? '/' : *text);
    fputc('"', out);
}

void ts_plot_put_number(FILE *out, double value) {
    if (isfinite(value))
        fprintf(out, "%.9g", value);
    else
        fputc('?', out);
}

/* ---- The folder ---- */

void ts_plot_folder_clear(ts_plot_folder *folder) {
    for (size_t i = 0; i < folder->count; ++i) free(folder->names[i]);
    free(folder->names);
    folder->names = NULL;
    folder->count = 0;
}

static bool is_taken(const ts_plot_folder *folder, const char *name) {
    for (size_t i = 0; i < folder->count; ++i) {
        if (strcmp(folder->names[i], name) == 0) return true;
    }
    return false;
}

/* "toi-error", or "toi-error-coplanar" when it has a part. */
static char *base_name(const ts_plot_sheet *sheet) {
    if (!sheet->part || !*sheet->part) return ts_text("%s", sheet->name);
    char *name = ts_text("%s-%s", sheet->name, sheet->part);
    for (char *c = name ? name + strlen(sheet->name) + 1 : NULL; c && *c; ++c) {
        *c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '-';
    }
    return name;
}

/* NAME, or NAME-2, NAME-3, ... */
static char *free_name(const ts_plot_folder *folder, const ts_plot_sheet *sheet) {
    char *base = base_name(sheet), *found = base ? ts_text("%s", base) : NULL;
    for (int i = 2; found && is_taken(folder, found); ++i) {
        free(found);
        found = ts_text("%s-%d", base, i);
    }
    free(base);
    return found;
}

/* Takes the name over, also when it fails. */
static ts_status remember(ts_plot_folder *folder, char *name, ts_error *error) {
    char **names = realloc(folder->names, (folder->count + 1) * sizeof *names);
    if (!names) {
        free(name);
        return ts_fail_memory(error, "the plots' names");
    }
    folder->names = names;
    folder->names[folder->count++] = name;
    return TS_OK;
}

/* ---- Files ---- */

typedef struct page {
    const ts_plot_folder *folder;
    const ts_plot_sheet *sheet;
    char *name, *title;
} page;

static void put_title(const page *p, FILE *out) {
    fputs("# ", out);
    for (const char *c = p->title; *c; ++c) put_plain(out, *c);
    fputc('\n', out);
}

static void write_data(const page *p, FILE *out) {
    put_title(p, out);
    p->sheet->write_data(p->sheet->self, out);
}

static void write_linetypes(FILE *out) {
    for (int i = 0; i < LINETYPES; ++i) {
        fprintf(out, "set linetype %d linecolor rgb '%s' linewidth 1.5 dashtype %d pointtype %d\n", i + 1,
                COLOUR[i % COLOURS], i / COLOURS + 1, POINT[i % COLOURS]);
    }
}

static void write_head(const page *p, FILE *out) {
    const unsigned formats = p->folder->formats;
    put_title(p, out);
    fprintf(out, "# 'gnuplot %s.gp' in this folder draws %s.dat.\n", p->name, p->name);
    fprintf(out, "name = '%s'\ndata = name.'.dat'\n", p->name);
    fprintf(out, "formats = '%s%s%s'\n", formats & TS_PLOT_SVG ? "svg " : "", formats & TS_PLOT_PDF ? "pdf " : "",
            formats & TS_PLOT_PNG ? "png " : "");
    fprintf(out, "width = %d # pixels, 96 to the inch in PDF\nheight = %d\n", p->sheet->width, p->sheet->height);
    fputs("font = 'sans,11'\nsharp = 2 # pixels of the PNG to one of the width\ntitle = ", out);
    ts_plot_put_quoted(out, p->title);
    fputs("\n\nset encoding utf8\nset datafile missing '?'\nset datafile commentschars '#'\n"
          "set title title noenhanced\nset key noenhanced\nset grid linecolor rgb '#dddddd' linetype 1\n",
          out);
    write_linetypes(out);
    if (p->sheet->floor > 0.0) {
        fprintf(out, "floor = %g # where zeros are drawn\nabove(x) = x > floor ? x : floor\n", p->sheet->floor);
    }
}

static void write_script(const page *p, FILE *out) {
    write_head(p, out);
    if (p->sheet->write_settings) p->sheet->write_settings(p->sheet->self, out);
    fputs("\ndo for [format in formats] {\n"
          "if (format eq 'svg') { set terminal svg noenhanced size width,height font font background rgb 'white' }\n"
          "if (format eq 'pdf') { set terminal pdfcairo noenhanced size width/96.0,height/96.0 font font }\n"
          "if (format eq 'png') { set terminal pngcairo noenhanced size sharp*width,sharp*height font font "
          "fontscale sharp linewidth sharp pointscale sharp }\n"
          "set output name.'.'.format\n",
          out);
    p->sheet->write_drawing(p->sheet->self, out);
    fputs("unset output\n}\n", out);
}

static ts_status write_file(const page *p, const char *ending, void (*write)(const page *, FILE *), ts_error *error) {
    char *file = ts_text("%s%s", p->name, ending), *path = file ? ts_path_join(p->folder->path, file) : NULL;
    ts_output output;
    ts_status status =
        path ? ts_output_open(&output, path, p->folder->replace, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK) {
        write(p, output.stream);
        status = ts_output_close(&output, error);
    }
    free(path);
    free(file);
    return status;
}

ts_status ts_plot_sheet_write(ts_plot_folder *folder, const ts_plot_sheet *sheet, ts_error *error) {
    const char *between = sheet->subject ? ": " : "", *subject = sheet->subject ? sheet->subject : "";
    page p = {folder, sheet, free_name(folder, sheet), ts_text("%s%s%s", sheet->title, between, subject)};
    ts_status status = p.name && p.title ? TS_OK : ts_fail_memory(error, "a plot's name");
    if (status == TS_OK) status = write_file(&p, ".dat", write_data, error);
    if (status == TS_OK) status = write_file(&p, ".gp", write_script, error);
    free(p.title);
    if (status == TS_OK) return remember(folder, p.name, error);
    free(p.name);
    return status;
}
