#include "src/base/loaded_module.h"

#include <system_error>

#include <dlfcn.h>

#include "src/base/text.h"

namespace hexscan {

namespace fs = std::filesystem;

ModuleSymbol module_symbol(const std::string& file_name, const fs::path& as_built, const char* symbol,
                           int dlopen_flags) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path() / "../lib/hexscan" / file_name;
    const fs::path file = fs::exists(installed, error) ? installed.lexically_normal() : as_built;
    if (!fs::exists(file, error)) return {};
    void* const module = dlopen(file.c_str(), dlopen_flags);
    void* const address = module == nullptr ? nullptr : dlsym(module, symbol);
    if (address == nullptr) return {nullptr, true, escaped(dlerror())};
    return {address, true};
}

}  // namespace hexscan
