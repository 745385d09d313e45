/* SPDX-License-Identifier: MIT
 * Binomials, and their inverses, which turn coefficients of powers into those of Bernstein. */
#ifndef TS_CCD_BINOMIALS_H
#define TS_CCD_BINOMIALS_H

enum { TS_BINOMIALS_MOST = 6 };

static const double TS_BINOMIAL[TS_BINOMIALS_MOST + 1][TS_BINOMIALS_MOST + 1] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1}};
static const double TS_INVERSE_BINOMIAL[TS_BINOMIALS_MOST + 1][TS_BINOMIALS_MOST + 1] = {
    {1},
    {1, 1},
    {1, 1.0 / 2, 1},
    {1, 1.0 / 3, 1.0 / 3, 1},
    {1, 1.0 / 4, 1.0 / 6, 1.0 / 4, 1},
    {1, 1.0 / 5, 1.0 / 10, 1.0 / 10, 1.0 / 5, 1},
    {1, 1.0 / 6, 1.0 / 15, 1.0 / 20, 1.0 / 15, 1.0 / 6, 1}};

#endif
