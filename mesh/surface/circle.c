/* SPDX-License-Identifier: MIT
 * Cosine and sine by Taylor's series. */
#include "mesh/surface/circle.h"

#include <math.h>

void ts_circle(double turns, double out[2]) {
    const double turn = turns - floor(turns);
    const double quarter = floor(4.0 * turn + 0.5);
    const double a = 2.0 * TS_PI * (turn - 0.25 * quarter), square = a * a; /* |a| <= pi / 4 */
    double sine = 1.0, cosine = 1.0; /* Taylor's series, nested; the rest is below 1e-19 */
    for (int k = 18; k >= 2; k -= 2) {
        sine = 1.0 - sine * square / (double)(k * (k + 1));
        cosine = 1.0 - cosine * square / (double)(k * (k - 1));
    }
    sine *= a;
    const double point[4][2] = {{cosine, sine}, {-sine, cosine}, {-cosine, -sine}, {sine, -cosine}};
    const int q = (int)quarter % 4;
    out[0] = point[q][0];
    out[1] = point[q][1];
}
