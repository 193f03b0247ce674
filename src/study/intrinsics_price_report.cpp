#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/study/intrinsics_price_report.h"

namespace hexscan {
namespace {

using Cells = std::vector<std::string>;

/// Columns as wide as their widest cell; the first `left` are aligned left, the others right.
std::string aligned(const std::vector<Cells>& lines, std::size_t left) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const Cells& line : lines)
        for (std::size_t column = 0; column < line.size(); ++column)
            widths[column] = std::max(widths[column], line[column].size());

    std::string text;
    for (const Cells& line : lines) {
        std::string row;
        for (std::size_t column = 0; column < line.size(); ++column)
            row += column < left ? fmt::format("{:<{}}  ", line[column], widths[column])
                                 : fmt::format("{:>{}}  ", line[column], widths[column]);
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + '\n';
    }
    return text;
}

std::string milliseconds(double time_ms) { return fmt::format("{:.4f}", time_ms); }
std::string times(double ratio) { return fmt::format("{:.2f}", ratio); }
std::string error_text(double error) { return fmt::format("{:.1e}", error); }

std::string spread(const Spread& time) { return fmt::format("{:.4f}-{:.4f}", time.min, time.max); }

std::string ranges(const PriceRow& row) {
    std::string text;
    for (const PriceRange& range : row.operands)
        text += fmt::format("{}{:g} ... {:g}", text.empty() ? "" : ", ", range.from, range.to);
    return text;
}

std::string main_table(const IntrinsicsPrice& price) {
    const std::string repeated = fmt::format("x{} ", price.evaluations_per_value);
    std::vector<Cells> lines{{"function", "ord ms", "intr ms", "ratio", "ord/floor", "intr/floor", repeated + "ord ms",
                              "intr ms", "ratio", "intr/floor", "abs ord", "abs intr", "rel ord", "rel intr"}};
    for (const PriceRow& row : price.rows)
        lines.push_back({row.function, milliseconds(row.single.ordinary_ms.median),
                         milliseconds(row.single.intrinsic_ms.median), times(row.single.ratio()),
                         times(row.single.ordinary_to_floor()), times(row.single.intrinsic_to_floor()),
                         milliseconds(row.repeated.ordinary_ms.median), milliseconds(row.repeated.intrinsic_ms.median),
                         times(row.repeated.ratio()), times(row.repeated.intrinsic_to_floor()),
                         error_text(row.ordinary_error.absolute), error_text(row.intrinsic_error.absolute),
                         error_text(row.ordinary_error.relative), error_text(row.intrinsic_error.relative)});
    return aligned(lines, 1);
}

std::string detail_table(const IntrinsicsPrice& price) {
    const std::string repeated = fmt::format("x{} ", price.evaluations_per_value);
    std::vector<Cells> lines{{"function", "ordinary", "intrinsic", "operands from ... to", "ord min-max ms",
                              "intr min-max ms", "floor ms", repeated + "ord min-max ms", "intr min-max ms",
                              "floor ms"}};
    for (const PriceRow& row : price.rows)
        lines.push_back({row.function, row.ordinary_call, row.intrinsic_call, ranges(row),
                         spread(row.single.ordinary_ms), spread(row.single.intrinsic_ms),
                         milliseconds(row.single.floor_ms.median), spread(row.repeated.ordinary_ms),
                         spread(row.repeated.intrinsic_ms), milliseconds(row.repeated.floor_ms.median)});
    return aligned(lines, 4);
}

std::string published_table(const IntrinsicsPrice& price) {
    std::vector<Cells> lines{{"function", "lecture ord ms", "intr ms", "ratio", "here ratio",
                              fmt::format("here ratio x{}", price.evaluations_per_value)}};
    for (const PriceRow& row : price.rows)
        if (row.published)
            lines.push_back({row.function, fmt::format("{:.2f}", row.published->ordinary_ms),
                             fmt::format("{:.2f}", row.published->intrinsic_ms), times(row.published->ratio()),
                             times(row.single.ratio()), times(row.repeated.ratio())});
    return aligned(lines, 1);
}

nlohmann::json time_json(const Spread& time) {
    return {{"median_ms", time.median}, {"min_ms", time.min}, {"max_ms", time.max}};
}

nlohmann::json times_json(const PriceTimes& measured) {
    return {{"ordinary", time_json(measured.ordinary_ms)},
            {"intrinsic", time_json(measured.intrinsic_ms)},
            {"floor", time_json(measured.floor_ms)},
            {"ratio", measured.ratio()},
            {"ordinary_to_floor", measured.ordinary_to_floor()},
            {"intrinsic_to_floor", measured.intrinsic_to_floor()}};
}

nlohmann::json error_json(const PriceError& error) {
    return {{"absolute", error.absolute}, {"relative", error.relative}};
}

nlohmann::json published_json(const std::optional<PublishedPrice>& published) {
    if (!published) return nullptr;
    return {{"ordinary_ms", published->ordinary_ms},
            {"intrinsic_ms", published->intrinsic_ms},
            {"ratio", published->ratio()}};
}

nlohmann::json row_json(const PriceRow& row) {
    nlohmann::json operands = nlohmann::json::array();
    for (const PriceRange& range : row.operands) operands.push_back({{"from", range.from}, {"to", range.to}});
    return {
        {"function", row.function},
        {"ordinary_call", row.ordinary_call},
        {"intrinsic_call", row.intrinsic_call},
        {"operands", operands},
        {"single", times_json(row.single)},
        {"repeated", times_json(row.repeated)},
        {"worst_error", {{"ordinary", error_json(row.ordinary_error)}, {"intrinsic", error_json(row.intrinsic_error)}}},
        {"published", published_json(row.published)}};
}

}  // namespace

std::string price_table(const IntrinsicsPrice& price) {
    std::string text =
        fmt::format("The price of intrinsics on {}: {} random values, median of {} repeats of {} launches\n\n",
                    price.device, price.values, price.repeats, price.launches_per_repeat);
    text += main_table(price);
    text += fmt::format(
        "\nord, intr: the ordinary and the intrinsic function; ratio: ord / intr. floor: the same kernel "
        "and\n"
        "arrays with a bitwise operation in place of the function. With one evaluation per value a time "
        "close\n"
        "to its floor is the time of memory, and the function costs nothing that shows. x{}: as many\n"
        "evaluations per value in registers, where the function itself shows. abs, rel: worst absolute and\n"
        "relative error against double precision on the same values.\n\n",
        price.evaluations_per_value);
    text += detail_table(price);
    text += "\nThe lecture's times, on a GPU of its day, and the ratios beside them:\n\n";
    text += published_table(price);
    return text;
}

nlohmann::json price_json(const IntrinsicsPrice& price) {
    nlohmann::json rows = nlohmann::json::array();
    std::transform(price.rows.begin(), price.rows.end(), std::back_inserter(rows), row_json);
    return {{"device", price.device},
            {"values", price.values},
            {"evaluations_per_value", price.evaluations_per_value},
            {"repeats", price.repeats},
            {"launches_per_repeat", price.launches_per_repeat},
            {"seed", price.seed},
            {"rows", rows}};
}

}  // namespace hexscan
