#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace hexscan {

/// A file in the same folder that the user may have meant by a name that does not exist. The file has an ending that
/// the name lacks, or its name differs in at most two letters. Case is ignored. Returns nullopt if there is no such
/// file.
std::optional<std::filesystem::path> file_meant_by(const std::filesystem::path& name);
/// file_meant_by() as a question with a trailing blank, "did you mean my.yaml? ". The result is empty if there is no
/// such file.
std::string file_meant_text(const std::filesystem::path& name);

/// The content of a file or a pipe. If it is longer than `most_bytes`, the first `most_bytes` + 1 bytes, so that the
/// caller sees that it is too long. Throws InputError that names the system's reason, the file that the user may have
/// meant and `cure`. Throws OutputError if this process has too many files open.
std::string read_input_file(const std::filesystem::path& file, std::size_t most_bytes, const std::string& cure);

}  // namespace hexscan
