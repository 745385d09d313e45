/* SPDX-License-Identifier: MIT
 * Starting, asking and ending touchstone-host. */
#define _GNU_SOURCE
#include "core/host/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/host/program.h"
#include "core/interrupt.h"
#include "core/processor.h"

/* ---- Starting ---- */

/* Nobody can change its size afterwards: we could not read it then. */
static int make_memory(void) {
    const int file = memfd_create("touchstone-host", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)sizeof(ts_host_page)) == 0 &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        return file;
    }
    close(file);
    return -1;
}

static int set_files(posix_spawn_file_actions_t *actions, int memory, int life) {
    /* The plug-in's standard output would be read as ours. */
    return posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) |
           posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDOUT_FILENO) |
           posix_spawn_file_actions_adddup2(actions, memory, TS_HOST_MEMORY_FILE) |
           posix_spawn_file_actions_adddup2(actions, life, TS_HOST_LIFE_FILE);
}

/* A session of its own: Ctrl-C is for us. */
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    const short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return posix_spawnattr_setsigdefault(attributes, &all) | posix_spawnattr_setsigmask(attributes, &none) |
           posix_spawnattr_setflags(attributes, flags);
}

static int spawn(ts_channel *channel, char *const arguments[], int memory, int life) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = ts_mark_environment(&channel->mark);
    if (!environment) return ENOMEM;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed == 0) {
        failed = posix_spawnattr_init(&attributes);
        if (failed == 0) {
            failed = set_files(&actions, memory, life) | set_attributes(&attributes);
            if (failed == 0) {
                failed = posix_spawn(&channel->id, arguments[0], &actions, &attributes, arguments, environment);
            }
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    free(environment);
    return failed;
}

/* Above the two descriptors that the host finds them at, so that neither is overwritten on the way. */
static int moved_up(int file) {
    enum { ABOVE = 10 };
    const int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, ABOVE);
    if (file >= 0) close(file);
    return moved;
}

static ts_status run_program(ts_channel *channel, const ts_host_load *load, int memory, ts_error *error) {
    char program[TS_HOST_PATH], bytes[24];
    int life[2];
    const ts_status status = ts_host_find_program(program, error);
    if (status != TS_OK) return status;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, life) != 0)
        return ts_fail(error, TS_ERROR_DATA, "%s: %s", program, strerror(errno));
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)load->limits.memory_bytes);
    char *const arguments[] = {program, (char *)load->kind, (char *)load->path, bytes, NULL}; /* not written to */
    channel->mark = ts_mark_make();
    life[0] = moved_up(life[0]);
    ts_mark_socket(&channel->mark, life[0]);
    const int failed = spawn(channel, arguments, memory, life[0]);
    close(life[0]);
    if (failed == 0) {
        channel->life = life[1];
        return TS_OK;
    }
    close(life[1]);
    channel->id = 0;
    return ts_fail(error, TS_ERROR_DATA, "%s, the program that plug-ins run in, cannot be started: %s", program,
                   strerror(failed));
}

ts_status ts_channel_start(ts_channel *channel, const ts_host_load *load, ts_error *error) {
    ts_channel_clear(channel);
    const int memory = moved_up(make_memory());
    void *page =
        memory < 0 ? MAP_FAILED : mmap(NULL, sizeof(ts_host_page), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    ts_status status = TS_OK;
    if (page == MAP_FAILED) {
        status = ts_fail_memory(error, "what is shared with a plug-in");
    } else {
        channel->page = page;
        channel->page->version = TS_HOST_VERSION;
        channel->page->parent = (int32_t)getpid();
        channel->follows = true; /* it begins where this thread may be now */
        status = run_program(channel, load, memory, error);
    }
    if (memory >= 0) close(memory);
    return status;
}

/* ---- Asking ---- */

static bool has_answered(const ts_channel *channel) {
    return atomic_load_explicit(&channel->page->answered, memory_order_acquire) == channel->number;
}

/* Sent along for times, it comes back with the next request. */
static void follow(ts_channel *channel, const ts_host_request *request) {
    const bool follows = request->word == TS_HOST_TIME;
    if (follows || channel->follows) ts_follow_to_processor(channel->id);
    channel->follows = follows;
}

static void send_request(ts_channel *channel, const ts_host_request *request) {
    ts_host_page *page = channel->page;
    follow(channel, request);
    page->word = (uint32_t)request->word;
    page->count = (uint32_t)request->count;
    page->pass = request->pass;
    page->refused = 0;
    atomic_store(&page->at, 0);
    atomic_store(&page->asked, ++channel->number);
    if (atomic_load(&page->host_sleeps)) ts_futex_wake(&page->asked);
}

static void doze(ts_channel *channel, int64_t nanoseconds) {
    ts_host_page *page = channel->page;
    const uint32_t answered = atomic_load(&page->answered);
    atomic_store(&page->we_sleep, 1);
    if (!has_answered(channel)) ts_futex_wait(&page->answered, answered, nanoseconds);
    atomic_store(&page->we_sleep, 0);
}

static const double LAST_SECONDS = 1.0; /* that a request gets when the user wants to stop */

/* What the host says of where it is keeps it alive, but not for longer than all items may take. */
typedef struct watch {
    uint32_t at;
    double since, end;
    bool hurried; /* the user wants to stop */
} watch;

static bool is_late(ts_channel *channel, const ts_host_request *request, watch *seen) {
    const double now = ts_seconds();
    const uint32_t at = atomic_load(&channel->page->at);
    if (at != seen->at) {
        seen->at = at;
        seen->since = now;
    }
    if (ts_interrupted() && !seen->hurried) {
        seen->hurried = true;
        if (now + LAST_SECONDS < seen->end) seen->end = now + LAST_SECONDS;
    }
    return now - seen->since > request->seconds || now > seen->end;
}

/* Whether the process still runs is asked only when it keeps us waiting. */
static ts_channel_end wait_for_answer(ts_channel *channel, const ts_host_request *request) {
    static const int64_t FIRST_DOZE = 1000000, LONGEST_DOZE = 16000000;
    if (ts_patience_look(&channel->patience, &channel->page->answered, channel->number, true)) {
        return TS_CHANNEL_ANSWERED;
    }
    const double start = ts_seconds();
    watch seen = {.at = 0, .since = start, .end = start + request->seconds * (double)(request->count + 1)};
    for (int64_t time = FIRST_DOZE;; time = time < LONGEST_DOZE ? 2 * time : time) {
        doze(channel, time);
        if (has_answered(channel)) return TS_CHANNEL_ANSWERED;
        if (ts_child_has_ended(channel->id)) return has_answered(channel) ? TS_CHANNEL_ANSWERED : TS_CHANNEL_CRASHED;
        if (is_late(channel, request, &seen)) return TS_CHANNEL_TIMED_OUT;
    }
}

/* By its exit code, when it ended by itself. */
static ts_channel_end reap(ts_channel *channel, ts_channel_end end) {
    int status = 0;
    ts_kill_descendants(channel->id, &channel->mark);
    while (waitpid(channel->id, &status, 0) < 0 && errno == EINTR) continue;
    close(channel->life);
    channel->id = 0;
    return end == TS_CHANNEL_CRASHED && WIFEXITED(status) ? TS_CHANNEL_EXITED : end;
}

ts_channel_end ts_channel_ask(ts_channel *channel, const ts_host_request *request, size_t *at) {
    send_request(channel, request);
    const ts_channel_end end = wait_for_answer(channel, request);
    if (end == TS_CHANNEL_ANSWERED) return end;
    channel->stopped = ts_interrupted();
    const uint32_t told = atomic_load(&channel->page->at);
    *at = told < request->count ? told : 0;
    return reap(channel, end);
}

ts_status ts_channel_refusal(const ts_channel *channel, ts_error *error) {
    if (!channel->page->refused) return TS_OK;
    ts_error told;
    memcpy(&told, channel->page->out, sizeof told);
    told.message[sizeof told.message - 1] = '\0';
    const bool known = told.status > TS_OK && told.status <= TS_ERROR_INTERNAL;
    return ts_fail(error, known ? told.status : TS_ERROR_DATA, "%s",
                   *told.message ? told.message : "the plug-in's process refused without a reason");
}

/* ---- Ending ---- */

void ts_channel_end_process(ts_channel *channel) {
    if (channel->id != 0) reap(channel, TS_CHANNEL_ANSWERED);
}

void ts_channel_clear(ts_channel *channel) {
    ts_channel_end_process(channel);
    if (channel->page) munmap(channel->page, sizeof *channel->page);
    *channel = (ts_channel){0};
}
