/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a run fails by, in words. */
#include "cli/replay/fail_on.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/say.h"

/* ": nc in a.h5 and 2 data sets more" */
static void tell_unanswered(const ts_replay_results *results, size_t method, uint64_t count) {
    size_t d = 0;
    while (!ts_replay_is_unanswered(&results->data_sets[d].cells[method * TS_CCD_KINDS])) ++d;
    ts_say(stderr, " in %s", results->data_sets[d].path);
    if (count > 1) fprintf(stderr, " and %" PRIu64 " data set%s more", count - 1, count > 2 ? "s" : "");
}

/* " 8 and 24 proofs": of one query both may be. */
static void tell_count(const ts_fail_counts *counts, ts_fail_word word) {
    const uint64_t proofs = word == TS_FAIL_UNSAFE ? counts->proofs : 0, answers = counts->of[word] - proofs;
    if (answers > 0) fprintf(stderr, " %" PRIu64, answers);
    if (answers > 0 && proofs > 0) fputs(" and", stderr);
    if (proofs > 0) fprintf(stderr, " %" PRIu64 " proof%s", proofs, proofs > 1 ? "s" : "");
}

static void tell_word(const ts_replay_results *results, ts_fail_word word) {
    const char *before = "";
    fprintf(stderr, "touchstone: fails by '%s' (see --fail-on): ", TS_FAIL_WORD_NAMES[word]);
    for (size_t m = 0; m < results->options->method_count; ++m) {
        const ts_fail_counts counts = ts_replay_count_fails(results, m);
        if (counts.of[word] == 0) continue;
        fprintf(stderr, "%s%s", before, results->options->methods[m].backend->name);
        if (word == TS_FAIL_UNANSWERED)
            tell_unanswered(results, m, counts.of[word]);
        else
            tell_count(&counts, word);
        before = ", ";
    }
    fputc('\n', stderr);
}

bool ts_fail_on_tell(const ts_fail_on *on, const ts_replay_results *results) {
    unsigned words = on->words & ts_replay_fails(results);
    if (on->allow_unsafe) words &= ~(TS_FAIL_BIT(TS_FAIL_UNSAFE) | TS_FAIL_BIT(TS_FAIL_INCONSISTENT));
    bool fails = false;
    for (int w = 0; w < TS_FAIL_WORDS; ++w) {
        if (!(words & TS_FAIL_BIT(w))) continue;
        tell_word(results, (ts_fail_word)w);
        fails = true;
    }
    return fails;
}
