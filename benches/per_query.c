/* SPDX-License-Identifier: GPL-2.0-or-later
 * One line per query and backend; doubles as %.17g, which read back as the same doubles. */
#include "benches/per_query.h"

#include <inttypes.h>

#include "core/escape.h"

ts_status ts_per_query_open(const char *path, ts_output *output, ts_error *error) {
    const ts_status status = ts_output_open(output, path, true, error);
    if (status != TS_OK) return status;
    fputs("dataset,query,kind,backend,status,toi,truth,truth_lo,truth_hi,verdict,iterations,reason,"
          "other_status,other_toi\n",
          output->stream);
    return TS_OK;
}

static void write_truth(FILE *stream, const ts_known_truth *known) {
    const bool contact = known->truth.contact;
    const char *name = known->source == TS_TRUTH_NONE ? "" : contact ? "contact" : "free";
    fprintf(stream, ",%s,", name);
    if (known->source == TS_TRUTH_BRACKET && contact) {
        fprintf(stream, "%.17g,%.17g", known->truth.lo, known->truth.hi);
    } else {
        putc(',', stream);
    }
}

void ts_per_query_write(FILE *stream, const char *file, const char *backend, const ts_replay_answer *answer) {
    const ts_ccd_result *result = answer->result;
    ts_put_csv(stream, file);
    fprintf(stream, ",%" PRIu64 ",%s,%s,%s,", answer->index, ts_ccd_kind_name(answer->query->kind), backend,
            ts_ccd_status_name(result->status));
    if (result->status == TS_CCD_HIT) fprintf(stream, "%.17g", result->toi);
    write_truth(stream, answer->known);
    const ts_ccd_failure failure = answer->judgement->failure;
    fprintf(stream, ",%s,%" PRIu32 ",%s,%s,", ts_verdict_name(answer->judgement->verdict), result->iterations,
            failure == TS_CCD_FAILURE_NONE ? "" : ts_ccd_failure_name(failure),
            answer->other ? ts_ccd_status_name(answer->other->status) : "");
    if (answer->other && answer->other->status == TS_CCD_HIT) fprintf(stream, "%.17g", answer->other->toi);
    putc('\n', stream);
}
