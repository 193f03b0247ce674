#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hexscan/observer.h"

namespace hexscan {

/// One file of a run, or a numbered series of `count` files such as slice_000.bmp, slice_001.bmp ...
struct AnnouncedFiles {
    std::string name;        ///< Name of the single file, or the part of a series' names before the number.
    std::string ending{};    ///< Part of a series' names after the number.
    std::size_t count = 0;   ///< Files in the series; 0 for a single file.
    std::size_t digits = 0;  ///< Digits of a series' numbers, leading zeros included.
    std::string kind{};      ///< The kind of output that writes the file; empty if every run of the command writes the
                             ///< file.

    bool operator==(const AnnouncedFiles&) const = default;
    /// True if one of these files has that name.
    bool include(std::string_view file_name) const;
};

/// A series with one file for each of `count` slices. All numbers have the same number of digits, at least three.
AnnouncedFiles slice_series(std::string prefix, int count, std::string ending);
/// The name of file `index` of a series.
std::string name_in_series(const AnnouncedFiles& series, int index);

/// Identifies what a run computes. Two runs with equal text have the same subject. An empty text equals no text, not
/// even another empty one.
struct RunSubject {
    std::string text{};
    bool keep_others = false;  ///< refuse to remove files of a run with another subject
};

/// The files of the last run that were removed or kept. Names are text such as "run.json, slice_000.bmp …
/// slice_004.bmp".
struct EarlierRun {
    int removed = 0;            ///< number of removed files; includes those that this run writes again
    std::string removed_names;  ///< empty if that run had the same subject
    std::string kept_names;
    std::vector<std::string> kept_files{};  ///< the full name of each file in `kept_names`
};

/// The folder that a command writes its results to. This process locks it while the object lives; another hexscan that
/// tries to write there fails with a message. Before a run writes its first file, it lists all its files in a hidden
/// file of the folder. hexscan only ever removes listed files and its own temporaries. A file whose size or time
/// changed after its run no longer belongs to hexscan.
class OutputFolder {
public:
    /// Creates the folder with its parents and locks it. The files of each `command` ("scan", "ladder") are managed
    /// separately from those of other commands in the folder. The `observer` gets a warning if the file system cannot
    /// lock. Throws OutputError if the folder is not writable or another process has locked it.
    OutputFolder(std::filesystem::path path, std::string_view command, Observer& observer = silent_observer());
    /// Stores size and time of each file of the run, unless an exception ended the run. Unlocks the folder.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Throws OutputError if one of `files` exists and is not in the state in which this command's last run left it.
    /// Such a file belongs to the user or to another command.
    void require_free(const std::vector<AnnouncedFiles>& files) const;

    /// Removes the files of the command's last run and announces this run's files. `files` starts with the record. The
    /// old record is removed first, so that a record is never next to another run's files. Finished files of a run with
    /// the same subject stay if this run does not write files of their kind. Throws OutputError, without a change, if a
    /// file belongs to someone else or the subject forbids the removal.
    EarlierRun begin_run(const std::vector<AnnouncedFiles>& files, const RunSubject& subject = {});

private:
    void lock(Observer& observer);
    void note_states() const noexcept;
    /// The name of another command that announced a file with this name; empty if there is none.
    std::string owner_of_foreign(const std::string& name) const;

    std::filesystem::path path_, lock_path_, announcement_path_;
    int lock_descriptor_ = -1;
    int exceptions_before_ = std::uncaught_exceptions();
    bool has_begun_ = false;
};

}  // namespace hexscan
