/* SPDX-License-Identifier: MIT
 * One workspace per thread. */
#include "oracles/exact_work.h"

#include <pthread.h>
#include <stdbool.h>

static _Thread_local ts_exact_work work;
static _Thread_local bool is_made;

/* Its value in a thread is not NULL where there is something to free at the end. */
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static void make(ts_exact_work *w) {
    ts_exact_query_init(&w->query);
    ts_exact_polynomials_init(&w->polynomials);
    ts_zpoly_init(&w->squarefree);
    ts_cell_init(&w->unit);
    ts_cell_init(&w->found);
    ts_cell_init(&w->part);
    ts_cell_init(&w->rest);
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_init(w->bernstein[i]);
}

static void clear(void *self) {
    ts_exact_work *w = self;
    ts_exact_query_clear(&w->query);
    ts_exact_polynomials_clear(&w->polynomials);
    ts_zpoly_clear(&w->squarefree);
    ts_cell_clear(&w->unit);
    ts_cell_clear(&w->found);
    ts_cell_clear(&w->part);
    ts_cell_clear(&w->rest);
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_clear(w->bernstein[i]);
    is_made = false;
}

static void make_key(void) {
    has_key = pthread_key_create(&at_end, clear) == 0;
}

/* When the library is unloaded no thread may call `clear` any more. */
__attribute__((destructor)) static void forget_key(void) {
    if (is_made) clear(&work);
    if (has_key) pthread_key_delete(at_end);
}

ts_exact_work *ts_exact_work_of_thread(void) {
    if (is_made) return &work;
    (void)pthread_once(&once, make_key);
    make(&work);
    is_made = true;
    if (has_key) (void)pthread_setspecific(at_end, &work);
    return &work;
}
