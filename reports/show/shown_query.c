/* SPDX-License-Identifier: GPL-2.0-or-later
 * One query as text: positions, truth, answers, and the pieces of time of each proof. */
#include "reports/show/shown_query.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/say.h"

static const char *row_name(ts_ccd_kind kind, int row) {
    static const char *const names[TS_CCD_KINDS][4] = {
        {"point", "triangle 1", "triangle 2", "triangle 3"},
        {"first 0", "first 1", "second 2", "second 3"},
        {"point", "edge 1", "edge 2", ""},
        {"point 0", "point 1", "", ""},
    };
    return names[kind][row];
}

static void print_positions(const ts_ccd_query *query, const char *format, int width) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int end = 0; end < 2; ++end) {
            const double *x = end ? query->x1[i] : query->x0[i];
            printf("  %-11s t=%d", end ? "" : row_name(query->kind, i), end);
            for (int c = 0; c < 3; ++c) {
                char text[64];
                snprintf(text, sizeof text, format, x[c]);
                printf("  %*s", width, text);
            }
            putchar('\n');
        }
    }
}

static void print_query(const ts_shown_query *shown) {
    const ts_ccd_query *query = &shown->query;
    ts_say(stdout, "Query %" PRIu64 " of %s: %s\n", shown->place.index, shown->place.path,
           ts_ccd_kind_name(query->kind));
    if (shown->scene) {
        ts_say(stdout, "  scene %s", shown->scene);
        if (shown->note.step) printf(", step %" PRIu32 ", iteration %" PRIu32, shown->note.step, shown->note.iteration);
        putchar('\n');
    }
    printf("  min_distance %.17g (%a), t_max %.17g (%a)\n", query->min_distance, query->min_distance, query->t_max,
           query->t_max);
    printf("\nPositions, 17 digits\n");
    print_positions(query, "%.17g", 24);
    printf("\nPositions, exact\n");
    print_positions(query, "%a", 24);
}

static void print_truth(const ts_shown_query *shown) {
    const ts_oracle_truth *truth = &shown->known.truth;
    printf("\nTruth: ");
    if (!truth->contact) {
        printf("free");
    } else if (truth->lo == truth->hi) {
        printf("contact at t* = %.17g (%a), %s", truth->lo, truth->lo,
               ts_feature_name(shown->query.kind, truth->feature));
    } else {
        printf("contact at t* in [%.17g, %.17g] ([%a, %a]), %s", truth->lo, truth->hi, truth->lo, truth->hi,
               ts_feature_name(shown->query.kind, truth->feature));
    }
    printf("; decided by the %s stage\n", ts_oracle_stage_name(truth->stage));
    if (shown->note.contact >= 0) {
        printf("Label: %s%s\n", shown->note.contact ? "contact" : "free",
               (shown->note.contact == 1) != truth->contact ? ", which CONTRADICTS the truth" : "");
    }
    printf("At t = 0: distance %.17g, gap %.17g, %s\n", shown->distance, shown->start.gap_lo,
           ts_feature_name(shown->query.kind, shown->start.feature));
    printf("Lower bound of t* (C-IPC, eq. 10): %.17g\n", shown->bound);
}

/* Of an error, and of an answer that changed. */
static void print_reason(const ts_shown_answer *answer) {
    if (answer->asked.judged.failure != TS_CCD_FAILURE_NONE) {
        printf("  %s", ts_ccd_failure_name(answer->asked.judged.failure));
    }
    if (answer->asked.differs) {
        printf("  asked again: %s", ts_ccd_status_name(answer->asked.other.status));
        if (answer->asked.other.status == TS_CCD_HIT) printf(" at %.17g", answer->asked.other.toi);
    }
    putchar('\n');
}

static void print_answers(const ts_shown_query *shown) {
    printf("\n%-16s %-12s %-24s %-15s %-12s %10s\n", "backend", "status", "toi", "verdict", "t* - toi", "iterations");
    for (size_t i = 0; i < shown->answer_count; ++i) {
        const ts_shown_answer *answer = &shown->answers[i];
        const ts_judgement *judged = &answer->asked.judged;
        char toi[32] = "-", lost[32] = "-";
        if (answer->asked.result.status == TS_CCD_HIT) snprintf(toi, sizeof toi, "%.17g", answer->asked.result.toi);
        if (!isnan(judged->toi_error)) snprintf(lost, sizeof lost, "%.4g", judged->toi_error);
        printf("%-16s %-12s %-24s %-15s %-12s %10" PRIu32 "%s%s", answer->backend,
               ts_ccd_status_name(answer->asked.result.status), toi, ts_verdict_name(judged->verdict), lost,
               answer->asked.result.iterations, judged->stall ? "  stall" : "",
               judged->below_bound ? "  below the bound" : "");
        print_reason(answer);
    }
}

static void print_direction(ts_ccd_kind kind, const ts_ccd_proof_piece *piece) {
    if (piece->feature == 0) {
        printf("n = (%.17g, %.17g, %.17g)\n", piece->n[0], piece->n[1], piece->n[2]);
    } else {
        printf("n = %c direction of %s\n", piece->sign < 0 ? '-' : '+', ts_feature_name(kind, piece->feature));
    }
}

/* Of an answer that has one. */
static void print_proof(ts_ccd_kind kind, const ts_shown_answer *answer) {
    if (answer->proof == TS_PROOF_NONE) return;
    const size_t count = ts_shown_pieces(answer);
    printf("\nCertificate of %s, %zu piece%s: ", answer->backend, count, count == 1 ? "" : "s");
    if (answer->proof == TS_PROOF_ACCEPTED)
        printf("accepted by the exact check\n");
    else
        ts_say(stdout, "FAILS the exact check: %s\n", answer->refusal.message);
    for (size_t i = 0; i < count; ++i) {
        const ts_ccd_proof_piece *piece = &answer->certificate->pieces[i];
        printf("%4zu  t in [%.17g, %.17g]  ", i, piece->t0, piece->t1);
        print_direction(kind, piece);
    }
}

void ts_shown_query_print(const ts_shown_query *shown) {
    print_query(shown);
    print_truth(shown);
    print_answers(shown);
    for (size_t i = 0; i < shown->answer_count; ++i) print_proof(shown->query.kind, &shown->answers[i]);
}
