/* SPDX-License-Identifier: MIT
 * Quick tests of the coefficients of a sextic. */
#include "ccd/published/rejects.h"

#include <math.h>

/* No coefficient is negative, or every one is. */
static bool has_one_sign(const double c[7]) {
    int negative = 0;
    for (int k = 0; k < 7; ++k) negative += c[k] < 0.0;
    return negative == 0 || negative == 7;
}

/* The rest cannot outweigh the constant. */
static bool is_mostly_constant(const double size[7]) {
    return size[0] > size[1] + size[2] + size[3] + size[4] + size[5] + size[6];
}

/* It runs monotonously towards zero and does not get there, by the first four coefficients. */
static bool stops_short(const double c[7], const double size[7]) {
    double bend = 0.0;
    for (int k = 2; k < 7; ++k) bend += k * size[k];
    return c[0] * c[1] < 0.0 && size[1] > bend && c[0] * (c[0] + c[1] + c[2] + c[3]) > 0.0;
}

/* The first two to six have the sign and together outweigh the others. */
static bool starts_heavy(const double c[7], const double size[7], double sign) {
    for (int k = 2; k < 7; ++k) {
        double first = 0.0, rest = 0.0;
        bool all = true;
        for (int i = 0; i < k; ++i) {
            all &= sign * c[i] > 0.0;
            first += size[i];
        }
        for (int i = k; i < 7; ++i) rest += size[i];
        if (all && first > rest) return true;
    }
    return false;
}

bool ts_sextic_is_rejected(const double c[7]) {
    double size[7];
    for (int k = 0; k < 7; ++k) size[k] = fabs(c[k]);
    return has_one_sign(c) || is_mostly_constant(size) || stops_short(c, size) || starts_heavy(c, size, 1.0) ||
           starts_heavy(c, size, -1.0);
}
