#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "hexscan/errors.h"

namespace hexscan {

/// The facts of an error that the user can fix by choosing another folder for results. They name the argument `folder`
/// as the cause.
ErrorFacts of_folder();

/// The error for an output that failed. Its message consists of `what` (e.g. "cannot write radii.csv"), the system's
/// reason for `error_number` and a cure.
OutputError output_error(const std::string& what, int error_number);

/// Throws OutputError because something that hexscan did not write already has the name of this file.
[[noreturn]] void fail_in_the_way(const std::filesystem::path& file);

/// A file that appears under its name only when it is complete. It is written to a hidden temporary file next to the
/// target, and commit() renames it. Without commit() nothing is left behind, even after an interruption.
///
/// commit() does not wait for the disk. So a reader finds a complete file even if hexscan was killed, but not always
/// after a power cut. Waiting for each of hundreds of images would cost more than the scan, which can be repeated.
/// Files that took long to compute use commit_to_disk().
class AtomicFile {
public:
    /// Creates the temporary file. Throws OutputError.
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends all bytes. Throws OutputError.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Path of the temporary file that holds the bytes until commit(). Libraries that open files themselves need this
    /// path.
    const std::filesystem::path& temporary() const { return temporary_; }

    /// Closes the file and gives it its final name. Replaces an older file of that name. Throws OutputError.
    void commit();

    /// Like commit(), but the file is complete under its name even after a power cut. Throws OutputError.
    void commit_to_disk();

private:
    [[noreturn]] void fail(const char* verb, int error_number) const;

    std::filesystem::path target_, temporary_;
    int descriptor_ = -1;
    bool temporary_exists_ = false;
};

/// True if this is the name of a temporary file of an AtomicFile.
bool is_temporary_name(std::string_view file_name);

/// Writes `text` as one file through AtomicFile. Throws OutputError.
void write_whole_file(const std::filesystem::path& target, std::string_view text);

}  // namespace hexscan
