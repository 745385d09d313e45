/* SPDX-License-Identifier: MIT
 * Friction that is smooth at rest (docs/method.md, 6; section 5 of IPC). */
#include "scenes/collision/friction_smooth.h"

ts_friction_value ts_friction_smooth(double y, double e) {
    if (y >= e) return (ts_friction_value){.f0 = y, .f1_over_y = 1.0 / y, .slope = 0.0, .curvature = -1.0 / y / y};
    const double ratio = y / e;
    return (ts_friction_value){
        .f0 = e * (ratio * ratio * (1.0 - ratio / 3.0) + 1.0 / 3.0),
        .f1_over_y = (2.0 - ratio) / e,
        .slope = 2.0 * ((e - y) / e) / e,
        .curvature = -1.0 / e / e,
    };
}
