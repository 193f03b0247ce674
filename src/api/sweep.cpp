#include "hexscan/sweep.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "src/api/effort_of.h"
#include "src/base/text.h"
#include "src/device/devices.h"
#include "src/scan_cuda/choose_engine.h"
#include "src/sweep/sweep_folder.h"
#include "src/system/input_file.h"
#include "src/system/threads.h"

namespace hexscan {
namespace {

/// A field of a CSV line. Text is in quotes, and two quotes within it mean one.
struct Cell {
    std::string text;
    bool quoted = false;
};

std::vector<Cell> cells_of(std::string_view line) {
    std::vector<Cell> cells(1);
    bool open = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        Cell& cell = cells.back();
        const bool doubled = open && line.substr(i, 2) == "\"\"";
        if (line[i] == '"' && !doubled) {
            open = !open;
            cell.quoted = true;
        } else if (line[i] == ',' && !open) {
            cells.emplace_back();
        } else {
            cell.text += line[i];
            if (doubled) ++i;
        }
    }
    return cells;
}

double number_in(const std::string& text) {
    if (text == "yes") return 1;
    if (text == "no") return 0;
    return parse_number<double>(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

void append(const Cell& cell, SweepColumn& column) {
    if (cell.quoted) column.texts.resize(column.values.size());
    column.values.push_back(cell.quoted ? std::numeric_limits<double>::quiet_NaN() : number_in(cell.text));
    if (cell.quoted || !column.texts.empty()) column.texts.push_back(cell.text);
}

std::vector<SweepColumn> columns_of(const std::filesystem::path& designs) {
    constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max() - 1;
    const std::string text =
        read_input_file(designs, any_size, "the sweep wrote this file; sweep again, and do not move or delete it");
    std::vector<SweepColumn> columns;
    for (const std::string_view line : split(text, '\n')) {
        if (line.empty()) continue;
        const std::vector<Cell> cells = cells_of(line);
        if (columns.empty())
            for (const Cell& name : cells) columns.push_back({name.text, {}, {}});
        else
            for (std::size_t c = 0; c < std::min(cells.size(), columns.size()); ++c) append(cells[c], columns[c]);
    }
    return columns;
}

/// The indices of the CUDA devices to use. If there are none, the CPU measures.
std::vector<int> cuda_indices(const Device& device) {
    if (device.kind == Device::Kind::cpu) return {};
    if (device.kind == Device::Kind::cuda)
        return {cuda_device(device.index, fmt::format("sweep() on cuda:{}", device.index), "").index};
    std::vector<int> indices;
    for (const DeviceInfo& found : list_devices().devices) indices.push_back(found.index);
    return indices;
}

Sweep run_sweep(const std::filesystem::path& sweep_file, const SweepOptions& options, Observer& observer) {
    Ranks& ranks = process_ranks();
    const SweepFile sweep = opened_sweep(sweep_file, effort_of(options.effort), ranks, observer);
    const Designs designs(sweep);
    std::vector<std::unique_ptr<Meter>> meters = device_meters(sweep, designs, cuda_indices(options.device));
    if (meters.empty()) meters = host_meters(sweep, designs);
    const SweepWork work{sweep, meters, ranks, {device_names(meters, ranks)}, {}};
    const SweptFolder swept =
        sweep_into({options.folder, {options.page, options.images}, options.restart}, work, observer);
    return {swept.folder, sweep.machines(), swept.measured, columns_of(swept.folder / "designs.csv"), swept.summary};
}

}  // namespace

const std::vector<double>& Sweep::column(std::string_view name) const {
    static const std::vector<double> none;
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const SweepColumn& c) { return c.name == name; });
    return found == columns.end() ? none : found->values;
}

Sweep sweep(const std::filesystem::path& sweep_file, const SweepOptions& options, Observer& observer) {
    ReadyThreads threads;
    return threads.execute([&] { return run_sweep(sweep_file, options, observer); });
}

}  // namespace hexscan
