#include "src/pose/all_poses.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "src/machine/orientation_of.h"
#include "src/pose/pose_curve.h"
#include "src/pose/pose_search.h"
#include "src/pose/pose_tuning.h"
#include "src/pose/rotation_cell.h"

namespace hexscan {
namespace {

/// Generates random poses within reach of the rods. The rotation and the direction from the feet to the platform's
/// joints are uniformly distributed. The distance from the middle of the feet to the middle of the joints is fixed.
class RandomPoses {
public:
    RandomPoses(const Rods& rods, std::uint64_t seed)
        : random_(seed), feet_m_(middle_of(rods.feet_m)), joints_m_(middle_of(rods.joints_m)) {
        for (const double length_m : rods.lengths_m) length_m_ += length_m / leg_count;
    }

    Placed next() {
        // Rods are usually oblique, so the platform is nearer to the feet than the rods are long.
        constexpr double nearer = 0.7;
        const Rotation turned = rotation_of_quaternion(direction<4>());
        const auto [x, y, z] = direction<3>();
        return {feet_m_ - turned(joints_m_) + scaled(Vector{x, y, z}, nearer * length_m_), turned};
    }

private:
    double number() { return 2 * double(random_() >> 11) * 0x1p-53 - 1; }
    /// A uniformly distributed unit vector, by rejection sampling.
    template <std::size_t n>
    std::array<double, n> direction() {
        for (;;) {
            std::array<double, n> v{};
            double square = 0;
            for (double& part : v) part = number(), square += part * part;
            if (!(square <= 1 && square > 1e-6)) continue;
            for (double& part : v) part /= std::sqrt(square);
            return v;
        }
    }

    std::mt19937_64 random_;
    Vector feet_m_, joints_m_;
    double length_m_ = 0;
};

}  // namespace

ClosedPoses all_poses(const RodMachine& machine, const Rods& rods, const AllPosesRequest& request) {
    PoseSearch search(machine, rods);
    RandomPoses random(rods, request.seed);
    int left = request.effort.of(tuning::first_starts);
    while (left-- > 0 && search.poses().size() < most_assemblies)
        if (search.start_from(random.next())) left += request.effort.of(tuning::starts_per_pose);
    return search.finish(request.effort.of(tuning::parts_of_all_poses));
}

std::optional<Placed> pose_on_curve(const Rods& rods, const AllPosesRequest& request) {
    RandomPoses random(rods, request.seed);
    for (int start = 0; start < tuning::starts_on_curves; ++start) {
        const Placed at = rods.fitted_from(random.next());
        if (rods.close_at(at) && lies_on_curve(rods, at)) return at;
    }
    return std::nullopt;
}

}  // namespace hexscan
