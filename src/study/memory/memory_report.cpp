#include "src/study/memory/memory_report.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/numbers.h"
#include "src/base/text_table.h"
#include "src/files/json_fields.h"

namespace hexscan::memory {
namespace {

constexpr std::size_t name_columns = 36;

/// Formats counts as whole numbers and all other figures with three digits.
std::string figure(const std::optional<double>& value) {
    if (!value) return "-";
    return std::abs(*value) < 1e15 && *value == std::round(*value) ? fmt::format("{:.0f}", *value)
                                                                   : three_digits(*value);
}

TextTable table_of(const Lesson& lesson) {
    TextTable table{.title = fmt::format("{}: {}", lesson.key, lesson.title),
                    .columns = {{.header = "case", .align = Align::left, .max_width = name_columns}},
                    .rows = {}};
    for (const LessonColumn& column : lesson.columns) table.columns.push_back({.header = column.header});
    for (const LessonRow& row : lesson.rows) {
        auto& cells = table.rows.emplace_back();
        cells.push_back(row.name);
        for (const auto& value : row.figures) cells.push_back(figure(value));
    }
    return table;
}

nlohmann::json lesson_json(const Lesson& lesson) {
    nlohmann::json rows = nlohmann::json::array();
    for (const LessonRow& row : lesson.rows) {
        nlohmann::json figures{{"case", row.name}};
        for (std::size_t column = 0; column < lesson.columns.size(); ++column)
            if (const auto& value = row.figures[column])
                figures[lesson.columns[column].key] = number_json(*value);
            else
                figures[lesson.columns[column].key] = nullptr;
        rows.push_back(std::move(figures));
    }
    nlohmann::json columns = nlohmann::json::array();
    for (const LessonColumn& column : lesson.columns)
        columns.push_back({{"key", column.key}, {"header", column.header}});
    return {
        {"lesson", lesson.key}, {"title", lesson.title}, {"columns", columns}, {"rows", rows}, {"notes", lesson.notes}};
}

LessonRow read_row(const JsonField& field, const std::vector<LessonColumn>& columns) {
    LessonRow row{.name = field.at("case").text(), .figures = {}};
    for (const LessonColumn& column : columns) {
        const JsonField figure = field.at(column.key);
        row.figures.push_back(figure.is_null() ? std::nullopt : std::optional(figure.number()));
    }
    return row;
}

Lesson read_lesson(const JsonField& field) {
    Lesson lesson{
        .key = field.at("lesson").text(), .title = field.at("title").text(), .columns = {}, .rows = {}, .notes = {}};
    for (const JsonField& column : field.at("columns").elements())
        lesson.columns.push_back({.key = column.at("key").text(), .header = column.at("header").text()});
    for (const JsonField& row : field.at("rows").elements()) lesson.rows.push_back(read_row(row, lesson.columns));
    for (const JsonField& note : field.at("notes").elements()) lesson.notes.push_back(note.text());
    return lesson;
}

}  // namespace

std::string memory_text(const MemoryStudy& study) {
    std::string text = paragraph(fmt::format("Memory lessons on {}, {}", study.device, study.date));
    text += paragraph(fmt::format(
        "hexscan {}, compute capability {}.{}, {} multiprocessors at {:.0f} MHz, theoretical bandwidth {} GB/s; median "
        "of {} repeats after a warm-up. pred.: predicted, mostly by counting sectors, lines and banks.",
        study.hexscan_version, study.capability_major, study.capability_minor, study.multiprocessors, study.clock_mhz,
        study.memory_bandwidth_gb_s > 0 ? three_digits(study.memory_bandwidth_gb_s) : "unknown", study.repeats));
    for (const Lesson& lesson : study.lessons) {
        text += '\n' + aligned_text(table_of(lesson));
        for (const std::string& note : lesson.notes) text += paragraph(note);
    }
    return text;
}

nlohmann::json memory_json(const MemoryStudy& study) {
    nlohmann::json lessons = nlohmann::json::array();
    for (const Lesson& lesson : study.lessons) lessons.push_back(lesson_json(lesson));
    return {{"hexscan_version", study.hexscan_version},
            {"date", study.date},
            {"device", study.device},
            {"compute_capability", {{"major", study.capability_major}, {"minor", study.capability_minor}}},
            {"multiprocessors", study.multiprocessors},
            {"memory_bandwidth_gb_s", number_json(study.memory_bandwidth_gb_s)},
            {"clock_mhz", number_json(study.clock_mhz)},
            {"repeats", study.repeats},
            {"lessons", lessons}};
}

bool is_memory_json(const nlohmann::json& json) { return json.is_object() && json.contains("lessons"); }

MemoryStudy memory_from_json(const nlohmann::json& json) {
    const JsonField root(json, "memory lessons");
    const JsonField capability = root.at("compute_capability");
    MemoryStudy study{.hexscan_version = root.at("hexscan_version").text(),
                      .date = root.at("date").text(),
                      .device = root.at("device").text(),
                      .capability_major = capability.at("major").integer<int>(),
                      .capability_minor = capability.at("minor").integer<int>(),
                      .multiprocessors = root.at("multiprocessors").integer<int>(),
                      .memory_bandwidth_gb_s = root.at("memory_bandwidth_gb_s").number(),
                      .clock_mhz = root.at("clock_mhz").number(),
                      .repeats = root.at("repeats").integer<int>(),
                      .lessons = {}};
    for (const JsonField& lesson : root.at("lessons").elements()) study.lessons.push_back(read_lesson(lesson));
    return study;
}

}  // namespace hexscan::memory
