#pragma once

#include <string>
#include <string_view>

#include "src/machine/description/machine_description.h"

/// Hexapods as LinuxCNC describes them: joints in a HAL file's `setp genhexkins.…` lines, lengths in the INI file's
/// [JOINT_n] sections (LinuxCNC's kinematics module genhexkins).
namespace hexscan {

/// A text with the name that errors call it.
struct NamedText {
    std::string_view text;
    std::string name;
};

/// The machine of a configuration:
///   - base and platform joints of struts 0 to 5, both raised by spindle and tool offset, as genhexkins does;
///   - units from [TRAJ] LINEAR_UNITS; angles are degrees, R = Rz(C) Ry(B) Rx(A);
///   - strut lengths from [JOINT_n] MIN_LIMIT and MAX_LIMIT; a limit of 0 or less is no shortest length;
///   - home from [TRAJ] HOME, where it is given.
/// A value [SECTION]KEY of the HAL file is looked up in the INI file. Throws InputError naming file, line, what is
/// wrong and what helps: where a joint or a limit is missing, the kinematics is another, or a screw lead makes strut
/// lengths depend on how the joints are turned, which hexscan has no leg for; and where a pin is none of genhexkins.
MachineDescription read_linuxcnc(const NamedText& hal, const NamedText& ini);

}  // namespace hexscan
