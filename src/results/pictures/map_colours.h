#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/machine/limits.h"
#include "src/results/pictures/png_file.h"
#include "src/scan/field.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"

namespace hexscan {

/// How the numbers of one map become colours: a palette, and where in it a number stands. The range is told by the plan
/// and not by the numbers, so that all slices, and the maps of a machine's other scans, can be compared.
///
/// Numbers run through colours of evenly rising lightness (in OKLab, which is made so that equal steps look equal:
/// Ottosson, A perceptual color space for image processing, 2020). Limits have the colours of their table.
class MapColours {
public:
    MapColours(MapKind map, const Platform& platform);
    /// Of a share of what the title says.
    static MapColours of_share(std::string title);

    MapKind map() const { return map_; }
    std::string_view unit() const { return unit_; }
    /// What people read behind the map's numbers.
    const std::string& shown_unit() const { return shown_unit_; }

    const std::vector<Colour>& palette() const { return palette_; }
    std::uint8_t index_of(float value) const;
    std::uint8_t index_of(std::uint8_t limit) const { return limit; }

    /// What a page colours the map with: {"palette": [colours as "rrggbb"], "high": the value at its end, or null}.
    nlohmann::json json() const;

    /// The map's legend as an SVG: its range and unit, or the names of legs and limits.
    std::string legend() const;

private:
    explicit MapColours(MapKind map) : map_(map) {}
    void make_ramp();
    std::string ramp_legend() const;
    std::string limit_legend() const;

    MapKind map_;
    std::string_view unit_{};  ///< of its numbers
    std::string shown_unit_{};
    MapScale scale_;
    std::vector<Colour> palette_;
    std::optional<LimitTable> limits_;  ///< of the map of limits
};

/// On the map of limits the border of what is reachable: on its reachable side and on the other.
inline constexpr std::array<Colour, 2> border_colours{{{0, 0, 0}, {255, 255, 255}}};

/// Of the maps that a platform's scan asks for, in the order in which slices bring them.
std::vector<MapColours> colours_of_maps(const Platform& platform);

}  // namespace hexscan
