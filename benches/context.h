/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where and how results were made: what a reader needs to judge a timing or to repeat a run. */
#ifndef TS_BENCHES_CONTEXT_H
#define TS_BENCHES_CONTEXT_H

typedef struct ts_context {
    char cpu[128];
    int cores; /* online */
    char system[256];
    char date[32]; /* start of the run, ISO 8601, UTC */
    char blas[64]; /* whose kernels OpenBLAS takes; "" where no solver runs */
    /* From the build; "unknown" when it was not told. */
    const char *compiler, *flags, *build_type, *commit;
} ts_context;

void ts_context_fill(ts_context *context);
/* The same of what solvers run: processor time and roundings of a run depend on the BLAS' kernels, which OpenBLAS
 * chooses for the processor, or as OPENBLAS_CORETYPE says. */
void ts_context_fill_of_solver(ts_context *context);

#endif
