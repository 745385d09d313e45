// SPDX-License-Identifier: MIT
// What libraries for rigid bodies can be asked of a query: one in which neither primitive changes its shape. A motion
// with rotation is none of a query's, whose vertices go straight; what remains is translation.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <touchstone/ccd.h>

// How far each primitive goes, metres; false where a vertex goes another way than the first of its primitive, by more
// than positions are rounded.
inline bool translation(const ts_ccd_query &query, double way[2][3]) {
    const int first = query.kind == TS_POINT_TRIANGLE ? 1 : 2;
    double largest = 0.0, apart = 0.0;
    for (int i = 0; i < 4; ++i) {
        const int side = i >= first, base = side ? first : 0;
        for (int c = 0; c < 3; ++c) {
            const double step = query.x1[i][c] - query.x0[i][c];
            if (i == base) way[side][c] = step;
            apart = std::max(apart, std::fabs(step - way[side][c]));
            largest = std::max({largest, std::fabs(query.x0[i][c]), std::fabs(query.x1[i][c])});
        }
    }
    return apart <= 2.0 * std::numeric_limits<double>::epsilon() * largest;
}
