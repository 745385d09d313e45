/* SPDX-License-Identifier: MIT
 * A program as a backend: queries go out as lines of text, answers come back one line each. The protocol is
 * docs/plugins.md. */
#include <touchstone/plugin.h>

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/failure.h"
#include "ccd/plugin_process.h"
#include "ccd/registry.h"
#include "core/c_locale.h"
#include "core/error.h"

enum { QUERY_ROOM = 1024 }; /* a query as text: 26 numbers of at most 24 characters, and its kind */

static const double LAST_SECONDS = 1.0; /* that a program gets to end by itself */

enum { OPTION_TIMEOUT, OPTION_BLOCK, OPTION_S, OPTION_PROGRAM, OPTION_COUNT };

/* What was added, one entry per program, for as long as our own process lives. */
typedef struct added_program {
    ts_ccd_backend backend;
    ts_ccd_option options[OPTION_COUNT];
    char name[48];
    char *command;
    char *summary;
} added_program;

static added_program *programs[TS_CCD_MAX_PROGRAMS];
static size_t program_count;

/* A method's program. One runs, whatever the number of threads: answers must not depend on it. */
typedef struct runner {
    const char *command;
    double timeout;
    size_t block;
    pthread_mutex_t lock; /* on what follows */
    ts_process process;
    bool answers; /* it has said something once */
    bool left;    /* the last process ended by itself, without trouble, before it answered anything of its last block */
    bool absent;  /* the shell cannot run the command; asking again will not help */
    char *text;   /* a block of queries; owned */
} runner;

/* ---- The protocol ---- */

static char *print_rows(char *text, const double x[4][3], int rows) {
    for (int i = 0; i < rows; ++i) text += sprintf(text, " %a %a %a", x[i][0], x[i][1], x[i][2]);
    return text;
}

/* KIND MIN_DISTANCE T_MAX, then the rows that the kind uses: all of x0, all of x1. */
static char *print_query(char *text, const ts_ccd_query *query) {
    const int rows = ts_ccd_vertices(query->kind);
    text += sprintf(text, "%s %a %a", ts_ccd_kind_name(query->kind), query->min_distance, query->t_max);
    text = print_rows(text, query->x0, rows);
    text = print_rows(text, query->x1, rows);
    return text + sprintf(text, "\n");
}

static void print_block(char *text, size_t n, const ts_ccd_query *queries) {
    ts_c_locale locale;
    ts_c_locale_enter(&locale);
    text += sprintf(text, "block %zu\n", n);
    for (size_t i = 0; i < n; ++i) text = print_query(text, &queries[i]);
    ts_c_locale_leave(&locale);
}

static const char *skip_blanks(const char *text) {
    while (*text == ' ' || *text == '\t' || *text == '\r') ++text;
    return text;
}

static bool read_status(const char **text, ts_ccd_status *status) {
    const char *word = skip_blanks(*text);
    const size_t length = strcspn(word, " \t\r");
    for (int s = TS_CCD_FREE; s <= TS_CCD_FAILED; ++s) {
        const char *name = ts_ccd_status_name((ts_ccd_status)s);
        if (strlen(name) != length || strncmp(word, name, length) != 0) continue;
        *status = (ts_ccd_status)s;
        *text = word + length;
        return true;
    }
    return false;
}

static double read_number(const char *text, char **end) {
    ts_c_locale locale;
    ts_c_locale_enter(&locale);
    const double value = strtod(text, end);
    ts_c_locale_leave(&locale);
    return value;
}

/* STATUS [TOI] [ITERATIONS]: hit and limit have a toi, which must make sense. Returns what is wrong with the line. */
static ts_ccd_failure read_answer(const char *line, const ts_ccd_query *query, ts_ccd_result *result) {
    ts_ccd_result read = {.toi = query->t_max};
    char *end;
    if (!read_status(&line, &read.status)) return TS_CCD_FAILURE_OUTPUT;
    if (read.status == TS_CCD_HIT || read.status == TS_CCD_LIMIT) {
        read.toi = read_number(line, &end);
        if (end == line) return TS_CCD_FAILURE_OUTPUT;
        line = end;
    }
    line = skip_blanks(line);
    if (isdigit((unsigned char)*line)) {
        const unsigned long long iterations = strtoull(line, &end, 10);
        read.iterations = iterations < UINT32_MAX ? (uint32_t)iterations : UINT32_MAX;
        line = skip_blanks(end);
    }
    if (*line != '\0') return TS_CCD_FAILURE_OUTPUT;
    ts_ccd_result settled = read;
    const ts_ccd_failure failure = read.status == TS_CCD_FAILED ? TS_CCD_FAILURE_NONE : ts_ccd_settle(query, &settled);
    if (failure == TS_CCD_FAILURE_NONE) *result = read;
    return failure;
}

/* Reads lines as long as they are answers; returns how many. What has no line end is not a line. *failure: what is
 * wrong with the line after those; none where there is no such line. */
static size_t read_answers(char *text, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                           ts_ccd_failure *failure) {
    *failure = TS_CCD_FAILURE_NONE;
    for (size_t i = 0; i < n; ++i) {
        char *end = strchr(text, '\n');
        if (!end) return i;
        *end = '\0';
        *failure = read_answer(text, &queries[i], &results[i]);
        if (*failure != TS_CCD_FAILURE_NONE) return i;
        text = end + 1;
    }
    return n;
}

/* ---- Asking ---- */

/* The shell's exit codes of what it cannot run, does not find, and (greater) of what a signal ended. */
enum { COMMAND_NOT_RUN = 126, COMMAND_NOT_FOUND = 127, COMMAND_KILLED = 128 };

/* Why a program that was stopped, having ended with that code, has written no line for a query. */
static ts_ccd_failure failure_of(const runner *run, bool all_answered, int code) {
    if (run->absent) return TS_CCD_FAILURE_GIVEN_UP;
    if (all_answered) return TS_CCD_FAILURE_OUTPUT; /* too many lines */
    switch (run->process.silence) {
    case TS_PROCESS_TIMED_OUT: return TS_CCD_FAILURE_TIMED_OUT;
    case TS_PROCESS_TALKED: return TS_CCD_FAILURE_OUTPUT;
    case TS_PROCESS_ENDED: break;
    }
    if (code == TS_PROCESS_KILLED) return TS_CCD_FAILURE_OUTPUT; /* it ran on, but had closed its output */
    return code < 0 || code > COMMAND_KILLED ? TS_CCD_FAILURE_CRASHED : TS_CCD_FAILURE_EXITED;
}

/* Asks for a block and returns how many of its queries are answered; of the next *failure says why not. After any
 * trouble the program is gone: what it would say next could belong to another query. */
static size_t ask_block(runner *run, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                        ts_ccd_failure *failure) {
    *failure = TS_CCD_FAILURE_GIVEN_UP;
    run->left = false;
    if (run->absent || (run->process.id == 0 && !ts_process_start(&run->process, run->command))) return 0;
    print_block(run->text, n, queries);
    const bool in_step = ts_process_ask(&run->process, run->text, n, run->timeout);
    ts_ccd_failure said = TS_CCD_FAILURE_NONE;
    size_t answered = run->process.answer ? read_answers(run->process.answer, n, queries, results, &said) : 0;
    run->answers = run->answers || answered > 0;
    if (in_step && answered == n) return n;
    static const double CLOSING_SECONDS = 0.1; /* from the end of its output to its own */
    const bool ends = !in_step && run->process.silence == TS_PROCESS_ENDED;
    const int code = ts_process_stop(&run->process, ends ? CLOSING_SECONDS : 0.0);
    run->left = ends && code == 0 && answered == 0 && said == TS_CCD_FAILURE_NONE;
    run->absent = !run->answers && (code == COMMAND_NOT_FOUND || code == COMMAND_NOT_RUN);
    *failure = said != TS_CCD_FAILURE_NONE ? said : failure_of(run, answered == n, code);
    /* Too many lines: none of them can be trusted. */
    return answered == n ? 0 : answered;
}

/* The same; a program that went by itself after the block before, as it may, is asked once more. */
static size_t ask(runner *run, size_t n, const ts_ccd_query *queries, ts_ccd_result *results, ts_ccd_failure *failure) {
    const bool was_fresh = run->process.id == 0;
    const size_t answered = ask_block(run, n, queries, results, failure);
    return !was_fresh && run->left ? ask_block(run, n, queries, results, failure) : answered;
}

/* A block does not say on which of its queries it went wrong: they are asked again by themselves. Where none of them
 * fails so, the first stands for the block: a query that fails once has failed. */
static void answer_block(runner *run, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    ts_ccd_failure of_block = TS_CCD_FAILURE_NONE, failure;
    const size_t answered = n > 1 ? ask(run, n, queries, results, &of_block) : 0;
    bool any_failed = false;
    for (size_t i = answered; i < n; ++i) {
        if (ask(run, 1, &queries[i], &results[i], &failure) == 1) continue;
        results[i] = (ts_ccd_result){.status = ts_ccd_failed_because(failure)};
        any_failed = true;
    }
    if (n > 1 && answered < n && !any_failed)
        results[answered] = (ts_ccd_result){.status = ts_ccd_failed_because(of_block)};
}

static void program_query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    runner *run = self;
    pthread_mutex_lock(&run->lock);
    for (size_t first = 0; first < n; first += run->block) {
        const size_t count = n - first < run->block ? n - first : run->block;
        answer_block(run, count, queries + first, results + first);
    }
    pthread_mutex_unlock(&run->lock);
}

static void program_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    program_query_batch(self, 1, query, result);
}

/* ---- The backend ---- */

static const ts_ccd_option OPTIONS[OPTION_COUNT] = {
    [OPTION_TIMEOUT] = {"timeout", TS_OPTION_REAL, 10.0, 1e-3, 86400.0, "seconds that a block of queries may take"},
    [OPTION_BLOCK] = {"block", TS_OPTION_INTEGER, 256.0, 1.0, 65536.0, "queries sent at once"},
    [OPTION_S] = {"s", TS_OPTION_REAL, 0.0, 0.0, 0x1.fffffffffffffp-1,
                  "fraction of the initial gap that the program keeps; for the referee, it is not sent"},
    /* create is told the options only; this one, fixed for each backend, says which backend it is. */
    [OPTION_PROGRAM] = {"program", TS_OPTION_INTEGER, 0.0, 0.0, 0.0, "number of the program in this run"},
};

static ts_status program_create(const char *options_json, void **self) {
    /* The number's range is that of a backend; here any will do. */
    ts_ccd_option options[OPTION_COUNT];
    memcpy(options, OPTIONS, sizeof options);
    options[OPTION_PROGRAM].most = TS_CCD_MAX_PROGRAMS;
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(options, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    const size_t number = (size_t)values[OPTION_PROGRAM];
    if (number < 1 || number > program_count) return TS_ERROR_USAGE;

    runner *run = calloc(1, sizeof *run);
    if (!run) return TS_ERROR_MEMORY;
    run->command = programs[number - 1]->command;
    run->timeout = values[OPTION_TIMEOUT];
    run->block = (size_t)values[OPTION_BLOCK];
    run->text = malloc((run->block + 1) * QUERY_ROOM);
    if (!run->text || pthread_mutex_init(&run->lock, NULL) != 0) {
        free(run->text);
        free(run);
        return TS_ERROR_MEMORY;
    }
    *self = run;
    return TS_OK;
}

static void program_destroy(void *self) {
    runner *run = self;
    ts_process_stop(&run->process, LAST_SECONDS);
    pthread_mutex_destroy(&run->lock);
    free(run->process.answer);
    free(run->text);
    free(run);
}

/* ---- Adding ---- */

/* "NAME: COMMAND": the length of NAME, 0 when there is none. */
static size_t name_length(const char *command) {
    const size_t length = strspn(command, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return command[length] == ':' && command[length + 1] == ' ' && length < 41 ? length : 0;
}

static void free_program(added_program *program) {
    if (!program) return;
    free(program->command);
    free(program->summary);
    free(program);
}

static added_program *make_program(const char *command, size_t number) {
    static const char about[] = "the program: ";
    added_program *program = calloc(1, sizeof *program);
    if (!program) return NULL;
    const size_t named = name_length(command);
    if (named > 0) {
        memcpy(program->name, command, named);
        command += named + 2;
    } else {
        snprintf(program->name, sizeof program->name, "exec-%zu", number);
    }
    program->command = strdup(command);
    program->summary = malloc(sizeof about + strlen(command));
    if (!program->command || !program->summary) {
        free_program(program);
        return NULL;
    }
    strcat(strcpy(program->summary, about), command);
    memcpy(program->options, OPTIONS, sizeof OPTIONS);
    ts_ccd_option *which = &program->options[OPTION_PROGRAM];
    which->standard = which->least = which->most = (double)number;
    program->backend = (ts_ccd_backend){
        .abi = TS_CCD_ABI,
        .name = program->name,
        .summary = program->summary,
        .source = "a program of the user's",
        .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE, /* it says `unsupported` itself */
        .options = program->options,
        .option_count = OPTION_COUNT,
        .create = program_create,
        .query = program_query,
        .query_batch = program_query_batch,
        .destroy = program_destroy,
    };
    return program;
}

ts_status ts_ccd_add_program(const char *command, const ts_ccd_backend **added, ts_error *error) {
    if (command[strspn(command, " \t")] == '\0') {
        return ts_fail(error, TS_ERROR_USAGE, "a program without a command cannot be a backend");
    }
    if (program_count == TS_CCD_MAX_PROGRAMS) {
        return ts_fail(error, TS_ERROR_USAGE, "the program '%.200s' does not fit: %d have been added already", command,
                       TS_CCD_MAX_PROGRAMS);
    }
    added_program *program = make_program(command, program_count + 1);
    if (!program) return ts_fail_memory(error, "a program");
    const ts_status status = ts_ccd_register_foreign(&program->backend, error);
    if (status != TS_OK) {
        free_program(program);
        return status;
    }
    programs[program_count++] = program;
    if (added) *added = &program->backend;
    return TS_OK;
}
