/* SPDX-License-Identifier: MIT
 * A page that processes share: of each thread the number of beginnings and ends. An odd one is a call. */
#define _GNU_SOURCE
#include "core/calls.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_THREADS = 1024 }; /* the others are not seen */

/* A cache line each: threads count at every call. */
typedef struct seen_thread {
    _Alignas(64) atomic_uint_fast64_t count;
} seen_thread;

typedef struct page {
    atomic_int threads;
    seen_thread thread[MOST_THREADS];
} page;

static page *shared;

static seen_thread *own(void) {
    static _Thread_local int index = -1;
    if (index < 0) index = atomic_fetch_add(&shared->threads, 1);
    return index < MOST_THREADS ? &shared->thread[index] : NULL;
}

bool ts_calls_show(void) {
    void *made = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) return false;
    shared = made;
    return true;
}

/* Has this process been forked from the one that makes the calls? */
static bool is_copy;

static void become_copy(void) {
    is_copy = true;
}

bool ts_calls_return_here_only(void) {
    return pthread_atfork(NULL, NULL, become_copy) == 0;
}

static void count(void) {
    seen_thread *thread = shared ? own() : NULL;
    if (!thread) return;
    const uint_fast64_t before = atomic_load_explicit(&thread->count, memory_order_relaxed);
    atomic_store_explicit(&thread->count, before + 1, memory_order_relaxed);
}

void ts_call_begins(void) {
    count();
}

void ts_call_ends(void) {
    if (is_copy) _exit(EXIT_FAILURE); /* what waits to be written is the other's */
    count();
}

bool ts_calls_same_as_before(void) {
    static uint_fast64_t before[MOST_THREADS];
    bool same = false;
    for (int k = 0; shared && k < MOST_THREADS; ++k) {
        const uint_fast64_t now = atomic_load_explicit(&shared->thread[k].count, memory_order_relaxed);
        same = same || (now % 2 == 1 && now == before[k]);
        before[k] = now;
    }
    return same;
}
