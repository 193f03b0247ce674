#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hexscan {

/// Why an output failed, for OutputError: `what` (e.g. "cannot write radii.csv"), the system's reason for
/// `error_number` and what helps against it.
std::string output_problem(const std::string& what, int error_number);

/// A file that appears under its name only when it is whole: it is written to a hidden temporary beside the
/// target and renamed by commit(). Without commit() nothing stays behind.
///
/// Nothing is flushed to the disk (fsync): whoever reads the name sees a whole file, also after hexscan was
/// killed, and a scan can be repeated after a power cut; waiting for the disk on every one of hundreds of
/// images would cost more than the scan.
class AtomicFile {
public:
    /// Creates the temporary. Throws OutputError.
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends all bytes. Throws OutputError.
    void write(std::span<const std::byte> bytes);
    /// Closes the file and gives it its name, in place of a file that had it before. Throws OutputError.
    void commit();

private:
    [[noreturn]] void fail(const char* verb, int error_number) const;

    std::filesystem::path target_, temporary_;
    int descriptor_ = -1;
    bool temporary_exists_ = false;
};

/// The process that left a file of this name unfinished, if it is the name of an AtomicFile's temporary.
std::optional<int> temporary_owner(std::string_view file_name);

/// Writes `text` as one AtomicFile. Throws OutputError.
void write_whole_file(const std::filesystem::path& target, std::string_view text);

}  // namespace hexscan
