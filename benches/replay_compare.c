/* SPDX-License-Identifier: GPL-2.0-or-later
 * Comparing a method's answers to the same query. */
#include "benches/replay_compare.h"

#include <inttypes.h>
#include <stdio.h>

#include "benches/ask.h"
#include "ccd/failure.h"

enum { NOTICES = 5 }; /* of each method */

/* With what it said while it was timed, alone and in a batch. */
static void compare_timed(const ts_replay_work *work, const ts_replay_block *block, size_t method, size_t q,
                          const ts_asked_block *asked) {
    const size_t repetitions = (size_t)work->options->repetitions;
    const ts_ccd_result *const said[] = {work->times.answers, work->times.batched};
    for (size_t i = 0; i < 2 * repetitions; ++i) {
        ts_ccd_result timed = said[i / repetitions][(method * repetitions + i % repetitions) * block->count + q];
        if (i >= repetitions && timed.status == TS_CCD_UNSUPPORTED) break; /* not asked in a batch */
        const ts_ccd_failure failure = ts_ccd_settle(&block->queries[q], &timed);
        if (failure == TS_CCD_FAILURE_GIVEN_UP) continue; /* not timed any more: that is no answer */
        ts_ask_compare(asked, (size_t)(&block->queries[q] - asked->queries), &timed, failure);
    }
}

void ts_compare_answers(ts_replay_work *work, const ts_replay_block *block, size_t method, size_t q, size_t count) {
    const size_t at = method * work->room + q;
    const ts_asked_block asked = {
        count, block->queries + q, work->results + at, work->failures + at, work->others + at, work->differs + at};
    for (size_t i = 0; i < count; ++i) {
        asked.differs[i] = false;
        compare_timed(work, block, method, q + i, &asked);
    }
    ts_ask_again(&work->options->methods[method], &asked);
}

/* ---- Telling ---- */

static const char *failure_words(ts_ccd_failure failure) {
    switch (failure) {
    case TS_CCD_FAILURE_CRASHED: return "crashed on";
    case TS_CCD_FAILURE_EXITED: return "ended its process on";
    case TS_CCD_FAILURE_TIMED_OUT: return "took too long for";
    case TS_CCD_FAILURE_OUTPUT: return "wrote what is no answer to";
    case TS_CCD_FAILURE_GIVEN_UP: return "is not asked any more, from";
    case TS_CCD_FAILURE_MEDDLED: return "meddled with what is not its own on";
    default: return NULL;
    }
}

static void print_answer(const ts_ccd_result *answer, char *text, size_t size) {
    const bool has_toi = answer->status == TS_CCD_HIT || answer->status == TS_CCD_LIMIT;
    if (has_toi)
        snprintf(text, size, "%s at %.17g", ts_ccd_status_name(answer->status), answer->toi);
    else
        snprintf(text, size, "%s", ts_ccd_status_name(answer->status));
}

void ts_notice_answer(const ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                      size_t method, size_t q) {
    const ts_replay_progress *progress = &work->options->progress;
    const size_t at = method * work->room + q;
    const char *words = work->differs[at] ? "answers in two ways" : failure_words(work->failures[at]);
    if (!words || !progress->notice || work->notices[method] >= NOTICES) return;
    char text[1024], one[64] = "", other[64] = "";
    if (work->differs[at]) {
        print_answer(&work->results[at], one, sizeof one);
        print_answer(&work->others[at], other, sizeof other);
    }
    /* One that is given up stays so. */
    const bool last = ++work->notices[method] == NOTICES || work->failures[at] == TS_CCD_FAILURE_GIVEN_UP;
    if (last) work->notices[method] = NOTICES;
    snprintf(text, sizeof text, "%s %s query %" PRIu64 " of %.500s%s%s%s%s%s",
             work->options->methods[method].backend->name, words, block->index[q], data_set->files.paths[block->file],
             *one ? ": " : "", one, *one ? ", and " : "", other, last ? " (no more of its kind is told)" : "");
    progress->notice(progress->self, text);
}
