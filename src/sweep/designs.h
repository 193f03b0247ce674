#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// The machines of a sweep. Sampling is counter-based: machine k is machine k whoever asks, in any order, on any host
/// with the same mathematical library.
class Designs {
public:
    explicit Designs(const SweepFile& sweep);

    std::int64_t count() const { return machines_; }
    std::int64_t design_of(std::int64_t machine) const { return machine / samples_; }

    /// What the varied numbers are for a design, in the order of the sweep, in the file's units.
    std::vector<double> varied(std::int64_t design) const;

    /// By how much the scattered numbers of a machine deviate, likewise.
    std::vector<double> deviations(std::int64_t machine) const;

    /// The nominal machine with its varied numbers set to these values.
    MachineDescription with_varied(const std::vector<double>& values) const;

    /// The machine as a platform file would describe it. Throws DescriptionError where a side's joints are to be
    /// scattered and cannot even be placed.
    MachineDescription description(std::int64_t machine) const;

    /// The design that machines scatter about, with its joints and axes listed where the sweep scatters them. Of
    /// a sweep with tolerances.
    MachineDescription before_scatter(std::int64_t design_number) const;

    /// The machine itself. Throws DescriptionError where there is none: lengths reversed, joints without a leg order
    /// ...
    Machine machine(std::int64_t machine) const { return build_machine(description(machine)); }

    /// What keeps the machine from being one: "legs.min: is above ..."; empty where there is a machine.
    std::string why_none(std::int64_t machine) const;

    /// A design without scatter. Throws DescriptionError.
    Machine nominal(std::int64_t design_number) const { return build_machine(design(design_number)); }

private:
    MachineDescription design(std::int64_t design) const { return with_varied(varied(design)); }
    std::vector<double> unit_point(std::int64_t design) const;

    const SweepFile& sweep_;
    std::int64_t designs_, samples_, machines_;
    struct SobolSequence;
    std::shared_ptr<const SobolSequence> sobol_;  ///< from its start; its header is most of what a file would compile
};

}  // namespace hexscan
