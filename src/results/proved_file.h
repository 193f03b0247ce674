#pragma once

#include <filesystem>
#include <vector>

#include "src/machine/description/units.h"
#include "src/results/output.h"
#include "src/results/radii/radii_file.h"

namespace hexscan {

/// Writes radii_proved.csv of a certified scan, and reports the number of points and the volume of the proved
/// workspace. The file has the columns of radii.csv. The proved workspace is also reachable at every orientation
/// between the samples.
class ProvedFile final : public Output {
public:
    /// `grid` is the grid of the whole scan. `units` are the units of the machine file.
    ProvedFile(const ScanGrid& grid, Units units, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override { return radii_.files(); }
    void take(const Slice& slice) override { radii_.take({slice.index, *slice.proved, {}, {}, slice.axis_proved}); }
    OutputReport finish() override;

private:
    Units units_;
    RadiiFile radii_;
};

}  // namespace hexscan
