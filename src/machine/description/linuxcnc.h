#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/machine/description/machine_description.h"

/// Reads hexapods from LinuxCNC configurations (kinematics module genhexkins). Joints are in a HAL file's `setp
/// genhexkins.…` lines, lengths in the INI file's [JOINT_n] sections.
namespace hexscan {

/// A text and the name that error messages use for it.
struct NamedText {
    std::string text;
    std::string name;
};

/// Opens the HAL file that a `source` line names. Throws InputError.
using OpenHal = std::function<NamedText(const std::string& name)>;

/// A machine, and a note for each number that the files omit and that the reader assumed.
struct LinuxCncImport {
    MachineDescription description;
    std::vector<std::string> notes;
};

/// Reads the machine of a configuration:
///   - Base and platform joints of struts 0 to 5, both raised by spindle and tool offset as in genhexkins. Pins that
///     are not set have the defaults of genhexkins. An offset that follows a signal counts as 0 and gives a note.
///   - Units from [TRAJ] LINEAR_UNITS. Angles are in degrees, R = Rz(C) Ry(B) Rx(A).
///   - Strut lengths from [JOINT_n] MIN_LIMIT and MAX_LIMIT. These are whole lengths from joint to joint.
///   - Home from [TRAJ] HOME, if the file gives it.
/// A value [SECTION]KEY of the HAL file is looked up in the INI file. Throws InputError, which names file, line,
/// problem and cure. The causes are a missing or negative limit, another kinematics module, and a pin that genhexkins
/// does not have. A screw lead is also an error: it makes strut lengths depend on the joints' rotation, which hexscan
/// does not model.
LinuxCncImport read_linuxcnc(const NamedText& hal, const NamedText& ini, const OpenHal& open);

}  // namespace hexscan
