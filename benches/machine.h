/* SPDX-License-Identifier: GPL-2.0-or-later
 * What this machine does in a second when nothing holds it up: the limits that times are held against. On the threads
 * of OpenMP; one thread by its own clock, more by the wall's; the best of several rounds. */
#ifndef TS_BENCHES_MACHINE_H
#define TS_BENCHES_MACHINE_H

#include <stddef.h>

/* Of doubles, a second. */
typedef struct ts_machine_rates {
    double flops;     /* additions and multiplications, as many of the one as of the other, none fused */
    double divisions; /* alone */
    double roots;     /* alone */
} ts_machine_rates;

ts_machine_rates ts_machine_measure(void);

/* Bytes a second of a = b + c over so many bytes in all. */
double ts_machine_bandwidth(double bytes);

/* ---- In lanes ---- */

/* Makes `rounds` rounds of operations that do not wait for one another, `TS_MACHINE_ROUND` vectors of them each;
 * returns what came out, so that they are made. by, plus: positive. */
typedef double ts_machine_loop(size_t rounds, double by, double plus);

enum { TS_MACHINE_ROUND = 12 };

typedef struct ts_machine_loops {
    size_t lanes;
    ts_machine_loop *flops, *divisions, *roots;
} ts_machine_loops;

extern const ts_machine_loops ts_machine_portable, ts_machine_avx2; /* the second on x86-64 alone */

#endif
