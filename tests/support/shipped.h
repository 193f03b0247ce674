#pragma once

#include <string>

#include "hexscan/machine.h"
#include "src/files/machine_file.h"
#include "src/files/platform_file.h"

/// The machines that hexscan ships, by the names of their files.
namespace hexscan_test {

inline std::string shipped_file(const std::string& name) { return HEXSCAN_SOURCE_DIR "/platforms/" + name + ".yaml"; }

inline hexscan::Hexapod shipped_hexapod(const std::string& name) { return hexscan::Hexapod::load(shipped_file(name)); }

inline hexscan::Platform shipped_platform(const std::string& name) {
    return hexscan::load_platform(shipped_file(name));
}

inline hexscan::Machine shipped_machine(const std::string& name) {
    return hexscan::read_machine(hexscan::PlatformDocument::load(shipped_file(name)));
}

}  // namespace hexscan_test
