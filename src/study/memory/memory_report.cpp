#include "src/study/memory/memory_report.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/json_fields.h"
#include "src/base/numbers.h"
#include "src/base/text_table.h"

namespace hexscan::memory {
namespace {

constexpr std::size_t name_columns = 36;

/// Counts as whole numbers, everything else with three digits.
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
    return {{"lesson", lesson.key}, {"title", lesson.title}, {"rows", rows}, {"notes", lesson.notes}};
}

}  // namespace

std::string memory_text(const MemoryStudy& study) {
    std::string text = paragraph(fmt::format("Memory lessons on {}, {}", study.device, study.date));
    text += paragraph(fmt::format(
        "hexscan {}, compute capability {}.{}, {} multiprocessors at {:.0f} MHz, theoretical bandwidth {} GB/s; median "
        "of {} "
        "repeats after a warm-up. pred.: what counting sectors, lines and banks gives, before anything is measured.",
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
            {"compute_capability", fmt::format("{}.{}", study.capability_major, study.capability_minor)},
            {"multiprocessors", study.multiprocessors},
            {"memory_bandwidth_gb_s", number_json(study.memory_bandwidth_gb_s)},
            {"clock_mhz", number_json(study.clock_mhz)},
            {"repeats", study.repeats},
            {"lessons", lessons}};
}

}  // namespace hexscan::memory
