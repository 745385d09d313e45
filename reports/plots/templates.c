/* SPDX-License-Identifier: GPL-2.0-or-later
 * Templates: those of the user before the built-in ones. */
#include "reports/plots/templates.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"

/* FOLDER/NAME.gp; the caller frees it. NULL without memory. */
static char *path_of(const char *folder, const char *name) {
    char *file = ts_text("%s.gp", name), *path = file ? ts_path_join(folder, file) : NULL;
    free(file);
    return path;
}

static const char *built_in(const char *name) {
    const ts_plot_template *template = ts_plot_templates;
    while (template->name && strcmp(template->name, name) != 0) ++template;
    assert(template->name);
    return template->text;
}

ts_status ts_plot_template_read(const char *folder, const char *name, char **text, ts_error *error) {
    char *path = folder ? path_of(folder, name) : NULL, *found = NULL;
    ts_status status = folder && !path ? ts_fail_memory(error, "a path") : TS_OK;
    if (path && ts_path_exists(path))
        status = ts_text_file_read(path, &found, error);
    else if (status == TS_OK && !(found = ts_text("%s", built_in(name))))
        status = ts_fail_memory(error, "a template");
    free(path);
    if (status == TS_OK) *text = found;
    return status;
}

ts_status ts_plot_templates_check(const char *folder, ts_error *error) {
    bool found = false;
    for (const ts_plot_template *template = ts_plot_templates; template->name && !found; ++template) {
        char *path = path_of(folder, template->name);
        if (!path) return ts_fail_memory(error, "a path");
        found = ts_path_exists(path);
        free(path);
    }
    if (found) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "--template %s: no template is there; expected NAME.gp of a plot, such as %s.gp, or style.gp",
                   folder, ts_plot_templates[0].name);
}
