#include "src/results/pictures/map_colours.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace hexscan {
namespace {

/// The number of steps from the first level to the last.
constexpr int level_steps = MapColours::last_level - MapColours::first_level;

double srgb(double linear) {
    const double inside = std::clamp(linear, 0.0, 1.0);
    return inside <= 0.0031308 ? 12.92 * inside : 1.055 * std::pow(inside, 1 / 2.4) - 0.055;
}

/// Converts OKLab in cylindrical coordinates to sRGB (Ottosson 2020).
Colour oklch(double lightness, double chroma, double hue_deg) {
    const double hue = hue_deg * std::numbers::pi / 180;
    const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    const auto byte = [](double linear) { return static_cast<std::uint8_t>(std::lround(255 * srgb(linear))); };
    return {byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/// A colour from dark blue (`part` 0) to light yellow (1), with evenly rising lightness.
Colour ramp(double part) { return oklch(0.25 + 0.68 * part, 0.11, 280 - 180 * part); }

Colour colour_of(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U),
            static_cast<std::uint8_t>(rgb)};
}

constexpr Colour off_range{64, 64, 64}, no_limit{0, 0, 0};

std::string css(Colour colour) { return fmt::format("rgb({},{},{})", colour.red, colour.green, colour.blue); }

std::string box(int x, int y, int width, int height, Colour colour) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y, width, height,
                       css(colour));
}

std::string words(int x, int y, const std::string& text, const char* anchor = "start") {
    return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
}

std::string svg(int width, int height, const std::string& content) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"{0}\" height=\"{1}\" "
        "fill=\"white\"/>\n{2}</svg>\n",
        width, height, content);
}

}  // namespace

MapColours::MapColours(MapKind map, const Platform& platform)
    : map_(map),
      title_(title_of(map, platform.machine)),
      unit_(unit_of(map, platform.machine)),
      shown_unit_(hexscan::shown_unit(map, platform.machine)) {
    const MapDefinition& definition = definition_of(map);
    scale_ = definition.scale(platform);
    if (!definition.is_codes) {
        make_ramp();
        return;
    }
    limits_ = limits_of(platform.machine);
    palette_.assign(1, no_limit);
    for (const Limit& limit : limits_->rows()) palette_.push_back(colour_of(limit.rgb()));
}

MapColours MapColours::of_share(std::string title) {
    MapColours share(MapKind::share);
    share.shown_unit_ = hexscan::shown_unit(MapKind::share, {});
    share.scale_ = definition_of(MapKind::share).scale({});
    share.scale_.title = std::move(title);
    share.make_ramp();
    return share;
}

std::vector<MapColours> colours_of_maps(const Platform& platform) {
    const std::vector<MapKind>& asked = platform.scan.questions.maps;
    std::vector<MapColours> colours;
    for (const MapKind map : all_maps())
        if (std::find(asked.begin(), asked.end(), map) != asked.end()) colours.emplace_back(map, platform);
    return colours;
}

void MapColours::make_ramp() {
    palette_.assign(1, off_range);
    for (int step = 0; step <= level_steps; ++step) palette_.push_back(ramp(double(step) / level_steps));
    palette_.push_back(palette_.back());
    palette_.push_back(off_range);
}

std::uint8_t MapColours::index_of(float value) const {
    const double part = double{value} / scale_.high;
    if (std::isnan(part)) return no_number;
    if (part < 0) return below_range;
    if (part > 1) return beyond_range;
    return static_cast<std::uint8_t>(std::lround(first_level + part * level_steps));
}

nlohmann::json MapColours::json() const {
    nlohmann::json colours = nlohmann::json::array();
    for (const Colour& c : palette_) colours.push_back(fmt::format("{:02x}{:02x}{:02x}", c.red, c.green, c.blue));
    return {{"palette", colours},
            {"high", definition_of(map_).is_codes ? nlohmann::json() : nlohmann::json(scale_.high)}};
}

std::string MapColours::legend() const { return definition_of(map_).is_codes ? limit_legend() : ramp_legend(); }

std::string MapColours::ramp_legend() const {
    std::string content = words(20, 26, scale_.title);
    for (std::size_t level = first_level; level <= last_level; ++level)
        content += box(20 + 2 * static_cast<int>(level - first_level), 40, 2, 24, palette_[level]);
    const int end = 20 + 2 * (level_steps + 1);
    content += words(20, 84, scale_.low_text) + words(end, 84, scale_.high_text, "end");
    if (!scale_.below_text.empty()) content += box(20, 98, 24, 16, off_range) + words(52, 111, scale_.below_text);
    return svg(end + 20, 128, content);
}

std::string MapColours::limit_legend() const {
    const auto column_x = [](std::size_t kind) { return 90 + 130 * static_cast<int>(kind); };
    const std::vector<const LimitKind*> kinds = limits_->kinds();
    std::string content = words(20, 26, scale_.title);
    for (std::size_t k = 0; k < kinds.size(); ++k) content += words(column_x(k), 54, std::string(kinds[k]->heading));
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const int y = 64 + 26 * static_cast<int>(leg);
        content += words(20, y + 16, fmt::format("leg {}", leg + 1));
        for (std::size_t k = 0; k < kinds.size(); ++k)
            for (const LimitId id : limits_->ids_of(*kinds[k]))
                if ((*limits_)[id].owner.leg == leg)
                    content += box(column_x(k), y, 110, 22, palette_[static_cast<std::size_t>(id)]);
    }
    content += box(20, 228, 24, 16, off_range) + box(20, 232, 24, 4, border_colours[0]);
    content += box(20, 236, 24, 4, border_colours[1]) +
               words(52, 241, "border of the reachable positions, which are on the black side");
    return svg(column_x(kinds.size()) + 20, 258, content);
}

}  // namespace hexscan
