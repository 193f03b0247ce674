#include "src/files/installed_platforms.h"

#include <system_error>

#include "src/system/folder_names.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

/// Relative to the program's folder: an installation has PREFIX/bin and PREFIX/share, and a build is in BUILD/PRESET
/// below the sources.
constexpr const char* folders_beside_program[] = {"../share/hexscan/platforms", "../../platforms"};

std::optional<fs::path> platform_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    for (const char* const folder : folders_beside_program)
        if (fs::is_directory(program.parent_path() / folder, error))
            return (program.parent_path() / folder).lexically_normal();
    if (fs::is_directory(HEXSCAN_PLATFORM_FOLDER, error)) return HEXSCAN_PLATFORM_FOLDER;
    return std::nullopt;
}

}  // namespace

std::optional<fs::path> installed_platform(const std::string& name) {
    const auto folder = platform_folder();
    if (!folder || name.empty() || name.find('/') != std::string::npos) return std::nullopt;
    const fs::path file = *folder / (name + ".yaml");
    std::error_code error;
    return fs::is_regular_file(file, error) ? std::optional(file) : std::nullopt;
}

std::vector<std::string> installed_platform_names() {
    std::vector<std::string> names;
    const auto folder = platform_folder();
    if (!folder) return names;
    std::error_code unknown;
    for (const fs::path file : names_in_folder(*folder, unknown))
        if (file.extension() == ".yaml") names.push_back(file.stem().string());
    return names;
}

}  // namespace hexscan
