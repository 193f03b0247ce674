#include "src/results/image_files.h"

#include <string>
#include <utility>

namespace hexscan {

ImageShades shades_of(const ScanPlan& plan) { return plan.is_certified() ? ImageShades::three : ImageShades::two; }

ImageFiles::ImageFiles(const ScanPlan& plan, std::filesystem::path folder, ImageFormat format)
    : folder_(std::move(folder)),
      series_(slice_series("slice_", plan.slices(), "." + std::string(file_extension(format)))),
      writer_(format, plan.columns(), plan.rows(), shades_of(plan)) {}

void ImageFiles::take(const Slice& slice) {
    const std::filesystem::path file = folder_ / name_in_series(series_, slice.index);
    if (slice.proved)
        writer_.write_shaded(file, slice.runs, *slice.proved);
    else
        writer_.write(file, slice.runs);
}

}  // namespace hexscan
