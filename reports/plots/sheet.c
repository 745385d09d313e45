/* SPDX-License-Identifier: GPL-2.0-or-later
 * What all plots share: names, and the frame of their scripts. */
#include "reports/plots/sheet.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/templates.h"

const char *const TS_PLOT_FORMAT_NAMES[TS_PLOT_FORMATS] = {"svg", "pdf", "png"};

int ts_plot_linetype(size_t index) {
    return (int)(index % 24) + 1;
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
    const char *name = sheet->name ? sheet->name : sheet->kind, *part = sheet->part ? sheet->part : "";
    if (sheet->picture) return ts_text("%s", sheet->picture);
    char *base = ts_text("%s%s%s", name, *name && *part ? "-" : "", part);
    for (char *c = base ? base + strlen(base) - strlen(part) : NULL; c && *c; ++c) {
        *c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '-';
    }
    return base;
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

/* ---- Before they are written ---- */

static ts_status check_file(const ts_plot_folder *folder, const char *name, const char *ending, ts_error *error) {
    char *file = ts_text("%s%s", name, ending), *path = file ? ts_path_join(folder->path, file) : NULL;
    const ts_status status =
        path ? ts_output_check(path, folder->replace, error) : ts_fail_memory(error, "a plot's name");
    free(path);
    free(file);
    return status;
}

static ts_status check_files(const ts_plot_folder *folder, const ts_plot_sheet *sheet, const char *name,
                             ts_error *error) {
    static const char *const ENDINGS[TS_PLOT_FORMATS] = {".svg", ".pdf", ".png"};
    ts_status status = check_file(folder, name, ".dat", error);
    if (status == TS_OK) status = check_file(folder, name, ".gp", error);
    if (sheet->picture) return status == TS_OK ? check_file(folder, name, "", error) : status;
    for (int f = 0; status == TS_OK && f < TS_PLOT_FORMATS; ++f) {
        if (folder->formats & 1u << f) status = check_file(folder, name, ENDINGS[f], error);
    }
    return status;
}

ts_status ts_plot_sheet_check(const ts_plot_folder *folder, const ts_plot_sheet *sheet, ts_error *error) {
    if (!ts_path_exists(folder->path)) return TS_OK; /* it will be made, or that fails for its own reason */
    char *name = free_name(folder, sheet);
    const ts_status status = name ? check_files(folder, sheet, name, error) : ts_fail_memory(error, "a plot's name");
    free(name);
    return status;
}

/* ---- Files ---- */

typedef struct page {
    const ts_plot_folder *folder;
    const ts_plot_sheet *sheet;
    char *name, *title, *style, *drawing; /* owned */
} page;

static void write_data(const page *p, FILE *out) {
    ts_plot_put_comment(out, p->title);
    p->sheet->write_data(p->sheet->self, out);
}

static void write_variables(const page *p, FILE *out) {
    fputs("# gnuplot with this script, in its folder, draws the data beside it. The variables of this plot:\nname = ",
          out);
    if (p->sheet->picture) fputs("\"./\".", out); /* what begins with '<' or '|' would be a command */
    ts_plot_put_path(out, p->name);
    fputs("\ndata = name.\".dat\"\n", out);
    fprintf(out, "picture(format) = name%s\n", p->sheet->picture ? "" : ".\".\".format");
    fputs("formats = \"", out);
    for (int f = 0; f < TS_PLOT_FORMATS; ++f) {
        if (p->folder->formats & 1u << f) fprintf(out, "%s ", TS_PLOT_FORMAT_NAMES[f]);
    }
    fputs("\"\ntitle = ", out);
    ts_plot_put_text(out, p->title);
    fputc('\n', out);
    if (p->sheet->write_variables) p->sheet->write_variables(p->sheet->self, out);
}

static void write_script(const page *p, FILE *out) {
    write_variables(p, out);
    fprintf(out, "\n# ---- style.gp ----\n%s\n# ---- %s.gp ----\n%s", p->style, p->sheet->kind, p->drawing);
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
    page p = {folder, sheet, free_name(folder, sheet), ts_text("%s%s%s", sheet->title, between, subject), NULL, NULL};
    ts_status status = p.name && p.title ? TS_OK : ts_fail_memory(error, "a plot's name");
    if (status == TS_OK) status = check_files(folder, sheet, p.name, error);
    if (status == TS_OK) status = ts_plot_template_read(folder->templates, "style", &p.style, error);
    if (status == TS_OK) status = ts_plot_template_read(folder->templates, sheet->kind, &p.drawing, error);
    if (status == TS_OK) status = write_file(&p, ".dat", write_data, error);
    if (status == TS_OK) status = write_file(&p, ".gp", write_script, error);
    free(p.title);
    free(p.style);
    free(p.drawing);
    if (status == TS_OK) return remember(folder, p.name, error);
    free(p.name);
    return status;
}
