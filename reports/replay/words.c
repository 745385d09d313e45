/* SPDX-License-Identifier: GPL-2.0-or-later
 * Wording of a replay's report. */
#include "reports/replay/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/files.h"

static const char *failure_phrase(ts_ccd_failure failure) {
    switch (failure) {
    case TS_CCD_FAILURE_OWN: return "says that it cannot answer";
    case TS_CCD_FAILURE_NAN: return "says a toi that is no number";
    case TS_CCD_FAILURE_OUTSIDE: return "says a toi outside [0, t_max]";
    case TS_CCD_FAILURE_STATUS: return "says a status that there is none of";
    case TS_CCD_FAILURE_CRASHED: return "crashes";
    case TS_CCD_FAILURE_EXITED: return "ends its process";
    case TS_CCD_FAILURE_TIMED_OUT: return "takes too long";
    case TS_CCD_FAILURE_OUTPUT: return "writes what is no answer";
    case TS_CCD_FAILURE_GIVEN_UP: return "is given up: it failed too often, or cannot be started";
    case TS_CCD_FAILURE_MEDDLED: return "meddles with what is not its own";
    case TS_CCD_FAILURE_NONE:
    case TS_CCD_FAILURES: break;
    }
    return "fails";
}

char *ts_worst_phrase(ts_worst kind, double value) {
    const ts_ccd_failure failure = ts_worst_failure(kind);
    if (failure != TS_CCD_FAILURE_NONE) return ts_text("%s", failure_phrase(failure));
    switch (kind) {
    case TS_WORST_FALSE_NEGATIVE:
        return isnan(value) ? ts_text("misses a contact") : ts_text("misses a contact at t = %.3g", value);
    case TS_WORST_LATE: return ts_text("%.3g after the contact", value);
    case TS_WORST_CERTIFICATE: return ts_text("claims [0, %.3g] without a proof", value);
    case TS_WORST_STALL: return ts_text("loses %.3g of the step to a tiny toi", value);
    case TS_WORST_BELOW_BOUND: return ts_text("%.3g below the lower bound", value);
    case TS_WORST_TOI_ERROR: return ts_text("%.3g before the contact", value);
    case TS_WORST_FALSE_POSITIVE: return ts_text("loses %.3g of a free step", value);
    case TS_WORST_LIMIT: return ts_text("gives up after %.0f iterations", value);
    case TS_WORST_INCONSISTENT: return ts_text("answers in two ways");
    case TS_WORST_SLOWEST: return ts_text("%.0f ns", value);
    default: return ts_text("%.3g", value);
    }
}

/* "100 point-triangle, 153 edge-edge" */
static char *kinds_phrase(const ts_replay_data_set *data_set) {
    char *text = ts_text("%s", "");
    for (int kind = 0; text && kind < TS_CCD_KINDS; ++kind) {
        if (data_set->kinds[kind] == 0) continue;
        char *longer = ts_text("%s%s%" PRIu64 " %s", text, *text ? ", " : "", data_set->kinds[kind],
                               ts_ccd_kind_name((ts_ccd_kind)kind));
        free(text);
        text = longer;
    }
    return text;
}

/* "253 labels, 2 wrong" */
static char *labels_phrase(const ts_replay_results *results, const ts_replay_data_set *data_set) {
    if (data_set->labelled == 0) return ts_text("no labels");
    if (results->options->oracle != TS_ORACLE_MODE_EXACT) return ts_text("%" PRIu64 " labels", data_set->labelled);
    return ts_text("%" PRIu64 " labels, %" PRIu64 " wrong", data_set->labelled, data_set->conflict_count);
}

/* "; oracle: 200 float, 30 mpfr, 23 exact" */
static char *stages_phrase(const ts_replay_results *results, const ts_replay_data_set *data_set) {
    if (results->options->oracle != TS_ORACLE_MODE_EXACT) return ts_text("%s", "");
    const uint64_t *stages = data_set->stages;
    return ts_text("; oracle: %" PRIu64 " float, %" PRIu64 " mpfr, %" PRIu64 " exact", stages[0], stages[1], stages[2]);
}

char *ts_data_set_phrase(const ts_replay_results *results, const ts_replay_data_set *data_set) {
    if (data_set->queries == 0) return ts_text("no queries");
    char *kinds = kinds_phrase(data_set);
    char *labels = labels_phrase(results, data_set);
    char *stages = stages_phrase(results, data_set);
    char *text = NULL;
    if (kinds && labels && stages) {
        text = ts_text("%" PRIu64 " queries (%s), %" PRIu64 " contacts; %s%s", data_set->queries, kinds,
                       data_set->contacts, labels, stages);
    }
    free(kinds);
    free(labels);
    free(stages);
    return text;
}
