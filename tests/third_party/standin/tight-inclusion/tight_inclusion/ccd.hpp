// SPDX-License-Identifier: MIT
// A stand-in for Tight-Inclusion's header: its two functions as they are documented, over the example library, so that
// the adaptor can be compiled and asked. It is not that library.
#pragma once
#include <collide.hpp>

namespace ticcd {

struct Vector3 {
    Vector3(double x, double y, double z) : row{x, y, z} {
    }
    collide::Vec row;
};

struct Array3 {
    Array3(double x, double y, double z) : row{x, y, z} {
    }
    collide::Vec row;
};

enum class CCDRootFindingMethod { DEPTH_FIRST_SEARCH, BREADTH_FIRST_SEARCH };

inline std::array<collide::Way, 4> ways(const Vector3 *const x[8]) {
    std::array<collide::Way, 4> made;
    for (int i = 0; i < 4; ++i) made[i] = {x[i]->row, x[i + 4]->row};
    return made;
}

#define TS_STANDIN(name, test)                                                                                         \
    inline bool name(const Vector3 &a0, const Vector3 &b0, const Vector3 &c0, const Vector3 &d0, const Vector3 &a1,    \
                     const Vector3 &b1, const Vector3 &c1, const Vector3 &d1, const Array3 &, const double ms,         \
                     double &toi, const double tolerance, const double t_max, const long, double &output_tolerance,    \
                     bool = false, const CCDRootFindingMethod = CCDRootFindingMethod::BREADTH_FIRST_SEARCH) {          \
        const Vector3 *const x[8] = {&a0, &b0, &c0, &d0, &a1, &b1, &c1, &d1};                                          \
        const auto found = collide::Ccd().test(ways(x), ms, t_max);                                                    \
        output_tolerance = tolerance;                                                                                  \
        if (found) toi = *found;                                                                                       \
        return found.has_value();                                                                                      \
    }

TS_STANDIN(vertexFaceCCD, pointTriangle)
TS_STANDIN(edgeEdgeCCD, edgeEdge)
#undef TS_STANDIN

} // namespace ticcd
