#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/study/occupancy_model.h"

namespace hexscan {
namespace {

constexpr int plot_rows = 8;
constexpr int levels_per_row = 8;
constexpr int plot_left_columns = 8;  ///< the width of " 100 % |"

/// One plot: the resource that varies, and the values at which it is drawn.
struct PlotAxis {
    std::string_view label;
    int KernelResources::*resource;
    std::vector<int> samples;  ///< ascending; each represents all values above the previous one
    std::vector<int> ticks;    ///< some of the samples
    int columns_per_sample;
};

/// Values from `first` in steps of `step`, ending exactly at `last`.
std::vector<int> samples_up_to(int last, int first, int step) {
    std::vector<int> samples;
    for (int value = first; value < last; value += step) samples.push_back(value);
    samples.push_back(last);
    return samples;
}

std::array<PlotAxis, 3> plot_axes(ComputeCapability capability) {
    const int most_registers = detail::most_registers_per_thread(capability);
    const int register_step = (most_registers + 1) / 64;
    const int quarter = (most_registers + 1) / 4;
    const int shared_step_bytes = max_static_shared_bytes / 64;
    return {
        PlotAxis{.label = "threads per block",
                 .resource = &KernelResources::threads_per_block,
                 .samples = samples_up_to(max_threads_per_block, warp_size, warp_size),
                 .ticks = {256, 512, 768, 1024},
                 .columns_per_sample = 2},
        PlotAxis{.label = "registers per thread",
                 .resource = &KernelResources::registers_per_thread,
                 .samples = samples_up_to(most_registers, register_step, register_step),
                 .ticks = {quarter, 2 * quarter, 3 * quarter, most_registers},
                 .columns_per_sample = 1},
        PlotAxis{.label = "bytes of shared memory per block",
                 .resource = &KernelResources::static_shared_bytes,
                 .samples = samples_up_to(max_static_shared_bytes, 0, shared_step_bytes),
                 .ticks = {0, max_static_shared_bytes / 3, max_static_shared_bytes / 3 * 2, max_static_shared_bytes},
                 .columns_per_sample = 1},
    };
}

/// The sample that represents `value`. Values beyond the axis are drawn at its end.
std::size_t sample_of(const PlotAxis& axis, int value) {
    const auto sample = std::lower_bound(axis.samples.begin(), axis.samples.end(), value);
    const auto last = axis.samples.end() - 1;
    return static_cast<std::size_t>(std::min(sample, last) - axis.samples.begin());
}

/// Height of the curve at every sample, in eighths of a row. The kernel's own sample shows the occupancy of the kernel,
/// which may differ from that at the sample's upper end.
std::vector<int> plot_levels(const PlotAxis& axis, const KernelResources& kernel, std::size_t kernel_sample,
                             ComputeCapability capability) {
    std::vector<int> levels;
    for (std::size_t i = 0; i < axis.samples.size(); ++i) {
        KernelResources varied = kernel;
        if (i != kernel_sample) varied.*axis.resource = axis.samples[i];
        const double fraction = occupancy(varied, capability).fraction;
        levels.push_back(static_cast<int>(std::lround(fraction * plot_rows * levels_per_row)));
    }
    return levels;
}

std::string_view block_glyph(int eighths) {
    static constexpr std::array<std::string_view, levels_per_row + 1> glyphs{" ", "▁", "▂", "▃", "▄",
                                                                             "▅", "▆", "▇", "█"};
    return glyphs[static_cast<std::size_t>(std::clamp(eighths, 0, levels_per_row))];
}

/// The row that contains the top of a column. Rows are counted from the bottom.
int top_row(int level) { return std::max(0, (level + levels_per_row - 1) / levels_per_row - 1); }

std::string plot_row(int row, const PlotAxis& axis, const std::vector<int>& levels, std::size_t kernel_sample) {
    std::string line;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const bool marked = i == kernel_sample && row == top_row(levels[i]);
        const auto glyph = block_glyph(levels[i] - row * levels_per_row);
        for (int column = 0; column < axis.columns_per_sample; ++column) line += marked ? "X" : glyph;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// Labels the top of every second row: 100 %, 75 %, 50 %, 25 %.
std::string percent_label(int row) {
    const int rows_below_top = plot_rows - 1 - row;
    if (rows_below_top % 2 != 0) return "";
    return fmt::format("{} %", 100 * (row + 1) / plot_rows);
}

/// Writes `text` into `line` so that it ends at `end_column`. If it is too long for that, it begins at the start of the
/// line.
void write_ending_at(std::string& line, std::size_t end_column, std::string_view text) {
    const std::size_t start = end_column + 1 >= text.size() ? end_column + 1 - text.size() : 0;
    line.resize(std::max(line.size(), start + text.size()), ' ');
    line.replace(start, text.size(), text);
}

std::string bottom_of(const PlotAxis& axis) {
    const auto per_sample = static_cast<std::size_t>(axis.columns_per_sample);
    std::string rule(axis.samples.size() * per_sample, '-');
    std::string labels;
    for (const int tick : axis.ticks) {
        const std::size_t end_column = (sample_of(axis, tick) + 1) * per_sample - 1;
        rule[end_column] = '+';
        write_ending_at(labels, end_column, fmt::format("{}", tick));
    }
    const std::string margin(plot_left_columns, ' ');
    return fmt::format("{:>6} +{}\n{}{}\n{}{}\n", "0 %", rule, margin, labels, margin, axis.label);
}

std::string plot(const PlotAxis& axis, const KernelResources& kernel, ComputeCapability capability) {
    const std::size_t kernel_sample = sample_of(axis, kernel.*axis.resource);
    const std::vector<int> levels = plot_levels(axis, kernel, kernel_sample, capability);
    std::string text = fmt::format("occupancy against {}, X at {}\n", axis.label, kernel.*axis.resource);
    for (int row = plot_rows - 1; row >= 0; --row) {
        const std::string curve = plot_row(row, axis, levels, kernel_sample);
        text += fmt::format("{:>6} |{}\n", percent_label(row), curve);
    }
    return text + bottom_of(axis);
}

}  // namespace

std::string occupancy_plots(const KernelResources& resources, ComputeCapability capability) {
    const Occupancy kernel = occupancy(resources, capability);
    std::string text = fmt::format("Compute capability {}: {} of {} warps per multiprocessor, {:.1f} %\n",
                                   to_string(capability), kernel.active_warps, kernel.max_warps, 100 * kernel.fraction);
    text += fmt::format("limited by {}\n", kernel.limiter);
    for (const PlotAxis& axis : plot_axes(capability)) {
        text += "\n" + plot(axis, resources, capability);
    }
    return text;
}

}  // namespace hexscan
