#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/base/loop.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/posed_stiffness.h"

/// The results of `hexscan pose --table`: joint values for each pose.
namespace hexscan {

/// A pose, and the state of the machine there.
struct JointRow {
    HomeState state;          ///< for a reachable pose, the clearance is a proved lower bound
    PerLeg joint_values{};    ///< in metres or radians
    bool closes = false;      ///< false: some leg does not reach; the joint values are then those of the shape that
                              ///< comes nearest
    double conditioning = 0;  ///< smallest singular value divided by the largest; 0 at a singular pose
    std::optional<PosedForces::Forces> forces;
    std::optional<StiffnessAtPose> stiffness;
    std::vector<LimitId> violated;
};

struct JointTable {
    std::string file;  ///< source of the machine
    const Machine& machine;
    std::vector<JointRow> rows;

    bool all_reachable() const;
};

/// Computes the rows. The machine must outlive the table.
JointTable joint_table(const Machine& machine, std::string file, std::span<const Pose> poses, const Loop& loop);

/// The table as CSV in the file's units, N and N m. For each kind of joint limit, a column has the value of the leg
/// that is nearest to its limit (docs/reference/pose.md).
std::string joint_table_csv(const JointTable& table);
/// The table as JSON, in SI.
nlohmann::json joint_table_json(const JointTable& table);

}  // namespace hexscan
