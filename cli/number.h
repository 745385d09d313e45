/* SPDX-License-Identifier: GPL-2.0-or-later
 * Real numbers of the command line. */
#ifndef TS_CLI_NUMBER_H
#define TS_CLI_NUMBER_H

typedef enum ts_number {
    TS_NUMBER_FINE = 0,
    TS_NUMBER_WRONG,      /* no decimal number, or more than the largest double */
    TS_NUMBER_BELOW_LEAST /* no zero, but nearer to it than the least double */
} ts_number;

/* Decimal, without blanks: hexadecimal numbers, "inf" and "nan" are wrong. *value is set when the number is fine. */
ts_number ts_number_read(const char *text, double *value);

/* "; ..." behind a message about such a number, or "". */
const char *ts_number_why(ts_number number);

#endif
