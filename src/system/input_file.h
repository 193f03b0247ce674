#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace hexscan {

/// A file that may be meant by a name that is none: beside it, with an ending that the name lacks or in at most two
/// letters another one; capitals aside. Nothing where no such file is there.
std::optional<std::filesystem::path> file_meant_by(const std::filesystem::path& name);
/// The same as a question with a blank behind it, "did you mean my.yaml? ", or empty text.
std::string file_meant_text(const std::filesystem::path& name);

/// The content of a file or a pipe; of one longer than `most_bytes` the first `most_bytes` + 1, enough to see that it
/// is too long, whatever it is. Throws InputError that names the system's reason, the file that may be meant and
/// `cure`; OutputError where this process has too many files open.
std::string read_input_file(const std::filesystem::path& file, std::size_t most_bytes, const std::string& cure);

}  // namespace hexscan
