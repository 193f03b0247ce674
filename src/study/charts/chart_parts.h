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

/// An SVG text element at (x, y) with these additional attributes.
std::string text(double x, double y, std::string_view attributes, std::string_view content);
/// A line and a rectangle. `kind` is one of the CSS classes in style().
std::string line(std::string_view kind, double x1, double y1, double x2, double y2);
std::string rectangle(std::string_view kind, double x, double y, double width, double height);

/// Opens the SVG element of a chart, with the background, and with title and description for screen readers. The
/// identifiers of title and description begin with `name`.
std::string opening(std::string_view name, std::string_view title, std::string_view description, double height);

}  // namespace hexscan::chart
