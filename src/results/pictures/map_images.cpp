#include "src/results/pictures/map_images.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "kernels/kinematics.h"
#include "src/base/numbers.h"
#include "src/scan/map_kind.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

constexpr const char* csv_name = "maps.csv";

AnnouncedFiles images_of(MapKind map, int slices) {
    return slice_series(std::string(name_of(map)) + "_", slices, ".png");
}

std::string legend_of(MapKind map) { return std::string(name_of(map)) + "_legend.svg"; }

/// The unit as a suffix of a map's name in column headings.
std::string unit_suffix(std::string_view unit) { return unit.empty() ? "" : fmt::format("_{}", unit); }

/// Paints the points of a row that are in the runs `these` but not in the runs `those`. Both lists are in the order of
/// columns.
void paint_beyond(std::span<const Run> these, std::span<const Run> those, std::uint8_t colour,
                  std::span<std::uint8_t> line) {
    auto other = those.begin();
    for (const Run& run : these)
        for (std::int32_t begin = run.first; begin <= run.last;) {
            while (other != those.end() && other->last < begin) ++other;
            const std::int32_t end = other == those.end() ? run.last + 1 : std::min(other->first, run.last + 1);
            if (begin < end) std::fill(line.begin() + begin, line.begin() + end, colour);
            begin = other == those.end() ? end : std::max(end, other->last + 1);
        }
}

/// Paints the border of the workspace: black on its reachable side, white on the other. So the border is visible on
/// every colour.
class BorderPainter {
public:
    /// Appends the border's two colours to the palette.
    BorderPainter(const WorkspaceSlice& runs, std::vector<Colour>& palette)
        : runs_(runs),
          inner_(static_cast<std::uint8_t>(palette.size())),
          outer_(static_cast<std::uint8_t>(palette.size() + 1)) {
        palette.insert(palette.end(), border_colours.begin(), border_colours.end());
    }

    /// Paints the points of a row whose neighbour, in this row or in the row above or below, has the other verdict.
    /// Points beyond the grid count as unreachable.
    void paint(int row, std::span<std::uint8_t> line) const {
        const std::span<const Run> own = runs_of(row);
        for (const int beside : {row - 1, row + 1}) {
            paint_beyond(own, runs_of(beside), inner_, line);
            paint_beyond(runs_of(beside), own, outer_, line);
        }
        for (const Run& run : own) {
            if (run.first > 0) line[static_cast<std::size_t>(run.first) - 1] = outer_;
            if (const auto behind = static_cast<std::size_t>(run.last) + 1; behind < line.size()) line[behind] = outer_;
            line[static_cast<std::size_t>(run.first)] = line[static_cast<std::size_t>(run.last)] = inner_;
        }
    }

private:
    std::span<const Run> runs_of(int row) const {
        return row < 0 || row >= runs_.rows() ? std::span<const Run>{} : runs_.row(row);
    }

    const WorkspaceSlice& runs_;
    std::uint8_t inner_, outer_;
};

}  // namespace

MapImages::MapImages(const ScanGrid& grid, std::vector<MapColours> colours, std::filesystem::path folder, bool images)
    : grid_(grid),
      colours_(std::move(colours)),
      folder_(std::move(folder)),
      images_(images),
      ranges_(static_cast<std::size_t>(grid.slices())) {}

std::string MapImages::image_name(MapKind map, const ScanGrid& grid, int slice) {
    return name_in_series(images_of(map, grid.slices()), slice);
}

std::vector<AnnouncedFiles> MapImages::files() const {
    std::vector<AnnouncedFiles> files{{.name = csv_name}};
    for (const MapColours& colours : colours_)
        if (images_) {
            files.push_back(images_of(colours.map(), grid_.slices()));
            files.push_back({.name = legend_of(colours.map())});
        }
    return files;
}

void MapImages::write_image(const MapColours& colours, const Slice& slice, const SliceField& field) const {
    const auto columns = static_cast<std::size_t>(grid_.columns());
    const std::filesystem::path file = folder_ / image_name(colours.map(), grid_, slice.index);
    std::vector<Colour> palette = colours.palette();
    std::optional<BorderPainter> border;
    if (colours.map() == MapKind::limit) border.emplace(slice.runs, palette);
    PngFile png(file, grid_.columns(), grid_.rows(), PngPixels::palette, pixel_density(grid_), palette);
    std::vector<std::uint8_t> line(columns);
    std::visit(
        [&](const auto& values) {
            // A PNG stores the top row first, which is the grid's last row.
            for (std::size_t row = static_cast<std::size_t>(grid_.rows()); row-- > 0;) {
                const auto numbers = std::span(values).subspan(row * columns, columns);
                std::transform(numbers.begin(), numbers.end(), line.begin(),
                               [&](auto value) { return colours.index_of(value); });
                if (border) border->paint(static_cast<int>(row), line);
                png.write_row(line);
            }
        },
        field.values);
    png.commit();
}

void MapImages::take(const Slice& slice) {
    std::vector<Range>& ranges = ranges_[static_cast<std::size_t>(slice.index)];
    ranges.resize(colours_.size());
    for (std::size_t map = 0; map < colours_.size(); ++map) {
        const SliceField& field = slice.fields[map];
        if (images_) write_image(colours_[map], slice, field);
        if (const auto* const numbers = std::get_if<std::vector<float>>(&field.values)) {
            const auto [least, largest] = std::minmax_element(numbers->begin(), numbers->end());
            const double sum = std::accumulate(numbers->begin(), numbers->end(), 0.0, [&](double before, float number) {
                return before + share_of_mean(colours_[map].map(), number);
            });
            ranges[map] = {*least, sum / static_cast<double>(numbers->size()), *largest};
        }
    }
}

std::string MapImages::csv() const {
    std::string text = "slice,z_m";
    for (const MapColours& colours : colours_)
        if (colours.map() != MapKind::limit)
            for (const char* what : {"least", "mean", "largest"})
                text += fmt::format(",{}_{}{}", name_of(colours.map()), what, unit_suffix(colours.unit()));
    text += '\n';
    for (std::size_t slice = 0; slice < ranges_.size(); ++slice) {
        text += fmt::format("{},{}", slice, significant(grid_coordinate(grid_.z, static_cast<int>(slice)), 12));
        for (std::size_t map = 0; map < colours_.size(); ++map) {
            if (colours_[map].map() == MapKind::limit) continue;
            const Range& range = ranges_[slice][map];
            text += fmt::format(",{},{},{}", significant(range.least, 9), significant(range.mean, 9),
                                significant(range.largest, 9));
        }
        text += '\n';
    }
    return text;
}

void MapImages::finish() {
    for (const MapColours& colours : colours_)
        if (images_) write_whole_file(folder_ / legend_of(colours.map()), colours.legend());
    write_whole_file(folder_ / csv_name, csv());
}

}  // namespace hexscan
