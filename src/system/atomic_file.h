#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "hexscan/errors.h"

namespace hexscan {

/// Of errors that another folder for the results helps against: the argument `folder` is to blame.
ErrorFacts of_folder();

/// Why an output failed: `what` (e.g. "cannot write radii.csv"), the system's reason for `error_number` and what helps
/// against it.
OutputError output_error(const std::string& what, int error_number);

/// What is said, as an OutputError, where something that is not hexscan's has the name of a file that is to be written.
[[noreturn]] void fail_in_the_way(const std::filesystem::path& file);

/// A file that appears under its name only when it is whole: it is written to a hidden temporary beside the
/// target and renamed by commit(). Without commit() nothing stays behind, nor does it after an interruption.
///
/// commit() does not wait for the disk: whoever reads the name sees a whole file, also after hexscan was killed, but
/// not after a power cut. Waiting for every one of hundreds of images would cost more than the scan, which can be
/// repeated. What took long to compute gets its name by commit_to_disk().
class AtomicFile {
public:
    /// Creates the temporary. Throws OutputError.
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends all bytes. Throws OutputError.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Where the bytes are until commit(), for libraries that open files themselves.
    const std::filesystem::path& temporary() const { return temporary_; }

    /// Closes the file and gives it its name, in place of a file that had it before. Throws OutputError.
    void commit();

    /// The same, and the file is whole under its name after a power cut too. Throws OutputError.
    void commit_to_disk();

private:
    [[noreturn]] void fail(const char* verb, int error_number) const;

    std::filesystem::path target_, temporary_;
    int descriptor_ = -1;
    bool temporary_exists_ = false;
};

/// Whether a file of this name is the temporary of an AtomicFile.
bool is_temporary_name(std::string_view file_name);

/// Writes `text` as one AtomicFile. Throws OutputError.
void write_whole_file(const std::filesystem::path& target, std::string_view text);

}  // namespace hexscan
