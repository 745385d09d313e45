/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which runs the table beside that of Lan et al. needs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/table/published_ndb.h"
#include "core/error.h"
#include "results/ndb/table.h"

const char *const TS_NDB_PART_NAMES[TS_NDB_PARTS] = {"scenes",   "tolerances", "barriers", "forwarding",
                                                     "subspace", "ccd",        "systems"};

typedef struct planning {
    ts_ndb_table *table;
    size_t room;
    ts_ndb_part part;
    bool failed;
} planning;

static ts_ndb_table_run *add(planning *to, const char *name, const char *scene, const char *solver) {
    static ts_ndb_table_run none;
    ts_ndb_table *table = to->table;
    if (table->runs == to->room) {
        const size_t room = 2 * to->room + 32;
        ts_ndb_table_run *grown = realloc(table->run, room * sizeof *grown);
        if (!grown) {
            to->failed = true;
            return &none;
        }
        table->run = grown;
        to->room = room;
    }
    ts_ndb_table_run *run = &table->run[table->runs++];
    *run = (ts_ndb_table_run){.part = to->part, .scene = scene, .solver = solver};
    snprintf(run->name, sizeof run->name, "%s", name);
    return run;
}

/* options: "key=value", parted by spaces. */
static void choose(ts_ndb_table_run *run, const char *options) {
    for (const char *rest = options; *rest && run->options < TS_NDB_RUN_OPTIONS; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(run->option[run->options++], TS_NDB_OPTION_TEXT, "%.*s", (int)length, rest);
        rest += length;
    }
}

/* A run with the options, without acceleration, pairs that stay, short ways, blocks that go back because they are
 * astray and motions of whole bodies, which are not the paper's, with its warm start, and with as many sweeps as it was
 * measured with before there were these. */
static ts_ndb_table_run *run_ndb(planning *to, const char *name, const char *scene, const char *options) {
    ts_ndb_table_run *run = add(to, name, scene, "ndb");
    choose(run,
           "acceleration=0 stay=1 short_ways=false restart_warm_below=0 astray=1e300 whole_bodies=false warm_lg=5");
    if (!strstr(options, "sweeps=")) choose(run, "sweeps=20");
    choose(run, options);
    return run;
}

static void plan_scenes(planning *to) {
    static const char *const SCENES[] = {"ndb-strip",   "ndb-statue", "ndb-teapot", "ndb-twist",
                                         "ndb-knot",    "ndb-drape",  "ndb-stack",  "ndb-folding",
                                         "ndb-blender", "ndb-funnel", "ndb-kick"};
    for (size_t k = 0; k < sizeof SCENES / sizeof *SCENES; ++k) run_ndb(to, SCENES[k] + strlen("ndb-"), SCENES[k], "");
}

void ts_ndb_cell_name(const char *scene, size_t rate, size_t tolerance, char name[64]) {
    snprintf(name, 64, "%s-%g-%g", scene + strlen("ndb-"), ts_ndb_rate[rate], ts_ndb_tolerance[tolerance]);
}

static void plan_tolerances(planning *to) {
    static const char *const SCENES[] = {"ndb-folding", "ndb-twist"};
    for (size_t s = 0; s < 2; ++s) {
        for (size_t rate = 0; rate < TS_NDB_RATES; ++rate) {
            for (size_t t = 0; t < TS_NDB_TOLERANCES; ++t) {
                char name[64], option[TS_NDB_OPTION_TEXT];
                ts_ndb_cell_name(SCENES[s], rate, t, name);
                snprintf(option, sizeof option, "tolerance=%g", ts_ndb_tolerance[t]);
                run_ndb(to, name, SCENES[s], option)->per_second = ts_ndb_rate[rate];
            }
        }
    }
}

static void plan_barriers(planning *to) {
    run_ndb(to, "twist-ndb", "ndb-twist", "barrier=0 samples=3");
    run_ndb(to, "twist-dbb", "ndb-twist", "barrier=1 samples=3");
    run_ndb(to, "twist-1-sample", "ndb-twist", "samples=1");
    run_ndb(to, "twist-6-samples", "ndb-twist", "samples=6");
    run_ndb(to, "twist-10-samples", "ndb-twist", "samples=10");
    run_ndb(to, "twist-bernstein", "ndb-twist", "bernstein=true");
}

static void plan_forwarding(planning *to) {
    static const int CAPS[] = {50, 25, 5};
    run_ndb(to, "teapot-converged", "ndb-teapot", "tolerance=1e-5 lg_per_step=4000 most_outer=200");
    for (size_t k = 0; k < sizeof CAPS / sizeof *CAPS; ++k) {
        for (int forwards = 1; forwards >= 0; --forwards) {
            char name[64], options[100];
            snprintf(name, sizeof name, "teapot-%d-%s", CAPS[k], forwards ? "with" : "without");
            snprintf(options, sizeof options, "lg_per_step=%d residual_forwarding=%s", CAPS[k],
                     forwards ? "true" : "false");
            run_ndb(to, name, "ndb-teapot", options)->reference = "teapot-converged";
        }
    }
    add(to, "teapot-cipc", "ndb-teapot", "cipc")->reference = "teapot-converged";
}

/* The paper's smoother, damped Jacobi: two sweeps are one A-Jacobi of order 2. */
static void plan_subspace(planning *to) {
    static const struct {
        const char *name, *options;
    } RUNS[] = {
        {"strip-30-modes-20", "smoother=1 subspace=30 sweeps=40"},
        {"strip-no-modes-20", "smoother=1 subspace=0 sweeps=40"},
        {"strip-no-modes-100", "smoother=1 subspace=0 sweeps=200"},
        {"strip-no-modes-600", "smoother=1 subspace=0 sweeps=1200"},
    };
    run_ndb(to, "strip-converged", "ndb-strip", "smoother=3 subspace=30 sweeps=400 tolerance=1e-5");
    for (size_t k = 0; k < sizeof RUNS / sizeof *RUNS; ++k) {
        run_ndb(to, RUNS[k].name, "ndb-strip", RUNS[k].options)->reference = "strip-converged";
    }
    run_ndb(to, "statue-30-modes", "ndb-statue", "smoother=1 subspace=30 sweeps=20");
    run_ndb(to, "statue-no-modes", "ndb-statue", "smoother=1 subspace=0 sweeps=20");
    run_ndb(to, "statue-no-modes-80", "ndb-statue", "smoother=1 subspace=0 sweeps=80");
}

static void plan_ccd(planning *to) {
    run_ndb(to, "drape-partial", "ndb-drape", "");
    run_ndb(to, "drape-full", "ndb-drape", "most_inner=1 most_outer=400");
    run_ndb(to, "drape-full-dbb", "ndb-drape", "most_inner=1 most_outer=400 barrier=1");
    add(to, "drape-cipc", "ndb-drape", "cipc");
}

ts_status ts_ndb_table_plan(ts_ndb_table *table, unsigned parts, ts_error *error) {
    static void (*const PLAN[TS_NDB_PARTS])(planning *) = {
        [TS_NDB_PART_SCENES] = plan_scenes,     [TS_NDB_PART_TOLERANCES] = plan_tolerances,
        [TS_NDB_PART_BARRIERS] = plan_barriers, [TS_NDB_PART_FORWARDING] = plan_forwarding,
        [TS_NDB_PART_SUBSPACE] = plan_subspace, [TS_NDB_PART_CCD] = plan_ccd,
    };
    planning to = {.table = table};
    for (int part = 0; part < TS_NDB_PARTS; ++part) {
        to.part = (ts_ndb_part)part;
        if (PLAN[part] && parts >> part & 1u) PLAN[part](&to);
    }
    if (!to.failed) return TS_OK;
    ts_ndb_table_clear(table);
    return ts_fail_memory(error, "the runs of a table");
}

void ts_ndb_table_clear(ts_ndb_table *table) {
    free(table->run);
    table->run = NULL;
    table->runs = 0;
}

const ts_ndb_figures *ts_ndb_table_find(const ts_ndb_table *table, const char *name) {
    for (size_t k = 0; k < table->runs; ++k) {
        if (strcmp(table->run[k].name, name) != 0) continue;
        return table->run[k].figures.is_there ? &table->run[k].figures : NULL;
    }
    return NULL;
}

double ts_ndb_fps(const ts_ndb_figures *figures) {
    return figures->seconds > 0.0 ? 1.0 / figures->seconds : NAN;
}

double ts_ndb_misc_ms(const ts_ndb_figures *figures) {
    return 1e3 * figures->seconds - figures->broad_ms - figures->partial_ms - figures->full_ms - figures->lg_ms;
}
