#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/machine/description/machine_description.h"

/// Hexapods as LinuxCNC describes them: joints in a HAL file's `setp genhexkins.…` lines, lengths in the INI file's
/// [JOINT_n] sections (LinuxCNC's kinematics module genhexkins).
namespace hexscan {

/// A text with the name that errors call it.
struct NamedText {
    std::string text;
    std::string name;
};

/// Opens the HAL file that a `source` line names. Throws InputError.
using OpenHal = std::function<NamedText(const std::string& name)>;

/// A machine, and what the files left open: each note names what was assumed.
struct LinuxCncImport {
    MachineDescription description;
    std::vector<std::string> notes;
};

/// The machine of a configuration:
///   - base and platform joints of struts 0 to 5, both raised by spindle and tool offset, as genhexkins does; pins that
///     are not set have genhexkins' defaults, and an offset that follows a signal counts as 0, with a note;
///   - units from [TRAJ] LINEAR_UNITS; angles are degrees, R = Rz(C) Ry(B) Rx(A);
///   - strut lengths from [JOINT_n] MIN_LIMIT and MAX_LIMIT, whole lengths from joint to joint;
///   - home from [TRAJ] HOME, where it is given.
/// A value [SECTION]KEY of the HAL file is looked up in the INI file. Throws InputError naming file, line, what is
/// wrong and what helps: where a limit is missing or negative, the kinematics is another, or a screw lead makes strut
/// lengths depend on how the joints are turned, which hexscan has no leg for; and where a pin is none of genhexkins.
LinuxCncImport read_linuxcnc(const NamedText& hal, const NamedText& ini, const OpenHal& open);

}  // namespace hexscan
