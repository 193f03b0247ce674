#include "src/check/pose_box.h"

namespace hexscan {

std::vector<Pose> corner_poses(const PoseBox& box) {
    std::vector<Pose> corners;
    for (unsigned corner = 0; corner < 1U << PoseBox::dimensions; ++corner) {
        std::array<double, PoseBox::dimensions> at = box.low;
        bool twin = false;
        for (std::size_t k = 0; k < at.size(); ++k) {
            if ((corner >> k & 1U) == 0) continue;
            twin = twin || box.low[k] == box.high[k];
            at[k] = box.high[k];
        }
        if (!twin) corners.push_back(pose_at(at));
    }
    return corners;
}

}  // namespace hexscan
