#include "src/results/pictures/image_files.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/results/output_kinds.h"
#include "src/results/results_tuning.h"

namespace hexscan {

namespace {

ImageShades shades_of(const ScanPlan& plan) { return plan.is_certified() ? ImageShades::three : ImageShades::two; }

ImageFormat format_of(const OutputOrder& order) {
    const std::string_view word = order.requested.word("image");
    return word == no_output ? ImageFormat::none : word == "png" ? ImageFormat::png : ImageFormat::bmp;
}

std::string size_problem(const OutputOrder& order) {
    return image_size_problem(format_of(order), order.plan.columns(), order.plan.rows(), shades_of(order.plan));
}

std::string size_notice(const OutputOrder& order) {
    const ScanPlan& plan = order.plan;
    const double bytes =
        static_cast<double>(image_bytes(format_of(order), plan.columns(), plan.rows(), shades_of(plan)));
    if (bytes * plan.slices() < tuning::many_image_bytes) return {};
    return fmt::format("Writing {} images, {} GB in all, to {} (PNG images take far less)", plan.slices(),
                       three_digits(bytes * plan.slices() * 1e-9), escaped(order.folder.string()));
}

std::unique_ptr<Output> make_images(const OutputOrder& order) {
    if (!order.requested.want("image")) return nullptr;
    return std::make_unique<ImageFiles>(order.plan, order.folder, format_of(order));
}

}  // namespace

OutputKind image_output() {
    return {.option = "image",
            .words = "bmp|png|none",
            .standard = "bmp",
            .meaning = "write one image per slice",
            .make = make_images,
            .problem = size_problem,
            .notice = size_notice};
}

ImageFiles::ImageFiles(const ScanPlan& plan, std::filesystem::path folder, ImageFormat format)
    : folder_(std::move(folder)),
      series_(slice_series("slice_", plan.slices(), "." + std::string(file_extension(format)))),
      writer_(format, plan.columns(), plan.rows(), shades_of(plan), pixel_density(plan)) {}

void ImageFiles::take(const Slice& slice) {
    const std::filesystem::path file = folder_ / name_in_series(series_, slice.index);
    if (slice.proved)
        writer_.write_shaded(file, slice.runs, *slice.proved);
    else
        writer_.write(file, slice.runs);
}

}  // namespace hexscan
