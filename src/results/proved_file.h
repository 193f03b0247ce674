#pragma once

#include <filesystem>
#include <vector>

#include "src/machine/description/units.h"
#include "src/results/output.h"
#include "src/results/radii/radii_file.h"

namespace hexscan {

/// Of a certified scan: radii_proved.csv, which is radii.csv of what is proved at every orientation between the
/// samples; and its points and volume for the record.
class ProvedFile final : public Output {
public:
    /// `grid` is that of the whole scan, `units` are of the machine's file.
    ProvedFile(const ScanGrid& grid, Units units, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override { return radii_.files(); }
    void take(const Slice& slice) override { radii_.take({slice.index, *slice.proved, {}, {}, slice.axis_proved}); }
    Told finish() override;

private:
    Units units_;
    RadiiFile radii_;
};

}  // namespace hexscan
