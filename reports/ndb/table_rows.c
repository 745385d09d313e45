/* SPDX-License-Identifier: GPL-2.0-or-later
 * The rows of the table beside that of Lan et al. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/table/published_ndb.h"
#include "core/files.h"
#include "reports/compare/runs.h"
#include "reports/files.h"
#include "reports/ndb/table.h"
#include "results/ndb/claims.h"
#include "results/ndb/fill.h"
#include "results/simulations.h"

#define LENGTH(list) (sizeof(list) / sizeof *(list))

static char *text(const char *words) {
    return ts_text("%s", words);
}

/* 121000 as "121K", as the paper writes. */
static char *count(double value) {
    if (!(value > 0.0)) return text("-");
    if (value >= 1e6) return ts_report_number("%.3gM", value / 1e6);
    return value >= 1e4   ? ts_report_number("%.0fK", value / 1e3)
           : value >= 1e3 ? ts_report_number("%.3gK", value / 1e3)
                          : ts_report_number("%.0f", value);
}

void ts_ndb_table_measure(ts_ndb_table *table, const char *folder) {
    for (size_t k = 0; k < table->runs; ++k) {
        ts_ndb_table_run *run = &table->run[k];
        if (!run->reference || !run->figures.is_there) continue;
        const ts_ndb_table_run *other = NULL;
        for (size_t r = 0; r < table->runs; ++r) {
            if (strcmp(table->run[r].name, run->reference) == 0) other = &table->run[r];
        }
        ts_run_pair pair;
        ts_error error;
        char *folders[2] = {other ? ts_simulation_folder(folder, other->name) : NULL,
                            ts_simulation_folder(folder, run->name)};
        if (folders[0] && folders[1] && ts_run_pair_read((const char *const *)folders, &pair, &error) == TS_OK) {
            run->figures.apart = pair.size > 0.0 ? ts_run_pair_largest(&pair)->rms / pair.size : 0.0;
            ts_run_pair_clear(&pair);
        }
        for (int f = 0; f < 2; ++f) free(folders[f]);
    }
}

static const char *outcome_of(const ts_ndb_figures *figures) {
    return figures->outcome[0] ? figures->outcome : "not run";
}

/* ---- Table 1 ---- */

static const ts_table_column SCENE_COLUMNS[] = {
    {"of", "", true},
    {"bodies", "bodies", false},
    {"freedom", "degrees of\nfreedom", false},
    {"elements", "triangles", false},
    {"pairs", "pairs", false},
    {"rate", "1/h", false},
    {"setup_s", "setup\ns", false},
    {"broad_ms", "broad\nms", false},
    {"narrow_ms", "narrow\nms", false},
    {"partial_ms", "partial\nms", false},
    {"full_ms", "full\nms", false},
    {"lg_ms", "LG\nms", false},
    {"lg", "LG", false},
    {"misc_ms", "misc\nms", false},
    {"fps", "steps/s", false},
    {"share_of_lg", "LG\nshare", false},
    {"share_of_partial", "partial\nof narrow", false},
    {"outcome", "", true},
};

static char *percent(double part, double whole) {
    return whole > 0.0 ? ts_report_number("%.0f%%", 100.0 * part / whole) : text("-");
}

static ts_status add_published(const ts_ndb_published *row, const char *group, ts_table *out) {
    char *const cells[] = {
        text("paper"),
        count(row->bodies),
        count(row->freedom),
        count(row->elements),
        count(row->in_ccd),
        ts_report_number("%.0f", row->per_second),
        ts_report_number("%.1f", row->setup),
        ts_report_number("%g", row->broad),
        ts_report_number("%g", row->narrow),
        ts_report_number("%g", row->partial),
        ts_report_number("%g", row->full),
        ts_report_number("%.1f", row->lg_ms),
        ts_report_number("%.0f", row->lg),
        ts_report_number("%.1f", row->misc),
        ts_report_number("%.1f", row->fps),
        percent(row->lg_ms, row->lg_ms + row->misc + row->broad + row->narrow),
        percent(row->partial, row->narrow),
        text(""),
    };
    return ts_table_add(out, group, cells);
}

static ts_status add_ours(const ts_ndb_table_run *run, ts_table *out) {
    const ts_ndb_figures *f = &run->figures;
    const bool made = f->is_there && f->steps > 0;
    char *const cells[] = {
        text("ours"),
        count((double)run->counts.bodies),
        count((double)run->counts.freedom),
        count((double)run->counts.triangles),
        made ? count(f->pairs) : text("-"),
        ts_report_number("%.0f", run->counts.per_second > 0.0 ? run->counts.per_second : NAN),
        ts_report_number("%.2f", f->setup_seconds),
        ts_report_number("%.3g", f->broad_ms),
        ts_report_number("%.3g", f->partial_ms + f->full_ms),
        ts_report_number("%.3g", f->partial_ms),
        ts_report_number("%.3g", f->full_ms),
        ts_report_number("%.3g", f->lg_ms),
        ts_report_number("%.1f", f->lg),
        ts_report_number("%.3g", ts_ndb_misc_ms(f)),
        ts_report_number("%.3g", ts_ndb_fps(f)),
        made ? percent(f->lg_ms, 1e3 * f->seconds) : text("-"),
        made ? percent(f->partial_ms, f->partial_ms + f->full_ms) : text("-"),
        ts_text("%s%s", outcome_of(f), f->offences ? ", offences" : ""),
    };
    return ts_table_add(out, run->scene, cells);
}

ts_status ts_ndb_table_build_scenes(const ts_ndb_table *table, ts_table *out) {
    ts_status status =
        ts_table_init(out, (ts_table_column){"scene", "scene", true}, SCENE_COLUMNS, LENGTH(SCENE_COLUMNS));
    for (size_t k = 0; status == TS_OK && k < table->runs; ++k) {
        const ts_ndb_table_run *run = &table->run[k];
        const ts_ndb_published *row = ts_ndb_published_of(run->scene);
        if (run->part != TS_NDB_PART_SCENES) continue;
        if (row) status = add_published(row, run->scene, out);
        if (status == TS_OK) status = add_ours(run, out);
    }
    const ts_ndb_published *row;
    for (size_t k = 0; status == TS_OK && out->row_count > 0 && (row = ts_ndb_published_at(k)) != NULL; ++k) {
        if (!row->scene) status = add_published(row, row->title, out);
    }
    if (status != TS_OK) ts_table_clear(out);
    return status;
}

/* ---- Table 2 ---- */

static const ts_table_column TOLERANCE_COLUMNS[] = {
    {"rate", "1/h", false},  {"of", "", true},        {"1e-4", "1e-4", false},
    {"5e-4", "5e-4", false}, {"1e-3", "1e-3", false}, {"1e-2", "1e-2", false},
};

static char *published_cell(const ts_ndb_published_cell *cell) {
    static const char *const MARKS[] = {"", " J", ""};
    if (cell->remark == TS_NDB_FAILS) return text("fail");
    return ts_text("%.0f (%.1f ms)%s", cell->lg, cell->ms, MARKS[cell->remark]);
}

static char *our_cell(const ts_ndb_table *table, const char *scene, size_t rate, size_t tolerance) {
    char name[64];
    ts_ndb_cell_name(scene, rate, tolerance, name);
    const ts_ndb_figures *f = ts_ndb_table_find(table, name);
    if (!f || f->steps == 0) return text("-");
    const char *finished = strcmp(f->outcome, "finished") == 0 ? "" : f->outcome;
    return ts_text("%.0f (%.3g ms)%s%s", f->lg, f->lg_ms, *finished ? " " : "", finished);
}

static ts_status add_rate(const ts_ndb_table *table, const char *scene, size_t rate, ts_table *out) {
    char *cells[LENGTH(TOLERANCE_COLUMNS)] = {ts_report_number("%.0f", ts_ndb_rate[rate]), text("paper")};
    for (size_t t = 0; t < TS_NDB_TOLERANCES; ++t)
        cells[2 + t] = published_cell(ts_ndb_published_cell_of(scene, rate, t));
    const ts_status status = ts_table_add(out, scene, cells);
    if (status != TS_OK) return status;
    cells[0] = text("");
    cells[1] = text("ours");
    for (size_t t = 0; t < TS_NDB_TOLERANCES; ++t) cells[2 + t] = our_cell(table, scene, rate, t);
    return ts_table_add(out, scene, cells);
}

static bool has_part(const ts_ndb_table *table, ts_ndb_part part) {
    for (size_t k = 0; k < table->runs; ++k) {
        if (table->run[k].part == part) return true;
    }
    return false;
}

ts_status ts_ndb_table_build_tolerances(const ts_ndb_table *table, ts_table *out) {
    static const char *const SCENES[] = {"ndb-folding", "ndb-twist"};
    ts_status status =
        ts_table_init(out, (ts_table_column){"scene", "scene", true}, TOLERANCE_COLUMNS, LENGTH(TOLERANCE_COLUMNS));
    const size_t scenes = has_part(table, TS_NDB_PART_TOLERANCES) ? LENGTH(SCENES) : 0;
    for (size_t s = 0; s < scenes; ++s) {
        for (size_t rate = 0; status == TS_OK && rate < TS_NDB_RATES; ++rate) {
            status = add_rate(table, SCENES[s], rate, out);
        }
    }
    if (status != TS_OK) ts_table_clear(out);
    return status;
}

/* ---- Runs ---- */

static const ts_table_column RUN_COLUMNS[] = {
    {"run", "run", true},
    {"outcome", "outcome", true},
    {"steps", "steps", false},
    {"offences", "offences", false},
    {"lg", "LG\na step", false},
    {"warm_lg", "warm\nstart", false},
    {"forward_lg", "forward", false},
    {"full_ccds", "full\nCCDs", false},
    {"ms", "ms\na step", false},
    {"short_exits", "toi below\n1e-2", false},
    {"least_gap", "least\ngap, m", false},
    {"apart", "apart,\n% of size", false},
    {"command", "command", true},
};

static ts_status add_run(const ts_ndb_table *table, const ts_ndb_table_run *run, ts_table *out) {
    const ts_ndb_figures *f = &run->figures;
    char *const cells[] = {
        text(run->name),
        text(outcome_of(f)),
        ts_text("%" PRIu64, f->steps),
        ts_text("%" PRIu64, f->offences),
        ts_report_number("%.1f", f->lg),
        ts_report_number("%.1f", f->warm_lg),
        ts_report_number("%.1f", f->forward_lg),
        ts_report_number("%.2f", f->full_ccds),
        ts_report_number("%.3g", 1e3 * f->seconds),
        ts_report_number("%.0f", f->short_exits),
        ts_report_number("%.2e", f->least_gap),
        ts_report_number("%.4f", 100.0 * f->apart),
        ts_ndb_run_command(table, run),
    };
    return ts_table_add(out, TS_NDB_PART_NAMES[run->part], cells);
}

ts_status ts_ndb_table_build_runs(const ts_ndb_table *table, ts_table *out) {
    ts_status status = ts_table_init(out, (ts_table_column){"part", "part", true}, RUN_COLUMNS, LENGTH(RUN_COLUMNS));
    for (size_t k = 0; status == TS_OK && k < table->runs; ++k) status = add_run(table, &table->run[k], out);
    if (status != TS_OK) ts_table_clear(out);
    return status;
}

/* ---- Claims ---- */

static const ts_table_column CLAIM_COLUMNS[] = {
    {"where", "where", true},       {"claim", "claim", true},     {"reproduced_if", "reproduced if", true},
    {"measured", "measured", true}, {"verdict", "verdict", true},
};

ts_status ts_ndb_table_build_claims(const ts_ndb_table *table, ts_table *out) {
    ts_ndb_claim claim;
    ts_status status =
        ts_table_init(out, (ts_table_column){"paper", "paper", true}, CLAIM_COLUMNS, LENGTH(CLAIM_COLUMNS));
    for (size_t k = 0; status == TS_OK && ts_ndb_claim_at(table, k, &claim); ++k) {
        char *const cells[] = {text(claim.where), text(claim.claim), text(claim.wanted), text(claim.measured),
                               text(ts_ndb_verdict_name(claim.verdict))};
        status = ts_table_add(out, "Lan et al. 2024", cells);
    }
    if (status != TS_OK) ts_table_clear(out);
    return status;
}
