#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/ranks/ranks.h"
#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/meters/meter.h"
#include "src/sweep/sweep_file/sweep_file_reader.h"
#include "src/sweep/sweep_file/sweep_ranges.h"
#include "src/sweep/sweep_run.h"

/// Sweeps for tests, and machines to sweep.
namespace hexscan_test {

/// A machine file whose machine reaches a spherical shell about the origin between the legs' lengths, in metres. All
/// joints of a side coincide. `scan` is the rest of the file.
inline std::string shell_file(std::string_view min, std::string_view max, std::string_view scan) {
    const std::string side = "{joints: [[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}";
    return fmt::format(
        "name: shell\nunits: {{length: m, angle: deg}}\nbase: {0}\nplatform: {0}\nlegs: {{min: {1}, max: {2}}}\n{3}\n",
        side, min, max, scan);
}

/// A cube of `points` grid points per axis from -half_m to half_m.
inline std::string cube_scan(double half_m, int points) {
    return fmt::format(
        "scan: {{x: {{from: -{0}, to: {0}, points: {1}}}, y: {{from: -{0}, to: {0}, points: {1}}}, "
        "z: {{from: -{0}, to: {0}, slices: {1}}}}}",
        half_m, points);
}

/// A machine of the usual shape on a grid of 30 x 20 x 10 points, in millimetres and degrees.
inline std::string usual_file() {
    return "name: usual\nunits: {length: mm, angle: deg}\n"
           "base: {radius: 1000, spread: 20, azimuth: 0, axis: home, max_tilt: 33}\n"
           "platform: {radius: 700, spread: 20, azimuth: 60, axis: home, max_tilt: 36}\n"
           "legs: {min: 1200, max: 2000}\nhome: {z: 1450}\n"
           "scan: {x: {from: -900, to: 900, points: 30}, y: {from: -900, to: 900, points: 20}, "
           "z: {from: 1000, to: 1900, slices: 10}}\n";
}

/// The sweep of two texts, with ranges still open. Adds the key `machine`.
inline hexscan::SweepFile open_sweep(const std::string& platform, const std::string& sweep) {
    return hexscan::parse_sweep("machine: machine.yaml\n" + sweep, "study.yaml",
                                hexscan::PlatformDocument(platform, "machine.yaml"));
}

inline hexscan::SweepFile closed_sweep(const std::string& platform, const std::string& sweep) {
    hexscan::SweepFile closed = open_sweep(platform, sweep);
    (void)hexscan::close_sweep(closed);
    return closed;
}

/// The figure of a measure that the sweep has.
inline double value_of(hexscan::Measure::Kind kind, const hexscan::Measured& measured,
                       const hexscan::SweepFile& sweep) {
    return measured.figures.at(sweep.place_of(kind).value()).value;
}

/// A sweep measured on the host into a file of `folder`. The sweep must outlive it.
class MeasuredSweep {
public:
    MeasuredSweep(const hexscan::SweepFile& sweep, const std::filesystem::path& folder)
        : designs_(sweep),
          blocks_(sweep),
          file_(folder / "sweep.blocks", sweep.identity, blocks_.count(), blocks_.bytes()),
          machines_(sweep, designs_, file_) {
        meters_.push_back(hexscan::make_host_meter(sweep, designs_));
        hexscan::measure_machines(sweep, meters_, hexscan::process_ranks(), &file_, hexscan::silent_observer());
    }

    const hexscan::Designs& designs() const { return designs_; }
    const hexscan::MeasuredMachines& machines() const { return machines_; }
    hexscan::Meter& meter() const { return *meters_.front(); }
    hexscan::Meters meters() const { return meters_; }

    std::vector<hexscan::Measured> all() const {
        std::vector<hexscan::Measured> all;
        machines_.for_each([&](std::int64_t, const hexscan::Measured& measured) { all.push_back(measured); });
        return all;
    }

private:
    hexscan::Designs designs_;
    hexscan::MachineBlocks blocks_;
    hexscan::BlockFile file_;
    hexscan::MeasuredMachines machines_;
    std::vector<std::unique_ptr<hexscan::Meter>> meters_;
};

}  // namespace hexscan_test
