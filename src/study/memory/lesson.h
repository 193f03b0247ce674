#pragma once

#include <optional>
#include <string>
#include <vector>

/// What hexscan memory measures: lessons, each a table of cases with predicted and measured figures.
namespace hexscan::memory {

/// A column of figures. `key` names it in JSON; what begins with "predicted" comes from the model alone.
struct LessonColumn {
    std::string key;
    std::string header;  ///< may have two lines
};

/// One case. Its result was verified before it is a row.
struct LessonRow {
    std::string name;
    std::vector<std::optional<double>> figures;  ///< one per column; nothing: not asked, or not known here
};

/// One table of the memory study.
struct Lesson {
    std::string key;
    std::string title;
    std::vector<LessonColumn> columns;
    std::vector<LessonRow> rows;
    std::vector<std::string> notes;  ///< how to read it, and what was measured in it
};

/// The lessons of one run, with what is needed to repeat it.
struct MemoryStudy {
    std::string hexscan_version;
    std::string date;  ///< ISO 8601, UTC
    std::string device;
    int capability_major = 0, capability_minor = 0;
    int multiprocessors = 0;
    double memory_bandwidth_gb_s = 0;  ///< theoretical; 0: not known
    double clock_mhz = 0;              ///< of the multiprocessors, before the first lesson
    int repeats = 0;
    std::vector<Lesson> lessons;
};

}  // namespace hexscan::memory
