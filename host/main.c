/* SPDX-License-Identifier: MIT
 * touchstone-host: loads one plug-in and asks it what the shared memory says, so that all that goes wrong goes wrong
 * here. Started by core/host/channel.c.
 *
 * usage: touchstone-host ccd|term FILE.so BYTES */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "host/serve.h"

enum { EXIT_MISUSED = 2, FIRST_OTHER_FILE = TS_HOST_LIFE_FILE + 1 };

/* Blocks until the other end is closed, which happens when its process ends, however it does. A plug-in that closes
 * what it has not opened ends the reading as well: then the parent's number tells. */
static void *wait_for_our_end(void *parent) {
    static const struct timespec pause = {0, 100000000};
    char nothing;
    while (read(TS_HOST_LIFE_FILE, &nothing, 1) > 0) continue;
    while (getppid() == *(const pid_t *)parent) nanosleep(&pause, NULL);
    kill(0, SIGKILL);
    return NULL;
}

static bool watch_life(const ts_host_page *page) {
    static pid_t parent;
    parent = (pid_t)page->parent;
    pthread_t thread;
    pthread_attr_t attributes;
    enum { STACK = 1 << 16 };
    return pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, STACK) == 0 &&
           pthread_create(&thread, &attributes, wait_for_our_end, &parent) == 0;
}

/* Nothing of what our parent has open is the plug-in's. */
static void close_others(void) {
    if (close_range(FIRST_OTHER_FILE, ~0u, 0) == 0) return;
    const long most = sysconf(_SC_OPEN_MAX);
    for (int file = FIRST_OTHER_FILE; file < most; ++file) close(file);
}

static struct rlimit lowered(struct rlimit now, rlim_t most) {
    return now.rlim_max == RLIM_INFINITY || most < now.rlim_max ? (struct rlimit){most, most} : now;
}

static void set_limits(unsigned long long bytes) {
    struct rlimit now;
    if (getrlimit(RLIMIT_CORE, &now) == 0) {
        now = lowered(now, 0);
        setrlimit(RLIMIT_CORE, &now);
    }
#if defined(__SANITIZE_ADDRESS__) /* it reserves more than anybody has */
    (void)bytes;
#else
    if (getrlimit(RLIMIT_AS, &now) == 0) {
        now = lowered(now, (rlim_t)bytes);
        setrlimit(RLIMIT_AS, &now);
    }
#endif
}

/* A child that the plug-in forks is not given it. One that does not end in the plug-in, and comes back to us, ends
 * where it would answer in our place: two would answer then, each forking more. */
static ts_host_page *map_page(void) {
    void *page = mmap(NULL, sizeof(ts_host_page), PROT_READ | PROT_WRITE, MAP_SHARED, TS_HOST_MEMORY_FILE, 0);
    close(TS_HOST_MEMORY_FILE);
    return page == MAP_FAILED || madvise(page, sizeof(ts_host_page), MADV_DONTFORK) != 0 ? NULL : page;
}

static uint32_t wait_for_request(ts_host_page *page, uint32_t last, ts_patience *patience) {
    if (ts_patience_look(patience, &page->asked, last, false)) return atomic_load(&page->asked);
    for (;;) {
        atomic_store(&page->host_sleeps, 1);
        uint32_t asked = atomic_load(&page->asked);
        if (asked == last) ts_futex_wait(&page->asked, last, -1);
        atomic_store(&page->host_sleeps, 0);
        asked = atomic_load(&page->asked);
        if (asked != last) return asked;
    }
}

static void answer(ts_host_page *page, ts_serve *serve, const char *path) {
    ts_error error = {0};
    const ts_status status = serve(page, path, &error);
    if (status == TS_OK) return;
    error.status = status;
    memcpy(page->out, &error, sizeof error);
    page->refused = 1;
}

static void serve_for_ever(ts_host_page *page, ts_serve *serve, const char *path) {
    ts_patience patience = {0, 0};
    for (uint32_t last = 0;;) {
        last = wait_for_request(page, last, &patience);
        answer(page, serve, path);
        atomic_store(&page->answered, last);
        if (atomic_load(&page->we_sleep)) ts_futex_wake(&page->answered);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "touchstone-host is started by touchstone to run a plug-in in.\n");
        return EXIT_MISUSED;
    }
    close_others();
    ts_host_page *page = map_page();
    if (!page || page->version != TS_HOST_VERSION || !watch_life(page)) {
        fprintf(stderr, "touchstone-host: not started by a touchstone of its own version\n");
        return EXIT_MISUSED;
    }
    set_limits(strtoull(argv[3], NULL, 10));
    serve_for_ever(page, strcmp(argv[1], "term") == 0 ? ts_serve_term : ts_serve_ccd, argv[2]);
    return EXIT_MISUSED;
}
