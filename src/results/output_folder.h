#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hexscan/observer.h"

namespace hexscan {

/// One file of a run, or a numbered series of `count` files such as slice_000.bmp, slice_001.bmp ...
struct AnnouncedFiles {
    std::string name;        ///< of the file; of a series what stands before the number
    std::string ending{};    ///< of a series: what stands after the number
    std::size_t count = 0;   ///< of a series; 0: a single file
    std::size_t digits = 0;  ///< of the number, leading zeros included
    std::string kind{};      ///< of output that writes it; empty: every run of the command does

    bool operator==(const AnnouncedFiles&) const = default;
    /// Whether a file of that name is among them.
    bool include(std::string_view file_name) const;
};

/// A series that numbers `count` slices: at least three digits, as many for every slice.
AnnouncedFiles slice_series(std::string prefix, int count, std::string ending);
/// The name of file `index` of a series.
std::string name_in_series(const AnnouncedFiles& series, int index);

/// What a run is about: two runs with one text describe the same. Empty: a run like no other.
struct RunSubject {
    std::string text{};
    bool keep_others = false;  ///< refuse to remove files of a run that is about something else
};

/// What became of the last run's files, for people: "run.json, slice_000.bmp … slice_004.bmp".
struct EarlierRun {
    int removed = 0;            ///< files, among them those that this run writes again
    std::string removed_names;  ///< where that run was about something else
    std::string kept_names;
};

/// The folder that a command leaves its results in. It is this process's own while the object lives: another hexscan
/// that wants to write there is told so. Only what hexscan can show to be its own is ever removed: every run announces
/// the files it will write, in a hidden file of the folder, before it writes the first of them.
class OutputFolder {
public:
    /// Creates the folder with its parents and locks it. `command` ("scan", "ladder") keeps the files of one command
    /// apart from those of another in the same folder. `observer` is told where folders cannot be locked. Throws
    /// OutputError: where it cannot be written to, or is locked.
    OutputFolder(std::filesystem::path path, std::string_view command, Observer& observer = nobody());
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Throws OutputError where one of the files is there that the last run of the command has not left: a file that
    /// hexscan did not write, or that another command did.
    void require_free(const std::vector<AnnouncedFiles>& files) const;

    /// Removes what the last run of the command left, its record before anything else, so that no record ever stands
    /// beside the files of another run; then announces this run's files, the record first. What a run of the same
    /// subject finished stays, if it is of a kind that this run does not write. Throws OutputError, and changes
    /// nothing, where a file is not free or the subject forbids to remove files of another.
    EarlierRun begin_run(const std::vector<AnnouncedFiles>& files, const RunSubject& subject = {});

private:
    void lock(Observer& observer);
    /// Of these files those that are there, the first before the others, and half-written ones. Returns how many.
    int remove_files(const std::vector<AnnouncedFiles>& files) const;
    std::string owner_of_foreign(const std::string& name) const;

    std::filesystem::path path_, lock_path_, announcement_path_;
    int lock_descriptor_ = -1;
};

}  // namespace hexscan
