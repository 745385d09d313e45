/* SPDX-License-Identifier: MIT
 * Sleeping on a number in shared memory. */
#define _GNU_SOURCE
#include "core/host/page.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LOOKS = 1000, LEAST_LOOKS = 16 };

void ts_futex_wait(_Atomic uint32_t *number, uint32_t value, int64_t nanoseconds) {
    const struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    syscall(SYS_futex, number, FUTEX_WAIT, value, nanoseconds < 0 ? NULL : &limit, NULL, 0);
}

void ts_futex_wake(_Atomic uint32_t *number) {
    syscall(SYS_futex, number, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

bool ts_patience_look(ts_patience *patience, const _Atomic uint32_t *number, uint32_t value, bool until_equal) {
    if (patience->most == 0) {
        patience->most = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? MOST_LOOKS : 1;
        patience->looks = patience->most;
    }
    for (int i = 0; i < patience->looks; ++i) {
        if ((atomic_load_explicit(number, memory_order_acquire) == value) == until_equal) {
            patience->looks = 2 * patience->looks < patience->most ? 2 * patience->looks : patience->most;
            return true;
        }
        pause_briefly();
    }
    if (patience->looks > LEAST_LOOKS) patience->looks /= 2;
    return false;
}
