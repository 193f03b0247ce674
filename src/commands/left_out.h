#pragma once

#include <string>

#include "hexscan/errors.h"
#include "src/commands/command.h"

/// Parts of the program that a build may leave out.
namespace hexscan {

struct LeftOut {
    const char* what;
    const char* option;  ///< of CMake, which builds it in
};
inline constexpr LeftOut left_out_study{"the study", "HEXSCAN_STUDY"};
inline constexpr LeftOut left_out_sweeps{"sweeps", "HEXSCAN_SWEEPS"};

/// What a build without a part answers to what belongs to it.
UsageError built_without(const LeftOut& part, const std::string& asked);

/// A command of that part, which says how to get it.
Command command_without(const LeftOut& part, const char* name);

}  // namespace hexscan
