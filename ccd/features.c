/* SPDX-License-Identifier: MIT
 * Names of the pairs of features that can be closest. */
#include <touchstone/distance.h>

static const char *const NAMES[TS_CCD_KINDS][16] = {
    [TS_POINT_TRIANGLE] = {[3] = "vertex 0 - vertex 1",
                           [5] = "vertex 0 - vertex 2",
                           [9] = "vertex 0 - vertex 3",
                           [7] = "vertex 0 - edge (1,2)",
                           [11] = "vertex 0 - edge (1,3)",
                           [13] = "vertex 0 - edge (2,3)",
                           [15] = "vertex 0 - face (1,2,3)"},
    [TS_EDGE_EDGE] = {[5] = "vertex 0 - vertex 2",
                      [9] = "vertex 0 - vertex 3",
                      [6] = "vertex 1 - vertex 2",
                      [10] = "vertex 1 - vertex 3",
                      [13] = "vertex 0 - edge (2,3)",
                      [14] = "vertex 1 - edge (2,3)",
                      [7] = "edge (0,1) - vertex 2",
                      [11] = "edge (0,1) - vertex 3",
                      [15] = "edge (0,1) - edge (2,3)"},
    [TS_POINT_EDGE] = {[3] = "vertex 0 - vertex 1", [5] = "vertex 0 - vertex 2", [7] = "vertex 0 - edge (1,2)"},
    [TS_POINT_POINT] = {[3] = "vertex 0 - vertex 1"},
};

const char *ts_feature_name(ts_ccd_kind kind, ts_feature feature) {
    const char *name = (unsigned)kind < TS_CCD_KINDS && feature < 16 ? NAMES[kind][feature] : 0;
    return name ? name : "none";
}
