/* SPDX-License-Identifier: GPL-2.0-or-later
 * The bounds; a test holds docs/barrier-accuracy.md to this table. */
#include "benches/barrier/bounds.h"

#include <string.h>

#define ULPS(most)                                                                                                     \
    { TS_MEASURE_ULPS, most }
#define NORM(most)                                                                                                     \
    { TS_MEASURE_NORM, most }
#define INPUT(most)                                                                                                    \
    { TS_MEASURE_INPUT, most }

/* Why a bound is what it is; the page explains the words below its table. */
#define EXACT "rounded once"
#define ROUNDED "pairs of doubles"
#define FAR "tiny gap"
#define THIN "tiny angle"
#define AIM "the aim"
#define GAP "a root more"
#define PLAIN "plain sums"
#define LIMIT "exact room"
#define REST "near rest"
#define STRAIN "rounded strain"
#define ANGLE "rounded angle"

static const ts_barrier_bound BOUNDS[] = {
    {"distance-point-point", "well-shaped", {ULPS(1), ULPS(1), ULPS(1)}, 0, EXACT},
    {"distance-point-point", "gap", {ULPS(1), ULPS(1), ULPS(1)}, 0, EXACT},
    {"distance-point-line", "well-shaped", {ULPS(2), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"distance-point-line", "gap", {NORM(1e-8), NORM(1e-14), NORM(4e-15)}, 0, FAR},
    {"distance-point-plane", "well-shaped", {ULPS(2), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"distance-point-plane", "gap", {NORM(1e-8), NORM(1e-14), NORM(4e-15)}, 0, FAR},
    {"distance-point-plane", "sliver", {ULPS(8), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"distance-line-line", "well-shaped", {ULPS(2), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"distance-line-line", "gap", {NORM(1e-8), NORM(1e-14), NORM(4e-15)}, 0, FAR},
    {"distance-line-line", "parallel", {ULPS(8), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"excess-point-point", "well-shaped", {ULPS(1), ULPS(1), ULPS(1)}, 0, EXACT},
    {"excess-point-point", "gap", {ULPS(1), ULPS(1), ULPS(1)}, 0, EXACT},
    {"excess-point-line", "well-shaped", {ULPS(2), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"excess-point-line", "gap", {NORM(1e-8), NORM(1e-14), NORM(4e-15)}, 0, FAR},
    {"excess-point-plane", "well-shaped", {ULPS(2), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"excess-point-plane", "gap", {NORM(1e-8), NORM(1e-14), NORM(4e-15)}, 0, FAR},
    {"excess-point-plane", "sliver", {NORM(1e-12), NORM(1e-14), NORM(4e-15)}, 0, THIN},
    {"excess-line-line", "well-shaped", {ULPS(2), NORM(1e-14), NORM(4e-15)}, 0, ROUNDED},
    {"excess-line-line", "gap", {NORM(1e-8), NORM(1e-14), NORM(4e-15)}, 0, FAR},
    {"excess-line-line", "parallel", {NORM(1e-12), NORM(1e-14), NORM(4e-15)}, 0, THIN},
    {"barrier", "gap", {ULPS(8), ULPS(8), ULPS(8)}, 0, AIM},
    {"barrier-point-point", "well-shaped", {ULPS(8), ULPS(8), NORM(4e-15)}, 1e-14, ROUNDED},
    {"barrier-point-point", "gap", {ULPS(8), ULPS(8), NORM(4e-15)}, 1e-14, ROUNDED},
    {"barrier-point-line", "well-shaped", {ULPS(8), NORM(1e-14), NORM(1e-14)}, 1e-14, ROUNDED},
    {"barrier-point-line", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-point-plane", "well-shaped", {ULPS(8), NORM(1e-14), NORM(1e-14)}, 1e-14, ROUNDED},
    {"barrier-point-plane", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-point-plane", "sliver", {NORM(1e-13), NORM(1e-13), NORM(2e-13)}, 2e-13, THIN},
    {"barrier-line-line", "well-shaped", {ULPS(8), NORM(1e-14), NORM(1e-14)}, 1e-14, ROUNDED},
    {"barrier-line-line", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-line-line", "parallel", {NORM(1e-13), NORM(1e-13), NORM(2e-13)}, 2e-13, THIN},
    {"barrier-mollified", "well-shaped", {ULPS(8), NORM(1e-14), NORM(2e-14)}, 2e-14, ROUNDED},
    {"barrier-mollified", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-mollified", "parallel", {NORM(1e-13), NORM(5e-13), NORM(1e-12)}, 1e-12, THIN},
    {"barrier-ipc", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-log", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-log-normalized", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-log-squared", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-cubic", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-two-stage", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-quadratic", "gap", {ULPS(12), ULPS(12), ULPS(12)}, 0, GAP},
    {"barrier-*-point-point", "well-shaped", {ULPS(12), ULPS(12), NORM(8e-15)}, 2e-14, ROUNDED},
    {"barrier-*-point-point", "gap", {ULPS(12), ULPS(12), NORM(8e-15)}, 2e-14, ROUNDED},
    {"barrier-*-point-line", "well-shaped", {ULPS(12), NORM(2e-14), NORM(2e-14)}, 2e-14, ROUNDED},
    {"barrier-*-point-line", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-*-point-plane", "well-shaped", {ULPS(12), NORM(2e-14), NORM(2e-14)}, 2e-14, ROUNDED},
    {"barrier-*-point-plane", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-*-point-plane", "sliver", {NORM(1e-13), NORM(1e-13), NORM(2e-13)}, 2e-13, THIN},
    {"barrier-*-line-line", "well-shaped", {ULPS(12), NORM(2e-14), NORM(2e-14)}, 2e-14, ROUNDED},
    {"barrier-*-line-line", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-*-line-line", "parallel", {NORM(1e-13), NORM(1e-13), NORM(2e-13)}, 2e-13, THIN},
    {"barrier-*-mollified", "well-shaped", {ULPS(12), NORM(2e-14), NORM(4e-14)}, 4e-14, ROUNDED},
    {"barrier-*-mollified", "gap", {NORM(1e-8), NORM(1e-8), NORM(1e-8)}, 1e-8, FAR},
    {"barrier-*-mollified", "parallel", {NORM(1e-13), NORM(5e-13), NORM(1e-12)}, 1e-12, THIN},
    {"mollifier", "crossing", {ULPS(4), ULPS(4), ULPS(4)}, 0, PLAIN},
    {"mollifier-edge-edge", "well-shaped", {ULPS(4), NORM(4e-15), NORM(4e-15)}, 0, ROUNDED},
    {"mollifier-edge-edge", "parallel", {ULPS(8), NORM(4e-15), NORM(4e-15)}, 0, ROUNDED},
    {"collision-weight", "count", {ULPS(4), ULPS(4), ULPS(8)}, 0, "library's power"},
    {"friction-f0", "sliding", {ULPS(4), ULPS(4), ULPS(4)}, 0, PLAIN},
    {"friction-f1", "sliding", {ULPS(4), ULPS(4), ULPS(4)}, 0, PLAIN},
    {"friction-f1-over-y", "sliding", {ULPS(4), ULPS(4), ULPS(4)}, 0, PLAIN},
    {"friction", "sliding", {ULPS(4), NORM(2e-15), NORM(2e-15)}, 4e-15, PLAIN},
    {"strain-limit", "stretch", {ULPS(8), ULPS(8), ULPS(8)}, 0, LIMIT},
    {"strain-limit-2x2", "stretch", {ULPS(8), NORM(4e-15), NORM(8e-15)}, 1e-14, LIMIT},
    {"strain-limit-3x2", "stretch", {ULPS(8), NORM(4e-15), NORM(8e-15)}, 1e-14, LIMIT},
    {"membrane-stvk", "stretch", {INPUT(8), INPUT(8), NORM(4e-15)}, 1e-14, REST},
    {"membrane-neo-hookean", "rest", {INPUT(8), INPUT(8), NORM(4e-15)}, 1e-14, REST},
    {"membrane-neo-hookean", "flat", {INPUT(8), INPUT(8), NORM(4e-15)}, 1e-14, LIMIT},
    {"membrane-corotated", "rest", {ULPS(8), NORM(4e-15), NORM(4e-15)}, 1e-14, ROUNDED},
    {"membrane-corotated", "flat", {ULPS(8), NORM(4e-15), NORM(4e-15)}, 1e-14, ROUNDED},
    {"orthotropic-eta", "stretch", {ULPS(8), ULPS(8), ULPS(8)}, 0, LIMIT},
    {"membrane-orthotropic", "stretch", {NORM(2e-14), NORM(4e-15), NORM(8e-15)}, 1e-14, LIMIT},
    {"fixed-corotated", "rest", {INPUT(128), INPUT(128), NORM(2e-14)}, 2e-14, STRAIN},
    {"fixed-corotated", "inverted", {ULPS(32), NORM(2e-14), NORM(2e-14)}, 2e-14, "singular values"},
    {"neo-hookean", "rest", {INPUT(128), INPUT(128), NORM(2e-14)}, 2e-14, STRAIN},
    {"neo-hookean", "flat", {INPUT(16), INPUT(16), INPUT(16)}, 1e-13, LIMIT},
    {"hinge-angle", "flat", {INPUT(8), INPUT(8), NORM(2e-14)}, 0, ANGLE},
    {"hinge-angle", "folded", {ULPS(8), NORM(1e-14), NORM(2e-14)}, 0, ANGLE},
    {"hinge-angle", "sliver", {INPUT(8), INPUT(8), INPUT(8)}, 0, ANGLE},
    {"hinge-bending", "flat", {INPUT(8), INPUT(8), NORM(2e-14)}, 2e-14, ANGLE},
    {"hinge-bending", "folded", {ULPS(32), NORM(1e-14), NORM(2e-14)}, 2e-14, ANGLE},
    {"hinge-bending", "sliver", {INPUT(8), INPUT(8), INPUT(8)}, 2e-13, ANGLE},
    {"rod-stretch", "stretch", {ULPS(16), ULPS(16), NORM(4e-15)}, 1e-14, LIMIT},
    {"rod-bending", "straight", {ULPS(16), NORM(4e-15), NORM(8e-15)}, 1e-14, ROUNDED},
    {"rod-bending", "folded", {ULPS(16), NORM(8e-15), NORM(1e-14)}, 1e-14, ROUNDED},
    {"rod-bending-angle", "straight", {ULPS(16), NORM(4e-15), NORM(8e-15)}, 1e-14, ROUNDED},
    {"rod-bending-angle", "folded", {ULPS(16), NORM(8e-15), NORM(1e-14)}, 1e-14, ROUNDED},
};

/* What a sound evaluation in doubles keeps everywhere: a modest multiple of what rounding its inputs does. */
static const ts_barrier_bound STANDARD = {
    "", "", {INPUT(256), INPUT(256), INPUT(256)}, 1e-9, "nothing better has been asked of it"};

size_t ts_barrier_bound_count(void) {
    return sizeof BOUNDS / sizeof *BOUNDS;
}

const ts_barrier_bound *ts_barrier_bound_at(size_t index) {
    return index < ts_barrier_bound_count() ? &BOUNDS[index] : NULL;
}

/* A '*' stands for any text but none. */
static bool is_of(const char *pattern, const char *reference) {
    const char *star = strchr(pattern, '*');
    if (!star) return strcmp(pattern, reference) == 0;
    const size_t before = (size_t)(star - pattern), after = strlen(star + 1), length = strlen(reference);
    return length > before + after && strncmp(pattern, reference, before) == 0 &&
           strcmp(star + 1, reference + length - after) == 0;
}

const ts_barrier_bound *ts_barrier_bound_of(const ts_term_sweep *sweep) {
    for (size_t i = 0; i < ts_barrier_bound_count(); ++i) {
        if (is_of(BOUNDS[i].reference, sweep->reference) && strcmp(BOUNDS[i].sweep, sweep->name) == 0) {
            return &BOUNDS[i];
        }
    }
    return *sweep->reference ? &STANDARD : NULL;
}
