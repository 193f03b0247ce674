#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/pose/pose_finder.h"

/// The results of `hexscan pose`: poses for rows of joint values.
namespace hexscan {

struct PoseRows {
    std::string file;  ///< source of the machine
    const Machine& machine;
    std::vector<PoseAnswer> answers;  ///< one for each row
    bool all = false;                 ///< true if all poses of each row were requested

    /// True if every row has a pose that violates no limit and has all legs on the machine's branches.
    bool all_keep_limits() const;
};

/// One row as text in the file's units, with lines of at most `columns` characters.
std::string pose_row_text(const PoseRows& rows, std::size_t columns = 80);
/// All rows as CSV in the file's units. There is one line for each pose, and one line for each row without a pose
/// (docs/reference/pose.md).
std::string pose_rows_csv(const PoseRows& rows);
/// All rows as JSON, in SI.
nlohmann::json pose_rows_json(const PoseRows& rows);

/// The limits and their owners as a CSV cell in quotation marks: "leg 3, longest length; leg 4, shortest length".
std::string limits_cell(const std::vector<LimitId>& limits, const LimitTable& table);
/// The limits as a JSON list of owners and names.
nlohmann::json limits_json(const std::vector<LimitId>& limits, const LimitTable& table);
/// The coordinates of a pose as CSV cells, in the given units and in the order x, y, z, roll, pitch, yaw.
std::string pose_cells(const Pose& pose, const Units& units);

}  // namespace hexscan
