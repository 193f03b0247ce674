#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// The machines of a sweep. Sampling is counter-based: machine k is the same in any order of calls, and on every host
/// with the same mathematical library.
class Designs {
public:
    explicit Designs(const SweepFile& sweep);

    std::int64_t count() const { return machines_; }
    std::int64_t design_of(std::int64_t machine) const { return machine / samples_; }

    /// The varied numbers of a design, in the sweep's order and the file's units.
    std::vector<double> varied(std::int64_t design) const;

    /// The deviations of a machine's scattered numbers from their nominal values, in the sweep's order and the file's
    /// units.
    std::vector<double> deviations(std::int64_t machine) const;

    /// The nominal machine with its varied numbers set to these values.
    MachineDescription with_varied(const std::vector<double>& values) const;

    /// The description of a machine in the form of a machine file. Throws the errors of before_scatter().
    MachineDescription description(std::int64_t machine) const;

    /// The design around which its machines scatter. If the sweep scatters joints or home, axes that follow from home
    /// are listed as designed. Joints of a circle are listed if they scatter one by one. The sweep must have
    /// tolerances. Throws DescriptionError if axes must be listed and the design cannot be built.
    MachineDescription before_scatter(std::int64_t design_number) const;

    /// Builds a machine. Throws DescriptionError if that is impossible, for example for reversed lengths or joints
    /// without a leg order.
    Machine machine(std::int64_t machine) const { return build_machine(description(machine)); }

    /// Explains why a machine cannot be built, such as "legs.min: is above ...". Returns an empty text if it can be
    /// built.
    std::string build_problem(std::int64_t machine) const;

    /// Builds a design without scatter. Throws DescriptionError.
    Machine nominal(std::int64_t design_number) const { return build_machine(design(design_number)); }

private:
    MachineDescription design(std::int64_t design) const { return with_varied(varied(design)); }
    std::vector<double> unit_point(std::int64_t design) const;

    const SweepFile& sweep_;
    std::int64_t designs_, samples_, machines_;
    struct SobolSequence;
    std::shared_ptr<const SobolSequence> sobol_;  ///< the sequence at its start; a pointer, because Boost's header for
                                                  ///< it would dominate compile time
};

}  // namespace hexscan
