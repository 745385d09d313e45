/* SPDX-License-Identifier: GPL-2.0-or-later
 * Putting the parts of the table beside that of Lan et al. together. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_build.h"
#include "core/say.h"
#include "reports/files.h"
#include "reports/ndb/table.h"
#include "results/ndb/claims.h"
#include "results/ndb/fill.h"
#include <touchstone/version.h>

typedef ts_status part_builder(const ts_ndb_table *table, ts_table *out);

typedef struct part {
    const char *title, *file;
    part_builder *build;
} part;

static const part PARTS[] = {
    {"Scenes beside Table 1", "scenes.csv", ts_ndb_table_build_scenes},
    {"Iterations beside Table 2, and what they take", "tolerances.csv", ts_ndb_table_build_tolerances},
    {"Global solves: the error in the norm of H + dH, of the start", "systems.csv", ts_ndb_table_build_systems},
    {"Every run", "runs.csv", ts_ndb_table_build_runs},
    {"What the paper claims", "claims.csv", ts_ndb_table_build_claims},
};

enum { COUNT = sizeof PARTS / sizeof *PARTS, CLAIMS = COUNT - 1 };

const char *ts_ndb_table_file(size_t at) {
    return at < COUNT ? PARTS[at].file : at == COUNT ? "table.md" : NULL;
}

static ts_status print_part(const ts_ndb_table *table, const part *what, ts_table_printer *print, const char *mark,
                            FILE *out) {
    ts_table built;
    const ts_status status = what->build(table, &built);
    if (status != TS_OK) return status;
    if (built.row_count > 0) {
        if (mark) fprintf(out, "%s%s\n\n", mark, what->title);
        print(&built, out);
        if (mark) putc('\n', out);
    }
    ts_table_clear(&built);
    return TS_OK;
}

/* A claim in a line or two: as a table it is too wide for a terminal. */
static void print_claims(const ts_ndb_table *table, FILE *out) {
    ts_ndb_claim claim;
    fprintf(out, "%s\n\n", PARTS[CLAIMS].title);
    for (size_t k = 0; ts_ndb_claim_at(table, k, &claim); ++k) {
        fprintf(out, "  %-14s %s: %s\n", ts_ndb_verdict_name(claim.verdict), claim.where, claim.claim);
        if (claim.measured[0]) ts_say(out, "                 %s (%s)\n", claim.measured, claim.wanted);
    }
}

ts_status ts_ndb_table_print(const ts_ndb_table *table, FILE *out, ts_error *error) {
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < 3; ++k) {
        status = print_part(table, &PARTS[k], ts_table_print_text, "", out);
    }
    print_claims(table, out);
    return status == TS_OK ? TS_OK : ts_fail_memory(error, "the table");
}

/* ---- Files ---- */

/* What a file is made of. */
typedef struct content {
    const ts_ndb_table *table;
    const ts_context *context;
    const part *what; /* of a CSV */
} content;

static ts_status write_markdown(const void *self, FILE *out) {
    const content *of = self;
    fputs("# Beside Lan et al. 2024\n\n", out);
    ts_report_context(of->context, out);
    fprintf(out,
            "Scenes at `%s`, each run on one thread, every step verified exactly. The paper: an RTX 3090, its own\n"
            "meshes. A step is a frame, as the paper counts. LG: local-global iterations; its time is that of local\n"
            "steps, subspace, smoother, warm start and forwarding. Narrow is partial and full CCD, without broad.\n\n",
            of->table->size);
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < COUNT; ++k) {
        status = print_part(of->table, &PARTS[k], ts_table_print_markdown, "## ", out);
    }
    return status;
}

static ts_status write_csv(const void *self, FILE *out) {
    const content *of = self;
    return print_part(of->table, of->what, ts_table_print_csv, NULL, out);
}

/* ---- JSON ---- */

static void build_run(ts_json_builder *builder, cJSON *runs, const ts_ndb_table *table, const ts_ndb_table_run *run) {
    const ts_ndb_figures *f = &run->figures;
    cJSON *made = ts_build_object(builder, runs, NULL);
    ts_build_text(builder, made, "part", TS_NDB_PART_NAMES[run->part]);
    ts_build_text(builder, made, "name", run->name);
    ts_build_text(builder, made, "scene", run->scene);
    ts_build_text(builder, made, "solver", run->solver);
    ts_build_own_text(builder, made, "command", ts_ndb_run_command(table, run));
    ts_build_text(builder, made, "outcome", f->is_there ? f->outcome : NULL);
    ts_build_count(builder, made, "steps", f->steps);
    ts_build_count(builder, made, "steps_verified", f->verified);
    ts_build_count(builder, made, "offences", f->offences);
    ts_build_count(builder, made, "freedom", run->counts.freedom);
    const struct {
        const char *name;
        double value;
    } reals[] = {{"lg", f->lg},
                 {"warm_lg", f->warm_lg},
                 {"forward_lg", f->forward_lg},
                 {"outers", f->outers},
                 {"full_ccds", f->full_ccds},
                 {"seconds", f->seconds},
                 {"broad_ms", f->broad_ms},
                 {"partial_ms", f->partial_ms},
                 {"full_ms", f->full_ms},
                 {"lg_ms", f->lg_ms},
                 {"misc_ms", ts_ndb_misc_ms(f)},
                 {"fps", ts_ndb_fps(f)},
                 {"setup_seconds", f->setup_seconds},
                 {"pairs", f->pairs},
                 {"short_exits", f->short_exits},
                 {"least_gap", f->least_gap},
                 {"apart", f->apart}};
    for (size_t k = 0; k < sizeof reals / sizeof *reals; ++k)
        ts_build_real(builder, made, reals[k].name, reals[k].value);
}

static void build_system(ts_json_builder *builder, cJSON *systems, const ts_ndb_convergence *system) {
    cJSON *made = ts_build_object(builder, systems, NULL);
    ts_build_text(builder, made, "scene", system->scene);
    ts_build_count(builder, made, "step", system->step);
    ts_build_count(builder, made, "nodes", system->nodes);
    ts_build_count(builder, made, "touched", system->touched);
    cJSON *curves = ts_build_array(builder, made, "curves");
    for (int c = 0; c < TS_NDB_CURVES; ++c) {
        cJSON *curve = ts_build_object(builder, curves, NULL);
        ts_build_text(builder, curve, "by", TS_NDB_CURVE_NAMES[c]);
        ts_build_real(builder, curve, "sweeps_to_5_percent", system->sweeps[c]);
        cJSON *errors = ts_build_array(builder, curve, "errors");
        for (int k = 0; k < TS_NDB_POINTS; ++k) {
            cJSON *point = ts_build_object(builder, errors, NULL);
            ts_build_real(builder, point, "sweeps", ts_ndb_sweeps_at[k]);
            ts_build_real(builder, point, "error", system->error[c][k]);
        }
    }
    cJSON *stages = ts_build_array(builder, made, "residuals");
    for (int c = 0; c < TS_NDB_STAGES; ++c) {
        cJSON *stage = ts_build_object(builder, stages, NULL);
        ts_build_text(builder, stage, "after", TS_NDB_STAGE_NAMES[c]);
        cJSON *modes = ts_build_array(builder, stage, "by_mode");
        for (size_t k = 0; k < system->modes; ++k) ts_build_real(builder, modes, NULL, system->residual[c][k]);
    }
}

static ts_status write_json(const ts_ndb_table *table, const ts_context *context, const char *path, ts_error *error) {
    ts_json_builder builder = {0};
    ts_ndb_claim claim;
    cJSON *root = ts_build_root(&builder);
    ts_build_text(&builder, root, "version", TS_VERSION);
    ts_build_text(&builder, root, "commit", context->commit);
    ts_build_text(&builder, root, "date", context->date);
    ts_build_text(&builder, root, "cpu", context->cpu);
    ts_build_text(&builder, root, "size", table->size);
    cJSON *runs = ts_build_array(&builder, root, "runs");
    for (size_t k = 0; k < table->runs; ++k) build_run(&builder, runs, table, &table->run[k]);
    cJSON *systems = ts_build_array(&builder, root, "systems");
    for (size_t k = 0; k < table->systems; ++k) build_system(&builder, systems, &table->system[k]);
    cJSON *claims = ts_build_array(&builder, root, "claims");
    for (size_t k = 0; ts_ndb_claim_at(table, k, &claim); ++k) {
        cJSON *made = ts_build_object(&builder, claims, NULL);
        ts_build_text(&builder, made, "where", claim.where);
        ts_build_text(&builder, made, "claim", claim.claim);
        ts_build_text(&builder, made, "reproduced_if", claim.wanted);
        ts_build_text(&builder, made, "measured", claim.measured);
        ts_build_text(&builder, made, "verdict", ts_ndb_verdict_name(claim.verdict));
    }
    char *text = ts_build_print(&builder, root);
    const ts_status status = text ? ts_text_file_write(path, text, error) : ts_fail_memory(error, "the table");
    free(text);
    return status;
}

ts_status ts_ndb_table_write(const ts_ndb_table *table, const ts_context *context, const char *folder,
                             ts_error *error) {
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < COUNT; ++k) {
        status = ts_report_file(folder, PARTS[k].file, write_csv, &(content){table, context, &PARTS[k]}, error);
    }
    if (status == TS_OK) {
        status = ts_report_file(folder, "table.md", write_markdown, &(content){table, context, NULL}, error);
    }
    char *json = ts_path_join(folder, "table.json");
    if (status == TS_OK) status = json ? write_json(table, context, json, error) : ts_fail_memory(error, "a path");
    free(json);
    return status;
}
