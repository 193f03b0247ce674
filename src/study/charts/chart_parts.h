#pragma once

#include <string>
#include <string_view>

/// The parts of the study's charts, which are standalone SVG.
namespace hexscan::chart {

inline constexpr double chart_width = 860;
inline constexpr double chart_margin = 16;

/// Colours and fonts of all charts. They follow the reader's light or dark colour scheme.
std::string_view style();

/// Escapes text for an XML element, which may contain no control characters.
std::string xml(std::string_view text);

/// A text at a place, with further attributes of its element.
std::string text(double x, double y, std::string_view attributes, std::string_view content);
/// A line, and a rectangle, of a class of style().
std::string line(std::string_view kind, double x1, double y1, double x2, double y2);
std::string rectangle(std::string_view kind, double x, double y, double width, double height);

/// The beginning of a chart: title and description for readers who cannot see it, and the background. `name` begins the
/// identifiers of both.
std::string opening(std::string_view name, std::string_view title, std::string_view description, double height);

}  // namespace hexscan::chart
