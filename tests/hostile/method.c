/* SPDX-License-Identifier: MIT
 * Methods that misbehave, each in one way; HOSTILE says how. They are safe on all but point-point queries (a hit at 0),
 * where the way begins with T (a trap), and misbehave always or at once where it does not. docs/threats.md says what
 * becomes of each. */
#define _GNU_SOURCE
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include <touchstone/ccd.h>

#include "tests/hostile/come_back_twice.h"

enum way {
    WRITES_QUERY,
    WRITES_T_MAX,
    FLUSHES_TO_ZERO,
    ROUNDS_UPWARDS,
    RAISES_EXCEPTIONS,
    SETS_LOCALE,
    USES_A_LOCALE,
    ROUNDS_IN_ONE_UNIT,
    CUTS_PRECISION,
    CHANGES_FOLDER,
    CLOSES_FILES,
    PRINTS,
    LEAVES_A_CHILD,
    COMES_BACK_TWICE,
    BLOCKS_SIGNALS,
    T_EXITS,
    T_EXITS_AT_ONCE,
    T_EXITS_LATER,
    T_ABORTS,
    T_CRASHES,
    T_OVERFLOWS_THE_STACK,
    T_TRAPS_ARITHMETIC,
    T_TERMINATES_ITSELF,
    T_LOOPS,
    T_SLEEPS,
    T_STOPS_ITSELF,
    T_ALLOCATES,
    T_OVERWRITES_WHAT_IS_SHARED,
    T_UNMAPS_WHAT_IS_SHARED,
    T_SAYS_NAN,
    T_SAYS_OUTSIDE,
    T_SAYS_NO_STATUS,
    T_SAYS_PRIVATE_STATUS,
    T_LIES_ALONE,
    T_LIES_TOGETHER,
    T_CRASHES_TOGETHER,
    T_CHANGES,
    T_TAKES_TURNS,
    CRASHES,
    EXITS_IN_CONSTRUCTOR,
    HANGS_IN_CONSTRUCTOR,
    CRASHES_IN_SYMBOL,
    CRASHES_IN_CREATE,
    HAS_TOO_MANY_OPTIONS,
    HAS_A_BAD_NAME
};

/* ---- What is done ---- */

static void flush_to_zero(void) {
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040u);
#endif
}

/* The unit of doubles alone, and that of long doubles, each by its own word. */
static void round_in_one_unit(void) {
#if defined(__x86_64__)
    _MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
#endif
}

static void cut_precision(void) {
#if defined(__x86_64__)
    const unsigned short single = 0x007f;
    __asm__ volatile("fldcw %0" : : "m"(single));
#endif
}

static void spoil_floating_point(void) {
    if (HOSTILE == FLUSHES_TO_ZERO) flush_to_zero();
    if (HOSTILE == ROUNDS_UPWARDS) fesetround(FE_UPWARD);
    if (HOSTILE == ROUNDS_IN_ONE_UNIT) round_in_one_unit();
    if (HOSTILE == CUTS_PRECISION) cut_precision();
    if (HOSTILE == RAISES_EXCEPTIONS) feenableexcept(FE_INEXACT | FE_DIVBYZERO);
}

/* One for all threads and calls; it stays. */
static void use_a_locale(void) {
    static locale_t own;
    if (!own) own = duplocale(LC_GLOBAL_LOCALE);
    uselocale(own);
}

static void leave_a_child(char **environment) {
    if (fork() != 0) return;
    setsid();
    execvpe("sleep", (char *[]){"sleep", getenv("TS_HOSTILE_SLEEP"), NULL}, environment);
    _exit(1);
}

static void spoil_process(void) {
    static int done;
    if (HOSTILE == SETS_LOCALE && !setlocale(LC_ALL, "de_DE.UTF-8")) setlocale(LC_ALL, "C.UTF-8");
    if (HOSTILE == USES_A_LOCALE) use_a_locale();
    if (HOSTILE == CHANGES_FOLDER && chdir("/") != 0) abort();
    if (HOSTILE == CLOSES_FILES) {
        for (int file = 0; file < 256; ++file) close(file);
    }
    if (HOSTILE == PRINTS) printf("%01000d\n", 0);
    if (HOSTILE == BLOCKS_SIGNALS) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        signal(SIGTERM, SIG_IGN);
    }
    if (HOSTILE == COMES_BACK_TWICE) come_back_twice();
    if (HOSTILE == LEAVES_A_CHILD && !getenv("TS_HOSTILE_SLEEP")) abort(); /* nobody would look for the child */
    if (HOSTILE == LEAVES_A_CHILD && !done++) {
        leave_a_child(environ);
        leave_a_child((char *[]){NULL});
    }
}

__attribute__((noinline)) static int overflow(volatile char *below) {
    volatile char room[4096];
    room[0] = below ? below[0] : 0;
    return overflow(room) + room[0];
}

/* The memory that is shared with touchstone, as a line of /proc/self/maps. */
static void spoil_what_is_shared(void) {
    char line[512];
    void *from, *to;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        if (!strstr(line, "memfd:touchstone") || sscanf(line, "%p-%p", &from, &to) != 2) continue;
        const size_t size = (size_t)((char *)to - (char *)from);
        if (HOSTILE == T_OVERWRITES_WHAT_IS_SHARED)
            memset(from, 0xff, size);
        else
            munmap(from, size);
    }
    if (maps) fclose(maps);
}

static void spring_trap(void) {
    switch (HOSTILE) {
    case T_EXITS: exit(0);
    case T_EXITS_AT_ONCE: _exit(0);
    case T_EXITS_LATER: sleep(1); _exit(1);
    case T_ABORTS: abort();
    case T_CRASHES: raise(SIGSEGV); break;
    case T_OVERFLOWS_THE_STACK: overflow(NULL); break;
    case T_TRAPS_ARITHMETIC: raise(SIGFPE); break;
    case T_TERMINATES_ITSELF: kill(getpid(), SIGKILL); break;
    case T_LOOPS:
        for (volatile unsigned i = 0;; ++i) continue;
    case T_SLEEPS: sleep(1000); break;
    case T_STOPS_ITSELF: raise(SIGSTOP); break;
    case T_ALLOCATES:
        for (char *room; (room = malloc(1 << 20)) != NULL;) memset(room, 1, 1 << 20);
        abort();
    case T_OVERWRITES_WHAT_IS_SHARED:
    case T_UNMAPS_WHAT_IS_SHARED: spoil_what_is_shared(); break;
    default: break;
    }
}

/* ---- The method ---- */

static void say(const ts_ccd_query *query, ts_ccd_result *result, int together) {
    static int calls;
    if (HOSTILE == CRASHES) abort();
    *result = (ts_ccd_result){.status = TS_CCD_HIT};
    if (query->kind != TS_POINT_POINT) return;
    spring_trap();
    if (HOSTILE == T_SAYS_NAN) result->toi = NAN;
    if (HOSTILE == T_SAYS_OUTSIDE) result->toi = 1.5;
    if (HOSTILE == T_SAYS_NO_STATUS) result->status = (ts_ccd_status)77;
    if (HOSTILE == T_SAYS_PRIVATE_STATUS) result->status = (ts_ccd_status)20;
    if (HOSTILE == T_LIES_ALONE && !together) result->toi = 0.5 * query->t_max;
    if (HOSTILE == T_LIES_TOGETHER && together) result->toi = 0.5 * query->t_max;
    if (HOSTILE == T_CHANGES) result->toi = 1e-10 * (1000.0 * getpid() + ++calls) * query->t_max;
    if (HOSTILE == T_TAKES_TURNS) result->toi = 1e-10 * (calls++ % 12) * query->t_max; /* as many as there are traps */
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self;
    spoil_floating_point();
    spoil_process();
    say(asked, result, 0);
    if (HOSTILE == WRITES_QUERY) memset((void *)asked->x0, 0, sizeof asked->x0);
    if (HOSTILE == WRITES_T_MAX) ((ts_ccd_query *)asked)->t_max = 1e-300;
}

static void query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    (void)self;
    for (size_t q = 0; q < n; ++q) {
        if (HOSTILE == T_CRASHES_TOGETHER && queries[q].kind == TS_POINT_POINT && n > 1) abort();
        say(&queries[q], &results[q], 1);
    }
}

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    if (HOSTILE == CRASHES_IN_CREATE) abort();
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_option OPTION = {"s", TS_OPTION_REAL, 0.0, 0.0, 0.5, "of no effect"};

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = HOSTILE == HAS_A_BAD_NAME ? "\033[2J../x" : "hostile",
    .summary = "misbehaves",
    .source = "the tests",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = &OPTION,
    .option_count = HOSTILE == HAS_TOO_MANY_OPTIONS ? 100000 : 0,
    .create = create,
    .query = query,
    .query_batch = HOSTILE >= T_LIES_ALONE && HOSTILE <= T_CRASHES_TOGETHER ? query_batch : NULL,
    .destroy = destroy,
};

__attribute__((constructor)) static void construct(void) {
    if (HOSTILE == EXITS_IN_CONSTRUCTOR) exit(0);
    if (HOSTILE == HANGS_IN_CONSTRUCTOR) pause();
}

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    if (HOSTILE == CRASHES_IN_SYMBOL) abort();
    return &BACKEND;
}
