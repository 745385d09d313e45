/* SPDX-License-Identifier: MIT
 * The memory that we share with touchstone-host, the process a plug-in runs in. What comes out of it is a stranger's:
 * each number is copied once, then checked. */
#ifndef TS_CORE_HOST_PAGE_H
#define TS_CORE_HOST_PAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <touchstone/status.h>

/* Raised whenever what is shared changes: ours and the host's must be of one build. */
#define TS_HOST_VERSION 1u

/* Descriptors of the host: the shared memory, and a socket whose other end closes when we are gone. */
enum { TS_HOST_MEMORY_FILE = 3, TS_HOST_LIFE_FILE = 4 };

enum {
    TS_HOST_BLOCK = 4096,       /* most items of a request */
    TS_HOST_IN_BYTES = 1 << 20, /* room for their questions */
    TS_HOST_OUT_BYTES = 1 << 21 /* and for the answers */
};

typedef enum ts_host_word {
    TS_HOST_LOAD = 0, /* open the shared object and say what it offers */
    TS_HOST_CREATE,   /* a method, with options */
    TS_HOST_QUERY,    /* each query by a call of its own */
    TS_HOST_BATCH,    /* all in one call */
    TS_HOST_CERTIFY,
    TS_HOST_TIME,
    TS_HOST_EVALUATE, /* a term at points */
    TS_HOST_WORDS
} ts_host_word;

/* The flags say who sleeps on the number beside them (a futex) and must be woken. */
typedef struct ts_host_page {
    uint32_t version;
    int32_t parent;                      /* our process */
    _Alignas(64) _Atomic uint32_t asked; /* number of the last request */
    _Atomic uint32_t host_sleeps;
    uint32_t word, count, pass;
    _Alignas(64) _Atomic uint32_t answered; /* number of the last request that was answered */
    _Atomic uint32_t we_sleep;
    _Atomic uint32_t at; /* the item that the host is at */
    uint32_t refused;    /* 0, or the answer is a ts_error */
    _Alignas(64) unsigned char in[TS_HOST_IN_BYTES];
    _Alignas(64) unsigned char out[TS_HOST_OUT_BYTES];
} ts_host_page;

/* Sleeps until *number is no longer `value`, somebody wakes it, or the time is over; nanoseconds < 0: for ever. */
void ts_futex_wait(_Atomic uint32_t *number, uint32_t value, int64_t nanoseconds);
void ts_futex_wake(_Atomic uint32_t *number);

/* How often to look before it is worth to sleep. Where the other side has no core of its own, looking only keeps it
 * waiting: each success doubles the patience, each failure halves it. */
typedef struct ts_patience {
    int looks, most; /* most 0: not begun */
} ts_patience;

/* True once *number is `value` (`until_equal`) or is so no more; false when patience has run out. */
bool ts_patience_look(ts_patience *patience, const _Atomic uint32_t *number, uint32_t value, bool until_equal);

#endif
