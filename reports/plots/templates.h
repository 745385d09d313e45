/* SPDX-License-Identifier: GPL-2.0-or-later
 * The gnuplot templates of plots (reports/plots/templates), which CMake makes part of the library. */
#ifndef TS_REPORTS_PLOTS_TEMPLATES_H
#define TS_REPORTS_PLOTS_TEMPLATES_H

#include <stddef.h>

#include "core/error.h"

typedef struct ts_plot_template {
    const char *name; /* of the file, without .gp */
    const char *text;
} ts_plot_template;

/* All of them; after the last comes one without a name. */
extern const ts_plot_template ts_plot_templates[];

/* The text of a template: of NAME.gp in the folder, where that is, or the built-in one. folder: may be NULL. The caller
 * frees *text. */
ts_status ts_plot_template_read(const char *folder, const char *name, char **text, ts_error *error);
/* TS_ERROR_USAGE: the folder has none of the templates, so that nothing would come of it. */
ts_status ts_plot_templates_check(const char *folder, ts_error *error);

#endif
