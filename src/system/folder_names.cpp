#include "src/system/folder_names.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include <dirent.h>

namespace hexscan {
namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { closedir(folder); }
};

}  // namespace

std::vector<std::string> names_in_folder(const std::filesystem::path& folder, std::error_code& error) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, CloseFolder> opened(opendir(folder.c_str()));
    errno = opened ? 0 : errno;
    while (const dirent* const entry = opened ? readdir(opened.get()) : nullptr) {
        if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
        errno = 0;
    }
    error = {errno, std::generic_category()};
    std::ranges::sort(names);
    return names;
}

}  // namespace hexscan
