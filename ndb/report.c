/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver says of its iterations and its run. */
#include "ndb/report.h"

#include <stdio.h>
#include <string.h>

#include "ndb/told.h"

const ts_solver_phase ts_ndb_phases[TS_NDB_PHASES] = {
    [TS_NDB_PHASE_LOCAL] = {"local", "local step of elements", false},
    [TS_NDB_PHASE_GATHER] = {"gather", "local step of contact", false},
    [TS_NDB_PHASE_SUBSPACE] = {"subspace", "subspace", false},
    [TS_NDB_PHASE_SMOOTH] = {"smooth", "smoother", false},
    [TS_NDB_PHASE_ACCELERATION] = {"acceleration", "acceleration", false},
    [TS_NDB_PHASE_PARTIAL] = {"partial", "partial CCD", false},
    [TS_NDB_PHASE_FULL] = {"full", "full CCD", false},
    [TS_NDB_PHASE_BROAD] = {"broad", "  of it broad phase", true},
    [TS_NDB_PHASE_CCD] = {"ccd", "  of it the method", true},
    [TS_NDB_PHASE_SET] = {"pairs", "  of it the set of pairs", true},
    [TS_NDB_PHASE_WARM] = {"warm", "warm start", false},
    [TS_NDB_PHASE_FORWARD] = {"forward", "residual forwarding", false},
};

/* Forwarding comes after a step's last iteration, and is told with the step. */
static const char *const IN_LOG[TS_NDB_PHASES] = {
    [TS_NDB_PHASE_LOCAL] = "local_seconds",
    [TS_NDB_PHASE_GATHER] = "gather_seconds",
    [TS_NDB_PHASE_SUBSPACE] = "subspace_seconds",
    [TS_NDB_PHASE_SMOOTH] = "smooth_seconds",
    [TS_NDB_PHASE_PARTIAL] = "partial_seconds",
    [TS_NDB_PHASE_FULL] = "full_seconds",
    [TS_NDB_PHASE_BROAD] = "broad_seconds",
    [TS_NDB_PHASE_CCD] = "ccd_seconds",
    [TS_NDB_PHASE_SET] = "pairs_seconds",
    [TS_NDB_PHASE_WARM] = "warm_seconds",
    [TS_NDB_PHASE_ACCELERATION] = "acceleration_seconds",
};

/* ---- An iteration ---- */

static void add(ts_iteration *to, ts_figure *list, ts_figure figure) {
    list[to->figures++] = figure;
}

/* Energies compare from one iteration to the next while no weight has changed between them. */
static void add_contact(ts_iteration *to, ts_figure *list, const ts_ndb *s, const ts_ndb_iteration *it) {
    const ts_ndb_contact_report *last = ts_ndb_contact_last(s->contact);
    add(to, list, (ts_figure){"set_changed", TS_FIGURE_FLAG, last->has_changed});
    add(to, list, (ts_figure){"pairs", TS_FIGURE_COUNT, (double)last->pairs});
    add(to, list, (ts_figure){"active", TS_FIGURE_COUNT, (double)it->active});
    add(to, list, (ts_figure){"a_max", TS_FIGURE_COUNT, last->most_growth});
    if (!it->way) return;
    add(to, list, (ts_figure){"toi", TS_FIGURE_REAL, it->way->toi});
    add(to, list, (ts_figure){"fraction", TS_FIGURE_REAL, it->way->fraction});
    add(to, list, (ts_figure){"hits", TS_FIGURE_COUNT, (double)it->way->hits});
    add(to, list, (ts_figure){"halvings", TS_FIGURE_COUNT, it->way->halvings});
    add(to, list, (ts_figure){"least_gap", TS_FIGURE_REAL, it->way->least_gap});
    add(to, list, (ts_figure){"queries", TS_FIGURE_COUNT, (double)last->ccd.queries});
    add(to, list, (ts_figure){"candidates", TS_FIGURE_COUNT, (double)last->candidates});
}

bool ts_ndb_report_iteration(ts_ndb *s, const ts_ndb_iteration *it) {
    const ts_iteration_observer *observer = &s->simulation->hooks.observer;
    double seconds[TS_NDB_PHASES];
    memcpy(seconds, s->seconds, sizeof seconds);
    memset(s->seconds, 0, sizeof s->seconds);
    if (!observer->observe) return true;
    ts_figure list[TS_SOLVER_MOST_FIGURES];
    ts_iteration told = {
        .minimisation = it->outer,
        .number = it->number,
        .broad_seconds = seconds[TS_NDB_PHASE_BROAD],
        .set_up_seconds = seconds[TS_NDB_PHASE_BROAD],
        .ccd_seconds = seconds[TS_NDB_PHASE_CCD],
        .phase_seconds = seconds,
        .figure = list,
    };
    add(&told, list, (ts_figure){"inner", TS_FIGURE_COUNT, it->inner});
    add(&told, list, (ts_figure){"dx", TS_FIGURE_REAL, it->change});
    add(&told, list, (ts_figure){"energy", TS_FIGURE_REAL, s->energy});
    if (s->contact) {
        told.contacts = ts_ndb_contact_last(s->contact)->pairs;
        add_contact(&told, list, s, it);
    }
    for (size_t k = 0; k < TS_NDB_PHASES; ++k)
        if (IN_LOG[k]) add(&told, list, (ts_figure){IN_LOG[k], TS_FIGURE_REAL, seconds[k]});
    return observer->observe(observer->self, &told, (const double(*)[3])s->minus);
}

/* ---- The whole run ---- */

size_t ts_ndb_figures(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]) {
    static const char *const EXITS[TS_NDB_EXITS] = {"exit_below_1e-6", "exit_below_1e-2", "exit_below_0.1",
                                                    "exit_below_1", "exit_whole"};
    const ts_ndb *s = self;
    const ts_ndb_counts *counts = &s->counts;
    const ts_figure own[] = {
        {"lg", TS_FIGURE_COUNT, (double)counts->lg},
        {"warm_lg", TS_FIGURE_COUNT, (double)counts->warm_lg},
        {"forward_lg", TS_FIGURE_COUNT, (double)counts->forward_lg},
        {"forwardings", TS_FIGURE_COUNT, (double)counts->forwardings},
        {"accelerated", TS_FIGURE_COUNT, (double)counts->accelerated},
        {"quasi_newton", TS_FIGURE_COUNT, (double)counts->quasi_newton},
        {"taken_back", TS_FIGURE_COUNT, (double)counts->taken_back},
        {"restarts", TS_FIGURE_COUNT, (double)counts->restarts},
        {"outers", TS_FIGURE_COUNT, (double)counts->outers},
        {"sweeps", TS_FIGURE_COUNT, (double)counts->lg * s->options.sweeps},
        {"setup_seconds", TS_FIGURE_REAL, counts->setup_seconds},
        {"told_late_seconds", TS_FIGURE_REAL, ts_ndb_told_late(s)},
    };
    size_t count = sizeof own / sizeof *own;
    memcpy(list, own, sizeof own);
    for (size_t k = 0; k < TS_NDB_EXITS; ++k)
        list[count++] = (ts_figure){EXITS[k], TS_FIGURE_COUNT, (double)counts->exits[k]};
    if (!s->contact) return count;
    const ts_ndb_contact_report *contact = ts_ndb_contact_last(s->contact);
    list[count++] = (ts_figure){"full_ccds", TS_FIGURE_COUNT, (double)contact->fulls};
    list[count++] = (ts_figure){"short_ways", TS_FIGURE_COUNT, (double)contact->passes};
    list[count++] = (ts_figure){"partial_ccds", TS_FIGURE_COUNT, (double)contact->partials};
    list[count++] = (ts_figure){"rechecks", TS_FIGURE_COUNT, (double)contact->rechecks};
    list[count++] = (ts_figure){"candidates", TS_FIGURE_COUNT, (double)contact->candidates};
    list[count++] = (ts_figure){"without_normal", TS_FIGURE_COUNT, (double)contact->without_normal};
    return count;
}

void ts_ndb_remark(const void *self, const double *seconds, char *text, size_t size) {
    (void)seconds;
    const ts_ndb *s = self;
    const ts_ndb_counts *counts = &s->counts;
    const double steps = counts->steps > 0 ? (double)counts->steps : 1.0;
    const size_t fulls = s->contact ? ts_ndb_contact_last(s->contact)->fulls : 0;
    snprintf(text, size,
             "local-global iterations %.1f a step (warm starts %.1f, forwarding %.1f), full CCDs %.1f; modes in %.2f s",
             (double)counts->lg / steps, (double)counts->warm_lg / steps, (double)counts->forward_lg / steps,
             (double)fulls / steps, counts->setup_seconds);
    const double late = ts_ndb_told_late(s);
    const size_t length = strlen(text);
    if (late > 0.0) snprintf(text + length, size - length, "; told nodes are %.3g s late at the end", late);
}
