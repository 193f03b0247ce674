#pragma once

#include <filesystem>
#include <vector>

#include "src/results/output.h"
#include "src/results/pictures/image_writer.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Writes one image per slice, on the thread that delivers the slice.
class ImageFiles final : public Output {
public:
    /// `plan` is the plan of the whole scan. The format must be bmp or png. Throws OutputError if the format cannot
    /// hold images of that size.
    ImageFiles(const ScanPlan& plan, std::filesystem::path folder, ImageFormat format);

    std::vector<AnnouncedFiles> files() const override { return {series_}; }
    void take(const Slice& slice) override;

private:
    std::filesystem::path folder_;
    AnnouncedFiles series_;
    ImageWriter writer_;
};

}  // namespace hexscan
