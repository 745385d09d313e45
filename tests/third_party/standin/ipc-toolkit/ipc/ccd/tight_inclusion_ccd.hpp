// SPDX-License-Identifier: MIT
// A stand-in for the class of IPC Toolkit's header, its members as they are documented, over the example library, so
// that the adaptor can be compiled and asked. It is not that library.
#pragma once
#include <collide.hpp>

namespace Eigen {

struct Vector3d {
    Vector3d(double x, double y, double z) : row{x, y, z} {
    }
    collide::Vec row;
};

} // namespace Eigen

namespace ipc {

class TightInclusionCCD {
  public:
    using V = const Eigen::Vector3d &;
    bool point_triangle_ccd(V p0, V a0, V b0, V c0, V p1, V a1, V b1, V c1, double &toi, double min_distance = 0.0,
                            double tmax = 1.0) const {
        return said(collide::Ccd().pointTriangle(
                        {{{p0.row, p1.row}, {a0.row, a1.row}, {b0.row, b1.row}, {c0.row, c1.row}}}, min_distance, tmax),
                    toi);
    }
    bool edge_edge_ccd(V a0, V b0, V c0, V d0, V a1, V b1, V c1, V d1, double &toi, double min_distance = 0.0,
                       double tmax = 1.0) const {
        return said(collide::Ccd().edgeEdge({{{a0.row, a1.row}, {b0.row, b1.row}, {c0.row, c1.row}, {d0.row, d1.row}}},
                                            min_distance, tmax),
                    toi);
    }
    // A point and an edge are a point and a flat triangle; two points are two edges without length.
    bool point_edge_ccd(V p0, V a0, V b0, V p1, V a1, V b1, double &toi, double min_distance = 0.0,
                        double tmax = 1.0) const {
        return point_triangle_ccd(p0, a0, b0, b0, p1, a1, b1, b1, toi, min_distance, tmax);
    }
    bool point_point_ccd(V p0, V q0, V p1, V q1, double &toi, double min_distance = 0.0, double tmax = 1.0) const {
        return edge_edge_ccd(p0, p0, q0, q0, p1, p1, q1, q1, toi, min_distance, tmax);
    }

  private:
    static bool said(const std::optional<double> &found, double &toi) {
        if (found) toi = *found;
        return found.has_value();
    }
};

} // namespace ipc
