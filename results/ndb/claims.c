/* SPDX-License-Identifier: GPL-2.0-or-later
 * The claims of the paper, and how each is judged. */
#include "results/ndb/claims.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *ts_ndb_verdict_name(ts_ndb_verdict verdict) {
    static const char *const NAMES[TS_NDB_VERDICTS] = {"not measured", "reproduced", "not reproduced", "hardware only"};
    return NAMES[verdict];
}

/* Says what was measured, if anything. */
typedef ts_ndb_verdict judge(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]);

typedef struct claim_row {
    const char *where, *claim, *wanted;
    judge *judge; /* NULL: hardware only */
} claim_row;

#define SAY(...) snprintf(measured, TS_NDB_CLAIM_TEXT, __VA_ARGS__)

static ts_ndb_verdict verdict(bool holds) {
    return holds ? TS_NDB_REPRODUCED : TS_NDB_NOT_REPRODUCED;
}

/* ---- What runs say ---- */

static bool is_whole(const ts_ndb_figures *figures) {
    const bool is_limited = strcmp(figures->outcome, "not converged") == 0; /* at a cap of iterations */
    return figures->is_there && figures->steps > 0 && (is_limited || strcmp(figures->outcome, "finished") == 0);
}

/* Of a run that has come to its end; NULL. */
static const ts_ndb_figures *of(const ts_ndb_table *table, const char *name) {
    const ts_ndb_figures *figures = ts_ndb_table_find(table, name);
    return figures && is_whole(figures) ? figures : NULL;
}

static ts_ndb_verdict judge_safety(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    uint64_t steps = 0, offences = 0, runs = 0;
    for (size_t k = 0; k < table->runs; ++k) {
        const ts_ndb_figures *figures = &table->run[k].figures;
        if (strcmp(table->run[k].solver, "ndb") != 0 || !figures->is_there || figures->verified == 0) continue;
        ++runs, steps += figures->verified, offences += figures->offences;
    }
    if (runs == 0) return TS_NDB_NOT_MEASURED;
    SAY("%llu offences in %llu steps of %llu runs, each verified exactly", (unsigned long long)offences,
        (unsigned long long)steps, (unsigned long long)runs);
    return verdict(offences == 0);
}

static ts_ndb_verdict judge_barrier(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *ours = of(table, "twist-ndb"), *rival = of(table, "twist-dbb");
    if (!ours || !rival) return TS_NDB_NOT_MEASURED;
    SAY("%.1f and %.1f iterations a step: %.0f %% fewer", ours->lg, rival->lg, 100.0 * (1.0 - ours->lg / rival->lg));
    return verdict(ours->lg <= 0.85 * rival->lg);
}

static ts_ndb_verdict judge_samples(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    static const char *const NAMES[] = {"twist-1-sample", "twist-ndb", "twist-6-samples", "twist-10-samples",
                                        "twist-bernstein"};
    double lg[5], most = 0.0, least = INFINITY;
    for (int k = 0; k < 5; ++k) {
        const ts_ndb_figures *figures = of(table, NAMES[k]);
        if (!figures) return TS_NDB_NOT_MEASURED;
        lg[k] = figures->lg;
        most = fmax(most, lg[k]);
        least = fmin(least, lg[k]);
    }
    SAY("%.1f, %.1f, %.1f, %.1f iterations a step by 1, 3, 6, 10 samples; %.1f by coefficients", lg[0], lg[1], lg[2],
        lg[3], lg[4]);
    return verdict(most <= 1.05 * least);
}

/* The largest r.m.s. distance to the converged run. */
static ts_ndb_verdict judge_cap_50(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *with = of(table, "teapot-50-with"), *without = of(table, "teapot-50-without");
    const ts_ndb_figures *newton = of(table, "teapot-cipc");
    if (!with || !isfinite(with->apart)) return TS_NDB_NOT_MEASURED;
    SAY("%.3f %% of the size from the converged run (without forwarding %.3f %%, C-IPC %.3f %%)", 100.0 * with->apart,
        without ? 100.0 * without->apart : NAN, newton ? 100.0 * newton->apart : NAN);
    return verdict(with->apart < 0.02);
}

static ts_ndb_verdict judge_low_caps(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *run[3] = {of(table, "teapot-50-with"), of(table, "teapot-25-with"),
                                    of(table, "teapot-5-with")};
    for (int k = 0; k < 3; ++k) {
        if (!run[k] || !isfinite(run[k]->apart)) return TS_NDB_NOT_MEASURED;
    }
    SAY("%.3f, %.3f, %.3f %% of the size from the converged run at caps of 50, 25, 5", 100.0 * run[0]->apart,
        100.0 * run[1]->apart, 100.0 * run[2]->apart);
    if (run[0]->apart == run[1]->apart && run[1]->apart == run[2]->apart)
        return TS_NDB_NOT_MEASURED; /* no step came to a cap, so none says anything */
    return verdict(run[0]->apart < run[1]->apart && run[1]->apart < run[2]->apart);
}

static ts_ndb_verdict judge_forwarding(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *with = of(table, "teapot-25-with"), *without = of(table, "teapot-25-without");
    if (!with || !without || !isfinite(with->short_exits) || !isfinite(without->short_exits))
        return TS_NDB_NOT_MEASURED;
    SAY("%.0f of %.0f steps with it, %.0f of %.0f without, end a way below 1e-2 at a cap of 25", with->short_exits,
        (double)with->steps, without->short_exits, (double)without->steps);
    if (without->short_exits == 0.0) return TS_NDB_NOT_MEASURED; /* there was nothing to undo */
    return verdict(5.0 * with->short_exits <= without->short_exits);
}

/* ---- Table 1 ---- */

/* Sums over the scenes of Table 1. */
typedef struct sums {
    double seconds, partial, full, lg, full_ccds, warm_lg;
    size_t scenes;
} sums;

static sums add_up(const ts_ndb_table *table) {
    sums sum = {0};
    for (size_t k = 0; k < table->runs; ++k) {
        const ts_ndb_table_run *run = &table->run[k];
        const ts_ndb_figures *f = &run->figures;
        if (run->part != TS_NDB_PART_SCENES || !is_whole(f) || !isfinite(f->full_ccds)) continue;
        ++sum.scenes;
        sum.seconds += f->seconds;
        sum.partial += f->partial_ms;
        sum.full += f->full_ms;
        sum.lg += f->lg;
        sum.warm_lg += f->warm_lg;
        sum.full_ccds += f->full_ccds;
    }
    return sum;
}

static ts_ndb_verdict judge_partial_share(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const sums sum = add_up(table);
    if (sum.scenes == 0) return TS_NDB_NOT_MEASURED;
    const double share = 0.1 * sum.partial / sum.seconds;
    SAY("partial CCD takes %.1f %% of the time of %zu scenes, %.0f %% of the narrow phase", share, sum.scenes,
        100.0 * sum.partial / (sum.partial + sum.full));
    return verdict(share <= 5.0);
}

static ts_ndb_verdict judge_full_ccds(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const sums sum = add_up(table);
    if (sum.scenes == 0) return TS_NDB_NOT_MEASURED;
    SAY("%.3f full CCDs for each iteration, over %zu scenes", sum.full_ccds / sum.lg, sum.scenes);
    return verdict(sum.full_ccds <= 0.15 * sum.lg);
}

static ts_ndb_verdict judge_warm_start(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const sums sum = add_up(table);
    if (sum.scenes == 0) return TS_NDB_NOT_MEASURED;
    SAY("%.1f iterations a step of at most 5, over %zu scenes", sum.warm_lg / (double)sum.scenes, sum.scenes);
    return verdict(sum.warm_lg <= 5.0 * (double)sum.scenes);
}

/* ---- Table 2 ---- */

static const ts_ndb_figures *cell(const ts_ndb_table *table, const char *scene, size_t rate, size_t tolerance) {
    char name[64];
    ts_ndb_cell_name(scene, rate, tolerance, name);
    return of(table, name);
}

static ts_ndb_verdict judge_time_steps(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *small = cell(table, "ndb-folding", 0, 1), *large = cell(table, "ndb-folding", 2, 1);
    if (!small || !large) return TS_NDB_NOT_MEASURED;
    SAY("folding: %.1f iterations a step at 1/150 s, %.1f at 1/50 s, %.2f times as many", small->lg, large->lg,
        large->lg / small->lg);
    return verdict(large->lg > small->lg && large->lg <= 2.5 * 1.3 * small->lg);
}

static ts_ndb_verdict judge_tolerances(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *tight = cell(table, "ndb-twist", 0, 0), *loose = cell(table, "ndb-twist", 0, 2);
    if (!tight || !loose) return TS_NDB_NOT_MEASURED;
    SAY("twist: %.1f iterations a step at 1e-4, %.1f at 1e-3, %.2f times as many", tight->lg, loose->lg,
        tight->lg / loose->lg);
    return verdict(tight->lg > loose->lg && tight->lg <= 214.0 / 157.0 * 1.3 * loose->lg);
}

/* ---- Subspace, CCD ---- */

static ts_ndb_verdict judge_strip(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *with = of(table, "strip-30-modes-20"), *without = of(table, "strip-no-modes-600");
    const ts_ndb_figures *few = of(table, "strip-no-modes-20");
    if (!with || !without || !few || !isfinite(with->apart) || !isfinite(without->apart)) return TS_NDB_NOT_MEASURED;
    SAY("%.4f %% of the size from the converged run by 20 A-Jacobi with 30 modes; without, %.4f %% by 20, %.4f %% by "
        "600",
        100.0 * with->apart, 100.0 * few->apart, 100.0 * without->apart);
    return verdict(with->apart <= 1e-3 && without->apart > with->apart);
}

/* In the worst of the systems. */
static ts_ndb_verdict judge_sweeps(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    double worst = 1.0;
    size_t used = 0;
    for (size_t k = 0; k < table->systems; ++k) {
        const ts_ndb_convergence *system = &table->system[k];
        const double with = system->sweeps[TS_NDB_CURVE_DAMPED_MODES], without = system->sweeps[TS_NDB_CURVE_DAMPED];
        const double most = isfinite(without) ? without : ts_ndb_sweeps_at[TS_NDB_POINTS - 1];
        const int said = snprintf(measured + used, TS_NDB_CLAIM_TEXT - used, "%s%s: %.0f instead of %s%.0f",
                                  k ? "; " : "", system->scene, with, isfinite(without) ? "" : "over ", most);
        used += said > 0 && (size_t)said < TS_NDB_CLAIM_TEXT - used ? (size_t)said : 0;
        worst = isfinite(with) ? fmin(worst, 1.0 - with / most) : -1.0;
    }
    return table->systems > 0 ? verdict(worst >= 0.6) : TS_NDB_NOT_MEASURED;
}

static ts_ndb_verdict judge_loop(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *ours = of(table, "drape-partial"), *rival = of(table, "drape-full-dbb");
    if (!ours || !rival || !(rival->seconds > 0.0)) return TS_NDB_NOT_MEASURED;
    SAY("%.4f and %.4f s a step, %.0f %% less, than with full CCD in every iteration and DBB", ours->seconds,
        rival->seconds, 100.0 * (1.0 - ours->seconds / rival->seconds));
    return verdict(ours->seconds <= 0.4 * rival->seconds);
}

static ts_ndb_verdict judge_newton(const ts_ndb_table *table, char measured[TS_NDB_CLAIM_TEXT]) {
    const ts_ndb_figures *ours = of(table, "drape-partial"), *newton = of(table, "drape-cipc");
    if (!ours || !newton || !(ours->seconds > 0.0)) return TS_NDB_NOT_MEASURED;
    SAY("%.4f s a step, our C-IPC %.4f s, both on one thread: %.1f times", ours->seconds, newton->seconds,
        newton->seconds / ours->seconds);
    return verdict(newton->seconds >= 5.0 * ours->seconds);
}

static const claim_row CLAIMS[] = {
    {"abstract", "no penetration, at any cap of iterations", "0 offences", judge_safety},
    {"Fig. 2, 6", "strip: 20 A-Jacobi converge with 30 modes, 600 are visibly wrong without",
     "within 0.1 % of the size, and nearer than without", judge_strip},
    {"sec. 1, Fig. 6", "reusing the rest shape's modes saves 70 % of the A-Jacobi, also in contact",
     "60 % fewer sweeps of damped Jacobi to 5 % of the error", judge_sweeps},
    {"Fig. 9", "NDB takes 25 to 30 % fewer iterations than DBB on the twist", "15 % fewer or more", judge_barrier},
    {"Fig. 9", "the density of samples of partial CCD does not matter", "within 5 % of each other", judge_samples},
    {"Fig. 10", "50 iterations a step with forwarding look like the converged run", "r.m.s. below 2 % of the size",
     judge_cap_50},
    {"Fig. 10", "lower caps show more artifacts, with forwarding too", "further off from 50 to 25 to 5",
     judge_low_caps},
    {"sec. 6", "forwarding undoes the damping of steps that small toi cuts", "5 times fewer such steps",
     judge_forwarding},
    {"Fig. 11", "partial CCD and NDB cut more than 60 % of the time", "60 % less", judge_loop},
    {"Table 1", "partial CCD is a small part of the time", "at most 5 %", judge_partial_share},
    {"sec. 4.1", "full CCD is rare in the loop", "at most 0.15 for each iteration", judge_full_ccds},
    {"sec. 7", "three to five iterations of warm start", "at most 5", judge_warm_start},
    {"Table 2", "folding: iterations grow 2.5 times from 1/150 to 1/50 s", "more, at most 3.25 times",
     judge_time_steps},
    {"Table 2", "twist: 214 iterations at 1e-4, 157 at 1e-3, 1.36 times as many", "more, at most 1.77 times",
     judge_tolerances},
    {"Fig. 10", "500 times as fast as C-IPC: a GPU against a CPU", "5 times, both on one CPU", judge_newton},
    {"Fig. 11", "12 times as fast as PD-IPC", "", NULL},
    {"Fig. 12", "130 times as fast as PD-BFGS", "", NULL},
    {"Fig. 13", "30 times as fast as PD-Coulomb", "", NULL},
    {"Fig. 19", "100 times as fast as Li et al. 2023", "", NULL},
    {"sec. 4.1", "a dot product is 6,000 times as fast as a cubic solver on the GPU", "", NULL},
    {"Table 1", "5 to 25 frames per second on an RTX 3090", "", NULL},
};

bool ts_ndb_claim_at(const ts_ndb_table *table, size_t index, ts_ndb_claim *claim) {
    if (index >= sizeof CLAIMS / sizeof *CLAIMS) return false;
    const claim_row *row = &CLAIMS[index];
    *claim = (ts_ndb_claim){.where = row->where,
                            .claim = row->claim,
                            .wanted = row->wanted,
                            .verdict = row->judge ? TS_NDB_NOT_MEASURED : TS_NDB_HARDWARE_ONLY};
    if (!row->judge) return true;
    claim->verdict = row->judge(table, claim->measured);
    return true;
}
