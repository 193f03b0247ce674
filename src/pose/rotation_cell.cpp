#include "src/pose/rotation_cell.h"

#include <algorithm>
#include <cmath>

#include "src/machine/orientation_of.h"

namespace hexscan {
namespace {

using Quaternion = std::array<double, 4>;

Quaternion unit(std::size_t face, const std::array<double, 3>& others) {
    Quaternion q{};
    double square = 0;
    for (std::size_t i = 0, other = 0; i < q.size(); ++i) {
        q[i] = i == face ? 1 : others[other++];
        square += q[i] * q[i];
    }
    for (double& part : q) part /= std::sqrt(square);
    return q;
}

std::array<double, 3> middle_of(const RotationCell& cell) {
    std::array<double, 3> middle{};
    for (std::size_t k = 0; k < middle.size(); ++k) middle[k] = (cell.low[k] + cell.high[k]) / 2;
    return middle;
}

}  // namespace

Rotation RotationCell::middle() const { return rotation_of_quaternion(unit(face, middle_of(*this))); }

double RotationCell::radius_rad() const {
    const Quaternion q = unit(face, middle_of(*this));
    double most = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        std::array<double, 3> at{};
        for (std::size_t k = 0; k < at.size(); ++k) at[k] = (corner >> k & 1U) != 0 ? high[k] : low[k];
        const Quaternion c = unit(face, at);
        double apart = 0;
        for (std::size_t k = 0; k < c.size(); ++k) apart += (c[k] - q[k]) * (c[k] - q[k]);
        most = std::max(most, apart);
    }
    // A chord of length c subtends an angle of 2 asin(c / 2) between quaternions. The rotation's angle is twice that.
    return 4 * std::asin(std::min(1.0, std::sqrt(most) / 2)) + 1e-14;
}

double RotationCell::share() const {
    double share = 0.25;
    for (std::size_t k = 0; k < low.size(); ++k) share *= (high[k] - low[k]) / 2;
    return share;
}

std::array<RotationCell, 2> RotationCell::halves() const {
    std::size_t longest = 0;
    for (std::size_t k = 1; k < low.size(); ++k)
        if (high[k] - low[k] > high[longest] - low[longest]) longest = k;
    const double middle = (low[longest] + high[longest]) / 2;
    std::array<RotationCell, 2> both{*this, *this};
    both[0].high[longest] = both[1].low[longest] = middle;
    return both;
}

std::vector<RotationCell> all_rotations() {
    std::vector<RotationCell> faces;
    for (std::size_t face = 0; face < 4; ++face) {
        faces.emplace_back();
        faces.back().face = face;
    }
    return faces;
}

}  // namespace hexscan
