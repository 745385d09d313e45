/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the page tells of each kind of results: which facts, which tables, which columns. */
#include "reports/page/tables.h"

#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "reports/page/forms.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FORM(title, rows, keep, folded, columns)                                                                       \
    { title, rows, keep, folded, columns, COUNT(columns) }

static const ts_report_column CONTEXT[] = {
    {"context/date", "date", NULL, NULL},         {"context/cpu", "processor", NULL, NULL},
    {"context/cores", "cores", NULL, NULL},       {"context/system", "system", NULL, NULL},
    {"context/version", "version", NULL, NULL},   {"context/commit", "commit", NULL, NULL},
    {"context/compiler", "compiler", NULL, NULL}, {"context/flags", "flags", NULL, NULL},
    {"context/build_type", "build", NULL, NULL},  {"context/blas", "BLAS for", NULL, NULL},
    {"interrupted", "interrupted", NULL, NULL},   {"schema", "schema", NULL, NULL},
};

/* ---- Replays ---- */

static const ts_report_column REPLAY_CELL[] = {
    {"kind", "kind", "kind of query", NULL}, /* left out where all are together */
    {"backend", "backend", NULL, NULL},
    {"queries", "queries", "queries replayed", NULL},
    {"contacts", "contacts", "with a contact in [0, t_max]", NULL},
    {"unsafe", "UNSAFE", "contacts missed or reported late", "unsafe"},
    {"verdicts/false_negative", "missed", "false negatives: contacts missed", "unsafe"},
    {"verdicts/late", "late", "toi after t*", "unsafe"},
    {"verdicts/inconsistent", "inconsistent", "the same query was answered in two ways", "inconsistent"},
    {"certificates/failed", "proofs failed", "certificates that do not prove the answer", "certificate"},
    {"stalls", "stalls", "answers with a tiny toi", "stall"},
    {"verdicts/limit", "limit", "gave up at the iteration limit", "limit"},
    {"verdicts/error", "errors", "no answer, or nonsense", "error"},
    {"errors/own", "own", "errors that the method calls so itself", "error: own"},
    {"errors/nan", "no number", "errors: a toi that is no number", "error: nan"},
    {"errors/outside", "outside", "errors: a toi outside [0, t_max]", "error: outside"},
    {"errors/status", "no status", "errors: a status that there is none of", "error: status"},
    {"errors/crashed", "crashed", "errors: the method's process crashed", "error: crashed"},
    {"errors/exited", "exited", "errors: the method ended its process", "error: exited"},
    {"errors/timed_out", "timed out", "errors: longer than --query-timeout", "error: timed_out"},
    {"errors/output", "output", "errors: a program wrote what is no answer", "error: output"},
    {"errors/given_up", "given up", "errors: it failed too often, or cannot be started", "error: given_up"},
    {"errors/meddled", "meddled", "errors: it changed what is not its own, with --in-process", "error: meddled"},
    {"verdicts/unsupported", "unsupported", "kind or thickness is not for the method", NULL},
    {"verdicts/false_positive", "false pos.", "hits without a contact", NULL},
    {"verdicts/true_negative", "true neg.", "free, and said so", NULL},
    {"verdicts/safe", "safe", "hits before t*", NULL},
    {"verdicts/touching", "touching", "hits inside the bracket of t*", NULL},
    {"verdicts/unverified", "unverified", "no truth to compare with", NULL},
    {"below_bound", "below bound", "toi below the lower bound of C-IPC's eq. 10", NULL},
    {"toi_error/quantiles/0.5", "TOI error median", "t* - toi of safe answers, fraction of the step", NULL},
    {"toi_error/quantiles/0.99", "TOI error p99", "t* - toi of safe answers, fraction of the step", NULL},
    {"toi_error/quantiles/1", "TOI error largest", "t* - toi of safe answers, fraction of the step", NULL},
    {"lateness/quantiles/1", "late by at most", "the largest toi - t*", NULL},
    {"kept_gap/quantiles/0", "kept gap least", "least (d(toi) - xi) / (d(0) - xi) of a safe answer", NULL},
    {"step_lost/quantiles/0.5", "step lost median", "t_max - toi of false positives", NULL},
    {"iterations/quantiles/0.5", "iterations median", "the method's own count", NULL},
    {"iterations/quantiles/1", "iterations largest", "the method's own count", NULL},
    {"nanoseconds/mean", "ns mean", "time per query", NULL},
    {"nanoseconds/quantiles/0.5", "ns median", "time per query", NULL},
    {"nanoseconds/quantiles/0.99", "ns p99", "time per query", NULL},
    {"batch_nanoseconds/mean", "ns in a batch", "time per query asked together with others", NULL},
    {"ratio_to_fastest", "ratio to fastest",
     "mean time over the least of those timed on most queries; another's ratio is of other queries", NULL},
};
static const ts_report_column REPLAY_BACKEND[] = {
    {"name", "backend", NULL, NULL},
    {"summary", "how it works", NULL, NULL},
    {"source", "source", NULL, NULL},
    {"options", "options", NULL, NULL},
};
static const ts_report_column REPLAY_OPTIONS[] = {
    {"options/oracle", "oracle", NULL, NULL},
    {"options/min_distance", "min_distance if not said", NULL, NULL},
    {"options/t_max", "t_max if not said", NULL, NULL},
    {"options/limit", "limit", NULL, NULL},
    {"options/sample", "sample", NULL, NULL},
    {"options/seed", "seed", NULL, NULL},
    {"options/repetitions", "repetitions", NULL, NULL},
    {"options/jobs", "jobs", NULL, NULL},
    {"options/round", "round", NULL, NULL},
    {"options/precision", "precision", NULL, NULL},
    {"options/check_certificates", "certificates checked", NULL, NULL},
    {"oracle_seconds", "seconds of answering and refereeing", NULL, NULL},
    {"timing_seconds", "seconds of timing", NULL, NULL},
};
static const ts_report_column REPLAY_SET[] = {
    {"queries", "queries", NULL, NULL},
    {"contacts", "contacts", NULL, NULL},
    {"labelled", "labels", NULL, NULL},
    {"conflict_count", "labels that are wrong", NULL, NULL},
    {"oracle_stages/float", "decided in doubles", NULL, NULL},
    {"oracle_stages/mpfr", "by MPFR", NULL, NULL},
    {"oracle_stages/exact", "in integers", NULL, NULL},
    {"rounded", "numbers rounded", NULL, NULL},
    {"files", "files", NULL, NULL},
    {"hash", "hash", NULL, NULL},
};
static const ts_report_column FAILURE[] = {{"file", "file", NULL, NULL}, {"message", "message", NULL, NULL}};
static const ts_report_column CONFLICT[] = {
    {"file", "file", NULL, NULL},          {"query", "query", NULL, NULL},        {"label", "label", NULL, NULL},
    {"truth", "truth", NULL, NULL},        {"label_lo", "label, lo", NULL, NULL}, {"label_hi", "label, hi", NULL, NULL},
    {"truth_lo", "truth, lo", NULL, NULL}, {"truth_hi", "truth, hi", NULL, NULL},
};
static const ts_report_column WORST[] = {
    {"", "backend", NULL, NULL},
    {"", "worst", "of which sort", NULL},
    {"value", "value", "what it is: docs/reading-the-table.md", NULL},
    {"command", "to see it", NULL, NULL},
};

static bool is_of_all_kinds(const cJSON *cell) {
    const char *kind = cJSON_GetStringValue(ts_report_at(cell, "kind"));
    return kind && strcmp(kind, "all") == 0;
}

static bool is_of_one_kind(const cJSON *cell) {
    return !is_of_all_kinds(cell);
}

/* `worst` of a cell has a member for each sort that occurs. */
static void build_worst(ts_json_builder *builder, cJSON *tables, const cJSON *data_set) {
    const cJSON *cell = cJSON_GetArrayItem(ts_report_at(data_set, "cells"), 0), *worst;
    if (!ts_report_at(cell, "worst")) return; /* a baseline */
    cJSON *rows = ts_report_table_begin(builder, tables, "Worst queries", true);
    for (size_t c = 0; c < COUNT(WORST); ++c) ts_report_column_build(builder, tables, &WORST[c]);
    cJSON_ArrayForEach(cell, ts_report_at(data_set, "cells")) {
        if (!is_of_all_kinds(cell)) continue;
        cJSON_ArrayForEach(worst, ts_report_at(cell, "worst")) {
            cJSON *row = ts_build_array(builder, rows, NULL);
            ts_report_value_build(builder, row, ts_report_at(cell, "backend"));
            ts_build_text(builder, row, NULL, worst->string);
            ts_report_value_build(builder, row, ts_report_at(worst, "value"));
            ts_report_value_build(builder, row, ts_report_at(worst, "command"));
        }
    }
}

static cJSON *begin_section(ts_json_builder *builder, cJSON *sections, const char *title) {
    cJSON *section = ts_build_object(builder, sections, NULL);
    ts_build_text(builder, section, "title", title);
    return section;
}

static void build_replay(ts_json_builder *builder, cJSON *sections, const cJSON *root) {
    static const ts_report_form backends = FORM("Methods", "backends", NULL, true, REPLAY_BACKEND);
    static const ts_report_form forms[] = {
        {"Backends", "cells", is_of_all_kinds, false, REPLAY_CELL + 1, COUNT(REPLAY_CELL) - 1},
        FORM("By kind of query", "cells", is_of_one_kind, true, REPLAY_CELL),
        FORM("Files that could not be read to the end", "failures", NULL, false, FAILURE),
        FORM("Labels that contradict the oracle", "conflicts", NULL, true, CONFLICT),
    };
    cJSON *asked = begin_section(builder, sections, "What was asked");
    ts_report_facts_build(builder, asked, root, REPLAY_OPTIONS, COUNT(REPLAY_OPTIONS));
    ts_report_form_build(builder, ts_build_array(builder, asked, "tables"), root, &backends);
    const cJSON *data_set;
    uint64_t number = 0;
    cJSON_ArrayForEach(data_set, ts_report_at(root, "data_sets")) {
        const char *path = cJSON_GetStringValue(ts_report_at(data_set, "path"));
        cJSON *section = begin_section(builder, sections, path ? path : "");
        ts_build_count(builder, section, "set", number++);
        ts_report_facts_build(builder, section, data_set, REPLAY_SET, COUNT(REPLAY_SET));
        cJSON *tables = ts_build_array(builder, section, "tables");
        for (size_t f = 0; f < COUNT(forms); ++f) ts_report_form_build(builder, tables, data_set, &forms[f]);
        build_worst(builder, tables, data_set);
    }
}

/* ---- Scenes by methods ---- */

static const ts_report_column TABLE_FACTS[] = {
    {"size", "size of the scenes", NULL, NULL},
    {"ask", "CCD queries asked", NULL, NULL},
    {"disturb", "seed of turned and jittered meshes", NULL, NULL},
    {"steps", "steps", NULL, NULL},
    {"reference", "method of reference", NULL, NULL},
};
static const ts_report_column TABLE_CELL[] = {
    {"scene", "scene", NULL, NULL},
    {"backend", "backend", NULL, NULL},
    {"outcome", "outcome", "how the run ended", NULL},
    {"text", "cell", "CCD milliseconds per iteration, or how the run ended", NULL},
    {"published", "paper's cell", NULL, NULL},
    {"comparison", "against the paper", NULL, NULL},
    {"informative", "says something", "the paper's cell is not n/a nor accd's own", NULL},
    {"ratio_to_reference", "ratio", "to the method of reference", NULL},
    {"ratio_with_set_up", "with set-up", "the same of queries and their set-up", NULL},
    {"published_ratio", "paper's ratio", NULL, NULL},
    {"ratio_comparison", "ratio against the paper", "within a factor of 2", NULL},
    {"ccd_ms_per_iteration", "CCD ms", "per iteration", NULL},
    {"set_up_ms_per_iteration", "set-up ms", "of the step filter, per iteration", NULL},
    {"broad_ms_per_iteration", "broad ms", "broad phase, per iteration", NULL},
    {"ccd_queries", "CCD queries", NULL, NULL},
    {"ccd_queries_by_accd", "by ACCD", "of kinds that the method lacks", NULL},
    {"steps_done", "steps done", NULL, NULL},
    {"iterations", "iterations", "of the solver", NULL},
    {"offences/count", "offences", "found by the exact check of the steps", NULL},
    {"contacts/mean", "contacts mean", NULL, NULL},
    {"least_gap", "least gap", NULL, NULL},
    {"most_stretch", "most stretch", NULL, NULL},
    {"sample/late", "late", "in the sample that was judged", NULL},
    {"sample/missed", "missed", "in the sample that was judged", NULL},
    {"sample/stalls", "stalls", "in the sample that was judged", NULL},
    {"sample/limits", "limits", "in the sample that was judged", NULL},
    {"sample/errors", "errors", "in the sample that was judged", NULL},
    {"sample/inconsistent", "inconsistent", "in the sample that was judged", NULL},
    {"seconds", "seconds", NULL, NULL},
    {"at/message", "how it ended", NULL, NULL},
    {"command", "to run it", NULL, NULL},
};

static const ts_report_column TABLE_SCENE[] = {
    {"name", "scene", NULL, NULL},
    {"statistics/nodes", "nodes", NULL, NULL},
    {"published_statistics/nodes", "paper's", NULL, NULL},
    {"statistics/time_step", "h, s", NULL, NULL},
    {"published_statistics/time_step", "paper's", NULL, NULL},
    {"statistics/strain_limit/most", "strain limit", NULL, NULL},
    {"published_statistics/strain_limit", "paper's", NULL, NULL},
    {"statistics/dhat", "dhat, m", NULL, NULL},
    {"published_statistics/dhat", "paper's", NULL, NULL},
    {"statistics/offset/most", "xi, m", NULL, NULL},
    {"published_statistics/offset", "paper's", NULL, NULL},
    {"statistics/mu/least", "mu", "the least of pairs of objects", NULL},
    {"published_statistics/mu", "paper's", NULL, NULL},
    {"statistics/contacts/mean", "contacts, mean", NULL, NULL},
    {"published_statistics/contacts/mean", "paper's", NULL, NULL},
    {"statistics/contacts/most", "contacts, most", NULL, NULL},
    {"published_statistics/contacts/most", "paper's", NULL, NULL},
    {"statistics/cores", "cores", NULL, NULL},
    {"published_statistics/cores", "paper's", NULL, NULL},
    {"statistics/seconds_per_step", "seconds per step", "without the exact check", NULL},
    {"published_statistics/seconds_per_step", "paper's", NULL, NULL},
    {"statistics/iterations_per_step", "iterations per step", NULL, NULL},
    {"published_statistics/iterations_per_step", "paper's", NULL, NULL},
};

/* What a grid has a line for each scene of, and a column for each of what. */
typedef struct grid {
    const char *title;
    const char *columns; /* the list of the columns' names */
    const char *column;  /* the member of a cell that names its column */
} grid;

static const cJSON *cell_of(const cJSON *root, const grid *of, const char *scene, const char *column) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, ts_report_at(root, "cells")) {
        const char *a = cJSON_GetStringValue(ts_report_at(cell, "scene"));
        const char *b = cJSON_GetStringValue(ts_report_at(cell, of->column));
        if (a && b && strcmp(a, scene) == 0 && strcmp(b, column) == 0) return cell;
    }
    return NULL;
}

/* The texts of the cells. */
static void build_grid(ts_json_builder *builder, cJSON *tables, const cJSON *root, const grid *of) {
    const ts_report_column first = {"", "scene", NULL, NULL};
    cJSON *rows = ts_report_table_begin(builder, tables, of->title, false);
    const cJSON *scene, *column;
    ts_report_column_build(builder, tables, &first);
    cJSON_ArrayForEach(column, ts_report_at(root, of->columns)) {
        const char *name = cJSON_GetStringValue(ts_report_at(column, "name"));
        ts_report_column_build(builder, tables, &(ts_report_column){.label = name ? name : ""});
    }
    cJSON_ArrayForEach(scene, ts_report_at(root, "scenes")) {
        const char *name = cJSON_GetStringValue(ts_report_at(scene, "name"));
        cJSON *row = ts_build_array(builder, rows, NULL);
        ts_build_text(builder, row, NULL, name ? name : "");
        cJSON_ArrayForEach(column, ts_report_at(root, of->columns)) {
            const char *at = cJSON_GetStringValue(ts_report_at(column, "name"));
            const cJSON *cell = name && at ? cell_of(root, of, name, at) : NULL;
            ts_report_value_build(builder, row, ts_report_at(cell, "text"));
        }
    }
}

static void build_table(ts_json_builder *builder, cJSON *sections, const cJSON *root) {
    static const ts_report_form cells = FORM("Every cell", "cells", NULL, true, TABLE_CELL);
    static const ts_report_form scenes = FORM("Scenes beside the paper's Fig. 24", "scenes", NULL, true, TABLE_SCENE);
    cJSON *section = begin_section(builder, sections, "Scenes by methods");
    ts_report_facts_build(builder, section, root, TABLE_FACTS, COUNT(TABLE_FACTS));
    cJSON *tables = ts_build_array(builder, section, "tables");
    build_grid(builder, tables, root,
               &(grid){"CCD milliseconds per iteration, or how the run ended", "backends", "backend"});
    ts_report_form_build(builder, tables, root, &scenes);
    ts_report_form_build(builder, tables, root, &cells);
}

/* ---- Scenes by barriers ---- */

static const ts_report_column BARRIERS_CELL[] = {
    {"scene", "scene", NULL, NULL},
    {"barrier", "barrier", NULL, NULL},
    {"outcome", "outcome", "how the run ended", NULL},
    {"steps_done", "steps done", NULL, NULL},
    {"steps_verified", "verified", "steps, exactly", NULL},
    {"offences/count", "offences", "found by the exact check of the steps", NULL},
    {"iterations_per_step", "iterations", "of Newton's method, per step", NULL},
    {"gap_least", "gap, least", "of the pairs within range at the end: d - xi in dhat", NULL},
    {"gap_tenth", "10 %", "a tenth of the pairs is closer", NULL},
    {"gap_median", "median", NULL, NULL},
    {"gap_top", "90 %", "a tenth of the pairs is farther", NULL},
    {"contact_force", "contact force, N", "what obstacles carry at the end", NULL},
    {"force_error", "force error", "largest |contact + weight| over the weight of a body at the end", NULL},
    {"restitution_error", "restitution error", "energy gone in a bounce, over the kinetic energy before", NULL},
    {"energy_change", "energy change", "between the first and the last step", NULL},
    {"jitter", "jitter, m/s", "r.m.s. of velocities at the end", NULL},
    {"condition", "condition", "of the Hessian: a lower bound of the worst", NULL},
    {"diagonal_shifts", "shifts", "factorizations that needed a larger diagonal", NULL},
    {"steps_not_converged", "not converged", "steps", NULL},
    {"stalls", "stalls", "iterations that CCD let go less than 1e-6 of their way", NULL},
    {"seconds_per_step", "seconds", "per step, without the exact check", NULL},
    {"at/message", "how it ended", NULL, NULL},
    {"command", "to run it", NULL, NULL},
};

static void build_barriers(ts_json_builder *builder, cJSON *sections, const cJSON *root) {
    static const ts_report_form cells = FORM("Every cell", "cells", NULL, false, BARRIERS_CELL);
    cJSON *section = begin_section(builder, sections, "Scenes by barriers");
    ts_report_facts_build(builder, section, root, TABLE_FACTS, COUNT(TABLE_FACTS));
    cJSON *tables = ts_build_array(builder, section, "tables");
    build_grid(builder, tables, root,
               &(grid){"Newton iterations per step, or how the run ended", "barriers", "barrier"});
    ts_report_form_build(builder, tables, root, &cells);
}

/* ---- Energies ---- */

static const ts_report_column BARRIER_FACTS[] = {
    {"samples", "samples of each sweep", NULL, NULL}, {"seed", "seed", NULL, NULL}, {"failed", "failed", NULL, NULL}};
static const ts_report_column SWEEP[] = {
    {"term", "term", NULL, NULL},
    {"sweep", "sweep", NULL, NULL},
    {"variable", "variable", "what is swept", NULL},
    {"samples", "samples", NULL, NULL},
    {"failed", "failed", "misses a bound", NULL},
    {"errors/value/ulps/most", "value, ulps", "largest error in units of the last place", NULL},
    {"errors/value/of_inputs/most", "value, of inputs", "largest error over what rounded inputs allow", NULL},
    {"errors/value/bound", "bound", NULL, NULL},
    {"errors/gradient/of_norm/most", "gradient", "largest error over the norm", NULL},
    {"errors/gradient/of_inputs/most", "gradient, of inputs", "largest error over what rounded inputs allow", NULL},
    {"errors/gradient/bound", "bound", NULL, NULL},
    {"errors/Hessian/of_norm/most", "Hessian", "largest error over the norm", NULL},
    {"errors/Hessian/of_inputs/most", "Hessian, of inputs", "largest error over what rounded inputs allow", NULL},
    {"errors/Hessian/bound", "bound", NULL, NULL},
    {"projection/least_eigenvalue", "least eigenvalue", "after projection", NULL},
    {"own_differences/wrong_gradients", "wrong gradients", "by differences of the value", NULL},
    {"own_differences/wrong_hessians", "wrong Hessians", "by differences of the gradient", NULL},
};
static const ts_report_column CLAMP[] = {
    {"term", "term", NULL, NULL},     {"where", "where", NULL, NULL},
    {"smooth", "smooth", NULL, NULL}, {"jump", "jumps", "of value, first and second derivative", NULL},
    {"missed", "missed", NULL, NULL},
};

static void build_barrier(ts_json_builder *builder, cJSON *sections, const cJSON *root) {
    static const ts_report_form forms[] = {
        FORM("Errors along sweeps", "sweeps", NULL, false, SWEEP),
        FORM("Smoothness where formulas meet", "clamps", NULL, false, CLAMP),
    };
    cJSON *section = begin_section(builder, sections, "Energies against MPFR");
    ts_report_facts_build(builder, section, root, BARRIER_FACTS, COUNT(BARRIER_FACTS));
    cJSON *tables = ts_build_array(builder, section, "tables");
    for (size_t f = 0; f < COUNT(forms); ++f) ts_report_form_build(builder, tables, root, &forms[f]);
}

/* ---- Simulations ---- */

static const ts_report_column SIMULATE_FACTS[] = {
    {"outcome", "outcome", NULL, NULL},
    {"at/message", "how it ended", NULL, NULL},
    {"solver/name", "solver", NULL, NULL},
    {"ccd/name", "CCD method", NULL, NULL},
    {"ccd/options", "its options", NULL, NULL},
    {"steps_done", "steps done", NULL, NULL},
    {"steps_asked", "of", NULL, NULL},
    {"steps_not_converged", "not converged", NULL, NULL},
    {"iterations", "iterations", NULL, NULL},
    {"ccd_queries", "CCD queries", NULL, NULL},
    {"ccd_ms_per_iteration", "CCD ms per iteration", NULL, NULL},
    {"contacts/mean", "contacts, mean", NULL, NULL},
    {"contacts/most", "contacts, most", NULL, NULL},
    {"least_gap", "least gap", NULL, NULL},
    {"most_stretch", "most stretch", NULL, NULL},
    {"least_stretch", "least stretch", NULL, NULL},
    {"steps_verified", "steps verified", NULL, NULL},
    {"offences/count", "offences", NULL, NULL},
    {"offences/first", "the first", NULL, NULL},
    {"proof/steps_proven", "steps proven", "the first state counted as one", NULL},
    {"proof/steps_open", "without a proof", NULL, NULL},
    {"proof/first_open", "the first of these", NULL, NULL},
    {"proof/failure", "what met", NULL, NULL},
    {"proof/pieces", "pieces of the proof", NULL, NULL},
    {"proof/bytes", "its bytes", "without the states", NULL},
    {"proof/seconds", "its seconds", NULL, NULL},
    {"seconds", "seconds", NULL, NULL},
    {"scene_hash", "hash of the scene", NULL, NULL},
};
static const ts_report_column NAME_AND_NUMBER[] = {{"", "what", NULL, NULL}, {"", "value", NULL, NULL}};

/* A line for each member of an object. */
static void build_members(ts_json_builder *builder, cJSON *tables, const char *title, const cJSON *object) {
    if (!object) return;
    cJSON *rows = ts_report_table_begin(builder, tables, title, false);
    for (size_t c = 0; c < COUNT(NAME_AND_NUMBER); ++c) ts_report_column_build(builder, tables, &NAME_AND_NUMBER[c]);
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        cJSON *row = ts_build_array(builder, rows, NULL);
        ts_build_text(builder, row, NULL, item->string);
        ts_report_value_build(builder, row, item);
    }
}

/* A run that was resumed, or begun from another, counts its own steps only. */
static void build_beginning(ts_json_builder *builder, cJSON *section, const cJSON *root) {
    const cJSON *first = ts_report_at(root, "first_step");
    if (!cJSON_IsNumber(first) || !(first->valuedouble > 0.0)) return;
    cJSON *fact = ts_build_array(builder, cJSON_GetObjectItemCaseSensitive(section, "facts"), NULL);
    ts_build_text(builder, fact, NULL, "began after step");
    ts_build_own_text(
        builder, fact, NULL,
        ts_text("%.0f: counts, means, extremes and seconds are of the steps after it", first->valuedouble));
}

static void build_simulate(ts_json_builder *builder, cJSON *sections, const cJSON *root) {
    const char *scene = cJSON_GetStringValue(ts_report_at(root, "scene"));
    cJSON *section = begin_section(builder, sections, scene ? scene : "");
    ts_report_facts_build(builder, section, root, SIMULATE_FACTS, COUNT(SIMULATE_FACTS));
    build_beginning(builder, section, root);
    cJSON *tables = ts_build_array(builder, section, "tables");
    build_members(builder, tables, "Seconds by phase", ts_report_at(root, "seconds_by_phase"));
    build_members(builder, tables, "Answers of the CCD method, judged", ts_report_at(root, "verdicts"));
    build_members(builder, tables, "Errors by reason", ts_report_at(root, "errors"));
    build_members(builder, tables, "Options of the solver", ts_report_at(root, "solver/options"));
}

/* ---- Any kind ---- */

static void (*const BUILD[TS_RESULTS_KINDS + 1])(ts_json_builder *builder, cJSON *sections, const cJSON *root) = {
    [TS_RESULTS_REPLAY] = build_replay,     [TS_RESULTS_TABLE] = build_table,
    [TS_RESULTS_BARRIER] = build_barrier,   [TS_RESULTS_SIMULATE] = build_simulate,
    [TS_RESULTS_BARRIERS] = build_barriers,
};

bool ts_report_knows_kind(ts_results_kind kind) {
    return BUILD[kind] != NULL;
}

void ts_report_tables_build(ts_json_builder *builder, cJSON *object, ts_results_kind kind, const cJSON *root) {
    ts_report_facts_build(builder, object, root, CONTEXT, COUNT(CONTEXT));
    BUILD[kind](builder, ts_build_array(builder, object, "sections"), root);
}
