#include "src/results/image_files.h"

#include <string>
#include <utility>

namespace hexscan {

ImageFiles::ImageFiles(const ScanPlan& plan, std::filesystem::path folder, ImageFormat format)
    : folder_(std::move(folder)),
      series_(slice_series("slice_", plan.slices(), "." + std::string(file_extension(format)))),
      writers_(ImageWriter(format, plan.columns(), plan.rows())) {}

void ImageFiles::take(const Slice& slice) {
    const std::filesystem::path file = folder_ / name_in_series(series_, slice.index);
    if (slice.proved)
        writers_.local().write_shaded(file, slice.runs, *slice.proved);
    else
        writers_.local().write(file, slice.runs);
}

}  // namespace hexscan
