/* SPDX-License-Identifier: MIT
 * The table of families. */
#include <string.h>

#include "datasets/generate/families.h"
#include <touchstone/dataset.h>

static const ts_family FAMILIES[] = {
    {"generic", "random positions and motions of size 1: the easy case", false, ts_generate_generic},
    {"cloth", "near contact as in cloth: size 1e-2, gaps 1e-9 to 1e-3, motion to match", false, ts_generate_cloth},
    {"cloth-thick", "the same with a min_distance of 1e-5 to 1e-3", false, ts_generate_cloth_thick},
    {"lattice", "small integer coordinates: every coincidence happens, and exactly", true, ts_generate_lattice},
    {"coplanar", "exactly coplanar positions: the coplanarity cubic vanishes", true, ts_generate_coplanar},
    {"parallel", "parallel and collinear features and motions, exactly and up to sines of 1e-16", false,
     ts_generate_parallel},
    {"degenerate", "zero-length edges, zero-area triangles, no motion, coincident vertices", true,
     ts_generate_degenerate},
    {"far", "tiny gaps 1e3 to 1e7 from the origin: coordinates have lost their last digits", false, ts_generate_far},
    {"extreme", "scales of 1e-200 and 1e150, subnormals, mixed magnitudes: over- and underflow", false,
     ts_generate_extreme},
    {"touching", "first contact exactly at 0, at t_max, one double past it, or at a dyadic time", true,
     ts_generate_touching},
    {"needle", "sliver triangles and edges with sines of 1e-16 to 1e-3", false, ts_generate_needle},
    {"grazing", "tangency: the distance has a double root at min_distance, exactly or nearly", false,
     ts_generate_grazing},
    {"sliding", "long tangential motion at a tiny gap: slow for step-by-gap methods", false, ts_generate_sliding},
    {"even", "two contacts within the step, or three: parity tests see none where it is two", false, ts_generate_even},
};

size_t ts_family_count(void) {
    return sizeof FAMILIES / sizeof *FAMILIES;
}

const ts_family *ts_family_at(size_t index) {
    return index < ts_family_count() ? &FAMILIES[index] : NULL;
}

const ts_family *ts_family_find(const char *name) {
    for (size_t i = 0; i < ts_family_count(); ++i) {
        if (strcmp(FAMILIES[i].name, name) == 0) return &FAMILIES[i];
    }
    return NULL;
}
