#include "src/sweep/report/export.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/files/description_text.h"
#include "src/files/shared_limit_keys.h"

namespace hexscan {
namespace {

/// A number in the file's units that gives exactly `metres` when it is read back. If the quotient rounds to another
/// number, neighbouring doubles are tried.
double in_units(double metres, const Units& units) {
    const double nearest = units.from_metres(metres);
    for (const double value : {nearest, std::nextafter(nearest, -std::numeric_limits<double>::infinity()),
                               std::nextafter(nearest, std::numeric_limits<double>::infinity())})
        if (units.metres(value) == metres) return value;
    return nearest;
}

/// Writes the range that the sweep scanned. The range may come from the sweep file, the machine file or the search for
/// open ranges.
void set_range(YAML::Node& scan, const char* key, const char* count_key, const ScanRange& range, const Units& units) {
    YAML::Node axis;
    axis["from"] = shortest(in_units(range.from_m, units));
    axis["to"] = shortest(in_units(range.to_m, units));
    axis[count_key] = std::to_string(range.count);
    scan[key] = axis;
}

/// Makes the paths of the requirements' CSV files absolute. They are relative to the sweep's machine file, but the new
/// file may be in any folder.
void set_pose_files(YAML::Node requirements, const SweepFile& sweep) {
    for (std::size_t r = 0; r < sweep.requirements.size(); ++r)
        if (const PoseFile* const poses = sweep.requirements[r].poses->file())
            requirements[r][std::string(poses->key)] = std::filesystem::absolute(poses->file).string();
}

}  // namespace

std::string platform_file_of(const SweepFile& sweep, const Designs& designs, std::int64_t number) {
    MachineDescription description = designs.description(number);
    (void)build_machine(description);
    description.name = fmt::format("{}, machine {} of {}", description.name, number, sweep.name);
    const YAML::Node source = YAML::Load(sweep.platform_text);
    YAML::Node rest;
    const YAML::Node own_scan = YAML::Load(sweep.sweep_text)["scan"];
    const YAML::Node asked = own_scan ? own_scan : source["scan"];
    YAML::Node scan = asked ? YAML::Clone(asked) : YAML::Node(YAML::NodeType::Map);
    // The machine's description already contains these limits.
    for (const std::string_view key : keys_of_shared_limits()) scan.remove(std::string(key));
    set_range(scan, "x", "points", sweep.scan.x, description.units);
    set_range(scan, "y", "points", sweep.scan.y, description.units);
    set_range(scan, "z", "slices", sweep.scan.z, description.units);
    rest["scan"] = scan;
    if (source["connected"]) rest["connected"] = source["connected"];
    if (source["requirements"]) {
        rest["requirements"] = YAML::Clone(source["requirements"]);
        set_pose_files(rest["requirements"], sweep);
    }
    YAML::Emitter out;
    if (escaped_lines(sweep.platform_text) != sweep.platform_text) out.SetOutputCharset(YAML::EscapeNonAscii);
    out << rest;
    return description_text(description) + out.c_str() + "\n";
}

}  // namespace hexscan
