#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "src/base/text_table.h"
#include "src/files/json_fields.h"
#include "src/study/intrinsics_price_report.h"

namespace hexscan {
namespace {

constexpr std::size_t function_columns = 17;

std::string milliseconds_text(double time_ms) { return fmt::format("{:.4f}", time_ms); }
std::string times(double ratio) { return fmt::format("{:.2f}", ratio); }
std::string error_text(double error) { return fmt::format("{:.1e}", error); }

std::string spread(const Spread& time) { return fmt::format("{:.4f}-{:.4f}", time.min, time.max); }

std::string ranges(const PriceRow& row) {
    std::string text;
    for (const PriceRange& range : row.operands)
        text += fmt::format("{}{:g} ... {:g}", text.empty() ? "" : ", ", range.from, range.to);
    return text;
}

/// A table whose first column is the name of the function.
TextTable function_table(std::string title, std::vector<TextColumn> columns) {
    columns.insert(columns.begin(), {.header = "function", .align = Align::left, .max_width = function_columns});
    return {.title = std::move(title), .columns = std::move(columns), .rows = {}};
}

std::string repeated(const IntrinsicsPrice& price) { return fmt::format("x{}\n", price.evaluations_per_value); }

std::string times_table(const IntrinsicsPrice& price) {
    TextTable table = function_table("Times and ratios", {{.header = "ord\nms"},
                                                          {.header = "intr\nms"},
                                                          {.header = "\nratio"},
                                                          {.header = "ord\n/floor"},
                                                          {.header = "intr\n/floor"},
                                                          {.header = repeated(price) + "ord ms"},
                                                          {.header = "intr\nms"},
                                                          {.header = "\nratio"},
                                                          {.header = "intr\n/floor"}});
    for (const PriceRow& row : price.rows)
        table.rows.push_back({row.function, milliseconds_text(row.single.ordinary_ms.median),
                              milliseconds_text(row.single.intrinsic_ms.median), times(row.single.ratio()),
                              times(row.single.ordinary_to_floor()), times(row.single.intrinsic_to_floor()),
                              milliseconds_text(row.repeated.ordinary_ms.median),
                              milliseconds_text(row.repeated.intrinsic_ms.median), times(row.repeated.ratio()),
                              times(row.repeated.intrinsic_to_floor())});
    return aligned_text(table);
}

std::string errors_table(const IntrinsicsPrice& price) {
    TextTable table = function_table(
        "Worst errors against double precision",
        {{.header = "abs\nord"}, {.header = "abs\nintr"}, {.header = "rel\nord"}, {.header = "rel\nintr"}});
    for (const PriceRow& row : price.rows)
        table.rows.push_back({row.function, error_text(row.ordinary_error.absolute),
                              error_text(row.intrinsic_error.absolute), error_text(row.ordinary_error.relative),
                              error_text(row.intrinsic_error.relative)});
    return aligned_text(table);
}

std::string spread_table(const IntrinsicsPrice& price) {
    TextTable table = function_table("Smallest and largest times, and the median of the floor",
                                     {{.header = "ord\nms"},
                                      {.header = "intr\nms"},
                                      {.header = "floor\nms"},
                                      {.header = repeated(price) + "ord ms"},
                                      {.header = "intr\nms"},
                                      {.header = "floor\nms"}});
    for (const PriceRow& row : price.rows)
        table.rows.push_back({row.function, spread(row.single.ordinary_ms), spread(row.single.intrinsic_ms),
                              milliseconds_text(row.single.floor_ms.median), spread(row.repeated.ordinary_ms),
                              spread(row.repeated.intrinsic_ms), milliseconds_text(row.repeated.floor_ms.median)});
    return aligned_text(table);
}

std::string calls_table(const IntrinsicsPrice& price) {
    constexpr std::size_t call_columns = 20, range_columns = 55;
    TextTable table =
        function_table("What was called", {{.header = "ordinary", .align = Align::left, .max_width = call_columns},
                                           {.header = "intrinsic", .align = Align::left, .max_width = call_columns},
                                           {.header = "operands", .align = Align::left, .max_width = range_columns}});
    for (const PriceRow& row : price.rows)
        table.rows.push_back({row.function, row.ordinary_call, row.intrinsic_call, ranges(row)});
    return aligned_text(table);
}

std::string published_table(const IntrinsicsPrice& price) {
    TextTable table = function_table("The lecture's times, on a GPU of its day: its loop times additions",
                                     {{.header = "ord\nms"}, {.header = "intr\nms"}});
    for (const PriceRow& row : price.rows)
        if (row.published)
            table.rows.push_back({row.function, fmt::format("{:.2f}", row.published->ordinary_ms),
                                  fmt::format("{:.2f}", row.published->intrinsic_ms)});
    return aligned_text(table);
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
    return {{"ordinary_ms", published->ordinary_ms}, {"intrinsic_ms", published->intrinsic_ms}};
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

Spread read_time(const JsonField& time) {
    return {time.at("median_ms").number(), time.at("min_ms").number(), time.at("max_ms").number()};
}

PriceTimes read_price_times(const JsonField& times) {
    return {read_time(times.at("ordinary")), read_time(times.at("intrinsic")), read_time(times.at("floor"))};
}

PriceError read_price_error(const JsonField& error) {
    return {error.at("absolute").number(), error.at("relative").number()};
}

PriceRow read_price_row(const JsonField& field) {
    PriceRow row;
    row.function = field.at("function").text();
    row.ordinary_call = field.at("ordinary_call").text();
    row.intrinsic_call = field.at("intrinsic_call").text();
    for (const JsonField& range : field.at("operands").elements())
        row.operands.push_back(
            {static_cast<float>(range.at("from").number()), static_cast<float>(range.at("to").number())});
    row.single = read_price_times(field.at("single"));
    row.repeated = read_price_times(field.at("repeated"));
    row.ordinary_error = read_price_error(field.at("worst_error").at("ordinary"));
    row.intrinsic_error = read_price_error(field.at("worst_error").at("intrinsic"));
    if (const auto published = field.find("published"))
        row.published = PublishedPrice{published->at("ordinary_ms").number(), published->at("intrinsic_ms").number()};
    return row;
}

}  // namespace

std::string price_table(const IntrinsicsPrice& price) {
    std::string text = paragraph(fmt::format(
        "The price of intrinsics on {}{}{}: {} random values, median of {} repeats of {} launches", price.device,
        price.date.empty() ? "" : ", ", price.date, price.values, price.repeats, price.launches_per_repeat));
    text += '\n' + times_table(price);
    text += '\n' + errors_table(price);
    text +=
        '\n' +
        paragraph(fmt::format(
            "Ord is the time of the ordinary function, intr that of the intrinsic function, ratio is ord / intr. Floor "
            "is the time of the same kernel on the same arrays with a bitwise operation in place of the function. If a "
            "time with one evaluation per value is close to its floor, memory accesses take nearly all of it. From "
            "column x{0} on, each value has {0} evaluations in registers, where the time of the function is visible. "
            "Abs and rel are the worst absolute and relative error on the same values.",
            price.evaluations_per_value));
    for (const auto& table : {spread_table(price), calls_table(price), published_table(price)}) text += '\n' + table;
    return text;
}

nlohmann::json price_json(const IntrinsicsPrice& price) {
    nlohmann::json rows = nlohmann::json::array();
    std::transform(price.rows.begin(), price.rows.end(), std::back_inserter(rows), row_json);
    return {{"device", price.device},   {"date", price.date},
            {"values", price.values},   {"evaluations_per_value", price.evaluations_per_value},
            {"repeats", price.repeats}, {"launches_per_repeat", price.launches_per_repeat},
            {"seed", price.seed},       {"rows", rows}};
}

bool is_price_json(const nlohmann::json& json) { return json.is_object() && json.contains("evaluations_per_value"); }

IntrinsicsPrice price_from_json(const nlohmann::json& json) {
    const JsonField root(json, "the price of intrinsics");
    const auto date = root.find("date");
    IntrinsicsPrice price{.device = root.at("device").text(),
                          .date = date ? date->text() : std::string(),
                          .values = root.at("values").integer<std::int64_t>(),
                          .evaluations_per_value = root.at("evaluations_per_value").integer<int>(),
                          .repeats = root.at("repeats").integer<int>(),
                          .launches_per_repeat = root.at("launches_per_repeat").integer<int>(),
                          .seed = static_cast<std::uint64_t>(root.at("seed").integer<std::int64_t>()),
                          .rows = {}};
    for (const JsonField& row : root.at("rows").elements()) price.rows.push_back(read_price_row(row));
    return price;
}

}  // namespace hexscan
