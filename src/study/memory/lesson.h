#pragma once

#include <optional>
#include <string>
#include <vector>

/// The results of hexscan memory: lessons, each a table of cases with predicted and measured figures.
namespace hexscan::memory {

/// A column of figures with its JSON key. Keys that begin with "predicted" come from the model, some of them scaled by
/// the measured figure of another row.
struct LessonColumn {
    std::string key;
    std::string header;  ///< may have two lines
};

/// One case. Its result was verified before the row was added.
struct LessonRow {
    std::string name;
    std::vector<std::optional<double>> figures;  ///< one per column; nothing if not measured, or not known here
};

/// One table of the memory study.
struct Lesson {
    std::string key;
    std::string title;
    std::vector<LessonColumn> columns;
    std::vector<LessonRow> rows;
    std::vector<std::string> notes;  ///< explain the table and its measurements
};

/// The lessons of one run, with all values that are needed to repeat it.
struct MemoryStudy {
    std::string hexscan_version;
    std::string date;  ///< ISO 8601, UTC
    std::string device;
    int capability_major = 0, capability_minor = 0;
    int multiprocessors = 0;
    double memory_bandwidth_gb_s = 0;  ///< theoretical; 0 if unknown
    double clock_mhz = 0;              ///< of the multiprocessors, before the first lesson
    int repeats = 0;
    std::vector<Lesson> lessons;
};

}  // namespace hexscan::memory
