#include "src/api/many_rows.h"

#include <cmath>

#include <fmt/format.h>

#include "hexscan/errors.h"

namespace hexscan {
namespace {

constexpr std::array pose_number_names{"x", "y", "z", "roll", "pitch", "yaw"};
static_assert(pose_number_names.size() == numbers_per_row);
static_assert(sizeof(PlatformPose) == numbers_per_row * sizeof(double));
static_assert(offsetof(PlatformPose, yaw_rad) == 5 * sizeof(double));

/// Throws InputError if a number is not finite. In its message, name(k) is number k of a row, and `of` is the array of
/// the rows.
template <class Name>
void require_finite(const double* numbers, std::size_t rows, const char* of, Name name) {
    for (std::size_t i = 0; i < rows * numbers_per_row; ++i) {
        if (std::isfinite(numbers[i])) continue;
        const std::string key = fmt::format("{}[{}]", of, i / numbers_per_row);
        throw InputError(fmt::format("{}: {} is {}; must be a finite number, in metres or radians", key,
                                     name(i % numbers_per_row), numbers[i]),
                         {.file = {}, .line = 0, .key = key});
    }
}

}  // namespace

void require_size(std::size_t rows, std::size_t elements, const char* what) {
    if (rows != elements)
        throw UsageError(fmt::format("{}: has {} elements; must have {}, one for each pose", what, elements, rows));
}

void require_finite_poses(std::span<const PlatformPose> poses) {
    if (poses.empty()) return;
    require_finite(&poses[0].x_m, poses.size(), "poses", [](std::size_t k) { return pose_number_names[k]; });
}

void require_finite_values(std::span<const std::array<double, numbers_per_row>> joint_values) {
    if (joint_values.empty()) return;
    require_finite(joint_values[0].data(), joint_values.size(), "values",
                   [](std::size_t k) { return fmt::format("leg {}", k + 1); });
}

}  // namespace hexscan
