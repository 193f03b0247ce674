#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace hexscan {

/// The content of a file or a pipe; of one longer than `most_bytes` the first `most_bytes` + 1, enough to see that it is
/// too long, whatever it is. Throws InputError that names the system's reason and `cure`; OutputError where this process has
/// too many files open.
std::string read_input_file(const std::filesystem::path& file, std::size_t most_bytes, const std::string& cure);

}  // namespace hexscan
