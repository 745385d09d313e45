/* SPDX-License-Identifier: GPL-2.0-or-later
 * The command line of a program that has operands and no options. */
#ifndef TS_BENCHES_MICRO_OPERANDS_H
#define TS_BENCHES_MICRO_OPERANDS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Says how the program is used; its exit code. */
static inline int ts_bench_usage(const char *usage) {
    fprintf(stderr, "usage: %s\n", usage);
    return 2;
}

/* Are there `least` to `most` operands, from argv[optind] on, and no option? */
static inline bool ts_bench_has_operands(int argc, char **argv, int least, int most) {
    static const struct option none[] = {{NULL, 0, NULL, 0}};
    const bool has_option = getopt_long(argc, argv, "", none, NULL) != -1;
    return !has_option && argc - optind >= least && argc - optind <= most;
}

#endif
