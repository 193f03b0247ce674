#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/files/yaml_reader.h"
#include "src/machine/description/units.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// Reads values in a file's units and returns them in SI. All functions throw InputError naming file, line and key.
class UnitReader {
public:
    explicit UnitReader(const Section& root);

    const Units& units() const { return units_; }
    double coordinate_m(const Value& value) const;
    double length_m(const Value& value) const;
    /// An angle in the file's unit, of at most one turn in either direction.
    double angle(const Value& value) const;
    double angle_rad(const Value& value) const { return units_.radians(angle(value)); }

private:
    Units units_;
};

/// The poses of the files that requirements name, by those names as the machine file writes them.
using KeptPoses = std::map<std::string, std::shared_ptr<const std::vector<Pose>>, std::less<>>;

/// An opened machine file (YAML, of which JSON is a subset). It is one map with known keys and readable units. Each
/// part of hexscan reads its own keys.
class PlatformDocument {
public:
    /// `source_name` is the name of the text in errors. Relative paths in the file start from `folder`. Throws
    /// InputError.
    PlatformDocument(std::string_view text, const std::string& source_name, std::filesystem::path folder = {});

    /// Reads a file or a pipe. A name from `platforms/` without path and ending refers to the installed file. Throws
    /// InputError, also if the file cannot be read.
    static PlatformDocument load(const std::filesystem::path& file);

    /// The text of platforms/case-study.yaml, compiled in.
    static PlatformDocument built_in();

    const Section& root() const { return root_; }
    const UnitReader& units() const { return units_; }
    const std::string& source_name() const { return *source_name_; }
    const std::string& text() const { return text_; }
    const std::filesystem::path& folder() const { return folder_; }

    /// The poses that keep() stored for the file of that name; null if the file must be read.
    std::shared_ptr<const std::vector<Pose>> kept_poses(std::string_view name) const;
    const KeptPoses& kept_poses() const { return kept_poses_; }
    void keep(KeptPoses poses) { kept_poses_ = std::move(poses); }

private:
    std::unique_ptr<const std::string> source_name_;  ///< errors of all values point to it
    std::string text_;
    Section root_;
    UnitReader units_;
    std::filesystem::path folder_;
    KeptPoses kept_poses_;
};

/// Keys of files that users confuse with the one that is read: those of `other`, and those of hexscan's records.
std::vector<OtherKind> with_records(OtherKind other);

/// Reads one of the allowed words. Throws InputError for another word; `listed` describes the allowed ones there.
std::string choice(const Value& value, const std::vector<std::string_view>& allowed, std::string_view listed);

/// Throws InputError about a range whose first end is the larger one. The ends are in the file's unit.
[[noreturn]] void fail_order(const Value& value, double from, double to);

/// The number that `read` returns for an optional key, or 0 if the key is absent.
template <class Read>
double read_or_zero(const Section& section, const char* key, const Read& read) {
    const auto value = section.find(key);
    return value ? read(*value) : 0.0;
}
inline double number_or_zero(const Section& section, const char* key) {
    return read_or_zero(section, key, [](const Value& v) { return v.number(); });
}

/// The ends of a value `[from, to]`, or a single number twice; `read` converts each. Throws InputError if the first end
/// is the larger one.
template <class Read>
std::pair<double, double> read_ends(const Value& value, const Read& read) {
    if (value.is_map()) value.fail("is a map; a range is written [from, to] here, as in [-50, 50]");
    if (!value.is_list()) {
        const double at = read(value);
        return {at, at};
    }
    const auto ends = value.items(2, "numbers, from and to");
    const double from = read(ends[0]), to = read(ends[1]);
    if (!(from <= to)) fail_order(value, ends[0].number(), ends[1].number());
    return {from, to};
}

}  // namespace hexscan
