/* SPDX-License-Identifier: MIT
 * What is said to touchstone-host of a term, and back. */
#ifndef TS_ORACLES_HOSTED_TERM_H
#define TS_ORACLES_HOSTED_TERM_H

#include <touchstone/term.h>

#include "core/host/page.h"

enum { TS_HOSTED_TERM_NAME = 128, TS_HOSTED_TERM_ABOUT = 512 };

/* The answer to TS_HOST_LOAD: the term without its function. Of a term of another ABI nothing else is known. */
typedef struct ts_hosted_term_description {
    unsigned abi;
    int inputs, parameters;
    char has_name, has_reference, has_function, has_names;
    char name[TS_HOSTED_TERM_NAME], about[TS_HOSTED_TERM_ABOUT], reference[TS_HOSTED_TERM_NAME];
    char input_names[TS_TERM_MOST_INPUTS][TS_HOSTED_TERM_NAME];
    char parameter_names[TS_TERM_MOST_PARAMETERS][TS_HOSTED_TERM_NAME];
} ts_hosted_term_description;

/* TS_HOST_EVALUATE: points in, values out. */
typedef struct ts_hosted_point {
    double inputs[TS_TERM_MOST_INPUTS], parameters[TS_TERM_MOST_PARAMETERS];
} ts_hosted_point;

enum { TS_HOSTED_POINTS = 1024 }; /* most of a request */

_Static_assert(TS_HOSTED_POINTS * sizeof(ts_hosted_point) <= TS_HOST_IN_BYTES &&
                   TS_HOSTED_POINTS * sizeof(ts_term_value) <= TS_HOST_OUT_BYTES,
               "a block fits what is shared");

#endif
