#include "src/system/loaded_module.h"

#include <filesystem>
#include <system_error>

#include <dlfcn.h>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/base/version.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

/// The path of the module; empty if there is no such file.
fs::path module_file(const std::string& file_name) {
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& file : {folder / file_name, (folder / "../lib/hexscan" / file_name).lexically_normal()})
        if (fs::exists(file, error)) return file;
    return {};
}

}  // namespace

ModuleSymbol module_symbol(const std::string& file_name, const char* symbol, int dlopen_flags) {
    const fs::path file = module_file(file_name);
    if (file.empty()) return {};
    void* const module = dlopen(file.c_str(), dlopen_flags);
    if (module == nullptr) return {nullptr, true, escaped(dlerror())};
    void* const address = dlsym(module, symbol);
    if (address == nullptr)
        throw DeviceError(fmt::format("{} has another version than this hexscan, {}; install both from one build",
                                      escaped(file.string()), version));
    return {address, true};
}

}  // namespace hexscan
