#pragma once

#include <string>
#include <string_view>

#include "src/check/data_sheet.h"

/// Reads poses and half widths from the values of options.
namespace hexscan {

/// Six coordinates of a pose in the file's units, converted to SI. Only `count` of them are given, and the others are
/// 0. `form` says what is allowed. Throws UsageError that names the option.
HalfWidths coordinates_given(std::string_view option, const std::string& text, std::size_t count, const Units& units,
                             const std::string& form);

/// A pose x,y,z or x,y,z,roll,pitch,yaw. Omitted angles are 0. Throws UsageError that names the option.
Pose pose_given(std::string_view option, const std::string& text, const Units& units);

}  // namespace hexscan
