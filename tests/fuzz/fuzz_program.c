/* SPDX-License-Identifier: MIT
 * Fuzz target of the protocol of programs (docs/plugins.md): what a program writes. Bytes 0xff divide the input into
 * what it writes each time that it is started; then it ends its output. Nothing is started here: a socket holds it. */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <touchstone/plugin.h>

#include "ccd/failure.h"
#include "ccd/plugin_process.h"
#include "tests/fuzz/fuzz.h"

enum { QUERIES = 7, BLOCK = 3, ENDS = 0xff, MOST_TEXT = 1 << 14 };

/* What is left to be written. */
static const uint8_t *text, *text_end;

/* In the places of the functions of those names, by the linker (cmake/Fuzz.cmake). */
bool fuzz_ts_process_start(ts_process *process, const char *command);
int fuzz_ts_process_stop(ts_process *process, double seconds);

bool fuzz_ts_process_start(ts_process *process, const char *command) {
    (void)command;
    int ends[2];
    fuzz_require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "no socket");
    const uint8_t *end = text < text_end ? memchr(text, ENDS, (size_t)(text_end - text)) : NULL;
    const size_t length = (size_t)((end ? end : text_end) - text);
    fuzz_require(write(ends[1], text, length) == (ssize_t)length, "a socket that is too small");
    text = end ? end + 1 : text_end;
    close(ends[1]);
    process->id = 1;
    process->fresh = true;
    process->socket = ends[0];
    return true;
}

int fuzz_ts_process_stop(ts_process *process, double seconds) {
    (void)seconds;
    if (process->id != 0) close(process->socket);
    process->id = 0;
    return 0;
}

static void make_method(ts_ccd_method *method) {
    static const ts_ccd_backend *backend;
    ts_error error = {0};
    if (!backend) fuzz_require(ts_ccd_add_program("fuzzed: true", &backend, &error) == TS_OK, error.message);
    fuzz_require(ts_ccd_method_init(method, backend->name, "{\"block\": 3}", &error) == TS_OK, error.message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST_TEXT) return 0;
    ts_ccd_query queries[QUERIES] = {0};
    ts_ccd_result results[QUERIES];
    ts_ccd_failure failures[QUERIES];
    ts_ccd_method method;
    text = data;
    text_end = data + size;
    make_method(&method);
    for (int q = 0; q < QUERIES; ++q) {
        queries[q].kind = (ts_ccd_kind)(q % TS_CCD_KINDS);
        queries[q].x0[0][0] = q + 1.0;
        queries[q].t_max = 1.0 / (q + 1.0);
    }
    ts_ccd_answer_batch_why(&method, QUERIES, queries, results, failures);
    for (int q = 0; q < QUERIES; ++q) {
        const ts_ccd_result *answer = &results[q];
        const int timed = answer->status == TS_CCD_HIT || answer->status == TS_CCD_LIMIT;
        fuzz_require((unsigned)answer->status <= TS_CCD_FAILED, "a status that there is none of");
        fuzz_require(!timed || (answer->toi >= 0.0 && answer->toi <= queries[q].t_max), "a time outside of the step");
        fuzz_require((answer->status == TS_CCD_FAILED) == (failures[q] != TS_CCD_FAILURE_NONE), "no reason");
    }
    ts_ccd_method_clear(&method);
    return 0;
}
