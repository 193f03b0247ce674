#include "src/results/load_mesher.h"

#include <string>
#include <system_error>

#include <dlfcn.h>

#include <fmt/format.h>

#include "src/base/errors.h"
#include "src/base/text.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

constexpr const char* cure =
    "install OpenVDB (Debian, Ubuntu: libopenvdb-dev) and build hexscan again, or leave out --surface";

/// PREFIX/bin and PREFIX/lib as installed, or where it was built.
fs::path mesher_file() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path() / "../lib/hexscan/hexscan_mesher.so";
    return fs::exists(installed, error) ? installed.lexically_normal() : fs::path(HEXSCAN_MESHER);
}

}  // namespace

Mesher load_mesher() {
    const fs::path file = mesher_file();
    std::error_code error;
    if (!fs::exists(file, error))
        throw UsageError(fmt::format("--surface: this hexscan was built without a mesher; {}", cure));
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = module == nullptr ? nullptr : dlsym(module, mesher_symbol);
    if (symbol == nullptr)
        throw UsageError(fmt::format("--surface: the mesher cannot be loaded ({}); {}", escaped(dlerror()), cure));
    return reinterpret_cast<Mesher>(symbol);
}

}  // namespace hexscan
