#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace hexscan {

/// The sorted names of a folder's entries, without "." and "..". If the folder cannot be read, `error` is the reason
/// and names may be missing. Throws std::bad_alloc; the standard library's iterator ends the process instead.
std::vector<std::string> names_in_folder(const std::filesystem::path& folder, std::error_code& error);

}  // namespace hexscan
