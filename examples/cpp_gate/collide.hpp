// SPDX-License-Identifier: MIT
// A library with continuous collision detection of its own, as small as one can be: what stands for DART's, SOFA's or
// yours. It knows nothing of Touchstone.
#pragma once

#include <array>
#include <optional>

namespace collide {

using Vec = std::array<double, 3>;

// A vertex on its straight way through a step.
struct Way {
    Vec from, to;
};

class Ccd {
  public:
    // kept: the share of the first gap that an answer keeps, in (0, 1).
    explicit Ccd(double kept = 0.1) : kept_(kept) {
    }

    // A time in [0, until] up to which the two stay further apart than `separation` (metres), or nothing when they do
    // all of that time.
    std::optional<double> pointTriangle(const std::array<Way, 4> &ways, double separation, double until) const;
    std::optional<double> edgeEdge(const std::array<Way, 4> &ways, double separation, double until) const;

  private:
    using Distance = double (*)(const std::array<Vec, 4> &);
    std::optional<double> advance(const std::array<Way, 4> &ways, int first, Distance distance, double separation,
                                  double until) const;
    double kept_;
};

} // namespace collide
