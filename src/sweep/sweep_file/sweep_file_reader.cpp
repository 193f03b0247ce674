#include "src/sweep/sweep_file/sweep_file_reader.h"

#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/installed_platforms.h"
#include "src/files/machine_file.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/files/shared_limit_keys.h"
#include "src/sweep/sweep_file/sweep_sections.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

/// Reads the sweep's own scan, which sets the grid and orientations for measures. A sweep measures no other results of
/// a scan.
ScanRequest read_own_scan(const Value& scan, const UnitReader& units) {
    for (const std::string_view key : {"map", "certified", "tilt_inside", "connected"})
        if (const auto value = scan.find_in_map(key))
            value->fail(key == "connected"
                            ? "applies only to scans; remove it here and name connected_volume under measure"
                            : "cannot be measured by a sweep; remove it here; to use it, export a machine from the "
                              "sweep and scan it");
    for (const std::string_view key : keys_of_shared_limits())
        if (const auto value = scan.find_in_map(key))
            value->fail("belongs to the machine, not to the sweep; give it in the machine file");
    return read_scan(scan, units);
}

/// Takes the machine, the scan and the requirements from the machine file. The sweep file's own `scan`, if it has one,
/// replaces the machine file's.
void read_platform_part(const PlatformDocument& platform, const std::optional<Value>& scan, SweepFile& sweep) {
    sweep.platform_text = platform.text();
    sweep.platform_source = platform.source_name();
    sweep.platform_folder = platform.folder().string();
    sweep.machine = read_description(platform);
    const Platform nominal = read_platform(platform);
    sweep.scan = scan ? read_own_scan(*scan, platform.units()) : nominal.scan;
    sweep.requirements = read_requirements(platform, nominal.machine);
    for (Requirement& requirement : sweep.requirements)
        requirement = with_file_read(requirement, nominal.machine.units);
}

/// Checks that the product of all counts is not above the largest number of machines.
void check_size(const SweepFile& sweep, const Section& root) {
    double machines = static_cast<double>(sweep.samples_per_design());
    if (!sweep.varied.empty()) {
        if (sweep.sampling.kind != Sampling::Kind::grid)
            machines *= static_cast<double>(sweep.sampling.count);
        else
            for (const VariedNumber& number : sweep.varied) machines *= static_cast<double>(number.values.size());
    }
    if (!(machines <= static_cast<double>(max_machines)))
        root.fail(fmt::format("has {:.3g} machines; at most {} are allowed; give fewer values, points or samples",
                              machines, max_machines));
}

SweepFile read_sweep(const Section& root, const PlatformDocument& platform) {
    SweepFile sweep;
    read_platform_part(platform, root.find("scan"), sweep);
    sweep.sampling = read_sampling(root.find("sampling"));
    read_vary(root.find("vary"), sweep);
    if (const auto tolerances = root.find("tolerances"))
        sweep.tolerances = read_tolerances(*tolerances, sweep.machine, !sweep.varied.empty());
    if (sweep.varied.empty() && !sweep.tolerances)
        root.fail(fmt::format("has neither vary nor tolerances; give one of them, such as vary: {{{}: [A, B, C]}}",
                              example_key(sweep.machine)));
    if (sweep.varied.empty() && sweep.sampling.kind != Sampling::Kind::grid)
        root.find("sampling")->fail("needs ranges under vary, but the file has no vary; remove sampling");
    read_measures(root.require("measure", "must be a list of measures, such as [volume, largest_ball]"), sweep);
    read_front(root.find("front"), sweep);
    check_size(sweep, root);
    return sweep;
}

const std::initializer_list<std::string_view> sweep_keys{"machine",    "scan",    "vary", "sampling",
                                                         "tolerances", "measure", "front"};

OtherKind platform_file() {
    return {
        {"name", "units", "base", "platform", "legs"},
        "this is a machine file, not a sweep file; a sweep file names a machine file, as in machine: my-hexapod.yaml"};
}

/// The root of a sweep file. A file with the key `machine` cannot be a machine file, so its error messages do not
/// suggest that it is one.
Section root_of(const std::string& text, const std::string& source_name) {
    const Value document = read_document(text, source_name);
    return {document, sweep_keys, with_records(document.find_in_map("machine") ? OtherKind{} : platform_file())};
}

[[noreturn]] void fail_no_machine(const Value& machine, const std::filesystem::path& named,
                                  const std::filesystem::path& beside) {
    const std::vector<std::string> installed = installed_platform_names();
    const std::string file = file_meant_text(beside);
    machine.fail(fmt::format(
        "is \"{}\", but there is no such file beside the sweep file or in the current folder; {}name a machine file{}",
        shown(named.string()),
        file.empty() ? did_you_mean(named.string(), std::vector<std::string_view>(installed.begin(), installed.end()))
                     : file,
        installed.empty() ? "" : ", or a machine that comes with hexscan: " + joined(installed, ", ")));
}

/// Finds the machine file: in the sweep file's folder, relative to the current folder, or among the machines installed
/// with hexscan.
PlatformDocument load_machine(const Value& machine, const std::filesystem::path& folder) {
    const std::filesystem::path named = machine.text(), beside = folder / named;
    std::error_code error;
    if (std::filesystem::exists(beside, error)) return PlatformDocument::load(beside);
    if (!std::filesystem::exists(named, error) && !installed_platform(named.string()))
        fail_no_machine(machine, named, beside);
    return PlatformDocument::load(named);
}

SweepFile finished(SweepFile sweep, const std::filesystem::path& source, const std::string& text) {
    sweep.name = source.stem().string();
    sweep.sweep_text = text;
    sweep.sweep_source = source.string();
    return sweep;
}

}  // namespace

SweepFile parse_sweep(const std::string& text, const std::string& source_name, const PlatformDocument& platform) {
    const Section root = root_of(text, source_name);
    return finished(read_sweep(root, platform), source_name, text);
}

SweepFile load_sweep(const std::filesystem::path& file) {
    const std::string source_name = file.string();
    const std::string text =
        read_input_file(file, max_description_bytes, "name a sweep file (docs/reference/sweeps.md)");
    const Section root = root_of(text, source_name);
    const Value machine = root.require(
        "machine", "name a machine file, as in machine: my-hexapod.yaml, or a machine that comes with hexscan");
    return finished(read_sweep(root, load_machine(machine, file.parent_path())), file, text);
}

}  // namespace hexscan
