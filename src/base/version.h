#pragma once

namespace hexscan {

/// The version of the project, from CMakeLists.txt.
inline constexpr const char* version = HEXSCAN_VERSION;

}  // namespace hexscan
