#pragma once

#include <filesystem>
#include <vector>

#include "src/results/output.h"
#include "src/results/radii_file.h"
#include "src/results/run_record.h"

namespace hexscan {

/// Of a certified scan: radii_proved.csv, which is radii.csv of what is proved at every orientation between the samples;
/// and its points and volume for the record.
class ProvedFile final : public Output {
public:
    /// `record` must outlive this object.
    ProvedFile(RunRecord& record, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override { return radii_.files(); }
    void take(const Slice& slice) override { radii_.take({slice.index, *slice.proved, {}, {}, slice.axis_proved}); }
    void finish(const Delivery& delivery) override;

private:
    RunRecord& record_;
    RadiiFile radii_;
};

}  // namespace hexscan
