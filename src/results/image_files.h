#pragma once

#include <filesystem>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "src/results/image_writer.h"
#include "src/results/output.h"

namespace hexscan {

/// One image per slice, written in the thread that brings the slice.
class ImageFiles final : public Output {
public:
    /// `plan` is the whole scan; `format` is not none. Throws OutputError if images of that size cannot be written.
    ImageFiles(const ScanPlan& plan, std::filesystem::path folder, ImageFormat format);

    std::vector<AnnouncedFiles> files() const override { return {series_}; }
    void take(const Slice& slice) override;
    void finish(const Delivery&) override {}

private:
    std::filesystem::path folder_;
    AnnouncedFiles series_;
    tbb::enumerable_thread_specific<ImageWriter> writers_;
};

}  // namespace hexscan
