/* SPDX-License-Identifier: MIT
 * Where the search in doubles gets no further: the same in numbers of 113 bits, whose exponents no query leaves. */
#include <float.h>

#if defined(__SIZEOF_FLOAT128__)
typedef __float128 wide;
#define CERTIFIED_WIDE 1
#elif LDBL_MANT_DIG >= 113
typedef long double wide;
#define CERTIFIED_WIDE 1
#endif

#if defined(CERTIFIED_WIDE)
#define TS_REAL wide
#endif

#include "ccd/certified/certified.h"

#if defined(CERTIFIED_WIDE)
#include <math.h>

#include "ccd/binomials.h"

/* Relative errors below 2^-113; what underflows is below 2^-15000, and no product of six doubles comes near it. */
#define U ((wide)0x1p-113)
#define BOUND(b) ((b) * (1 + (wide)0x1p-40) + TINY)
#define MAGNITUDE(a) ((a) < 0 ? -(a) : (a))
#define ROOT root
#define SHARE(c, n, i) ((c) / (wide)TS_BINOMIAL[n][i])
#define TIME_BELOW(t) ((double)((t) * (1 - (wide)0x1p-50)))
#define TO_DOUBLE(x) ((double)(x))
#define DIFFERENCE(b, a) ((wide)(b) - (wide)(a))
#define XI_ABOVE(x) (x)
#define TIME_UP_TO(t) time_up_to(t)
#define EVERY_TIME true
#define ROWS_ERROR 5
#define MANY_SIZES true

static const wide TINY = (wide)0x1p-1000 * 0x1p-1000 * 0x1p-1000 * 0x1p-1000 * 0x1p-1000 * 0x1p-1000 * 0x1p-1000 *
                         0x1p-1000 * 0x1p-1000 * 0x1p-1000;

/* Of a number that is not negative: two of Newton's steps from the double's. */
static wide root(wide a) {
    wide scale = 1;
    if (!(a > 0)) return 0;
    for (; a > 0x1p1000; scale *= 0x1p500) a *= 0x1p-1000;
    for (; a < 0x1p-1000; scale *= 0x1p-500) a *= 0x1p1000;
    wide x = sqrt((double)a);
    for (int i = 0; i < 2; ++i) x = (x + a / x) / 2;
    return scale * x;
}

static double time_up_to(wide t) {
    const double near = (double)t;
    return (wide)near > t ? nextafter(near, 0.0) : near;
}

#include "ccd/certified/moving.inc"
#include "ccd/certified/search.inc"

void ts_certified_tail(const ts_certified *method, const ts_ccd_query *query, double t, int advances,
                       ts_ccd_result *result, ts_ccd_certificate *certificate) {
    motion m;
    set_motion(&m, query);
    search(method, &m, t, advances, result, certificate);
}
#else
void ts_certified_tail(const ts_certified *method, const ts_ccd_query *query, double t, int advances,
                       ts_ccd_result *result, ts_ccd_certificate *certificate) {
    (void)method, (void)query, (void)certificate;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = t, .iterations = (uint32_t)advances};
}
#endif
