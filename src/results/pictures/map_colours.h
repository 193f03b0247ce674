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

/// Turns the numbers of one map into colours: a palette, and the index of each number in it. The range of numbers
/// depends on the platform, not on the map's numbers. So all slices of a scan, and the maps of other scans of the
/// machine, can be compared.
///
/// A palette of numbers has 256 entries. Entry 0 is for numbers below the range, entries 1 to `last_level` for numbers
/// within it. Larger numbers have the entry `beyond_range`, with the colour of the last level. NaN has `no_number`.
///
/// The palette of numbers has evenly rising lightness in OKLab, in which equal steps look equal (Ottosson, A perceptual
/// color space for image processing, 2020). Limits have the colours of their table.
class MapColours {
public:
    static constexpr std::uint8_t below_range = 0, first_level = 1, last_level = 253, beyond_range = 254;
    static constexpr std::uint8_t no_number = 255;

    MapColours(MapKind map, const Platform& platform);
    /// Colours for shares from 0 to 1, with a legend of this title.
    static MapColours of_share(std::string title);

    MapKind map() const { return map_; }
    /// The map's title as shown to users.
    const std::string& title() const { return title_; }
    std::string_view unit() const { return unit_; }
    /// The unit that is printed after the map's numbers.
    const std::string& shown_unit() const { return shown_unit_; }

    const std::vector<Colour>& palette() const { return palette_; }
    /// The palette entry of a number or a limit, as pictures and pages store it.
    std::uint8_t index_of(float value) const;
    std::uint8_t index_of(std::uint8_t limit) const { return limit; }

    /// The colours for a page: {"palette": [colours as "rrggbb"], "high": the number of the last level}. The first
    /// level is 0. For the map of limits "high" is null.
    nlohmann::json json() const;

    /// The map's legend as an SVG. It shows the range and its unit, or the names of legs and limits.
    std::string legend() const;

private:
    explicit MapColours(MapKind map) : map_(map) {}
    void make_ramp();
    std::string ramp_legend() const;
    std::string limit_legend() const;

    MapKind map_;
    std::string title_{};
    std::string_view unit_{};  ///< unit of the map's numbers
    std::string shown_unit_{};
    MapScale scale_;
    std::vector<Colour> palette_;
    std::optional<LimitTable> limits_;  ///< only for the map of limits
};

/// Colours of the workspace's border on the map of limits: first its reachable side, then the other side.
inline constexpr std::array<Colour, 2> border_colours{{{0, 0, 0}, {255, 255, 255}}};

/// The colours of the maps that a platform's scan requests, in the order of a slice's fields.
std::vector<MapColours> colours_of_maps(const Platform& platform);

}  // namespace hexscan
