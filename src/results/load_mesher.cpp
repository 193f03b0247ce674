#include "src/results/load_mesher.h"

#include <dlfcn.h>

#include <fmt/format.h>

#include "src/base/errors.h"
#include "src/base/loaded_module.h"

namespace hexscan {
namespace {

constexpr const char* cure =
    "install OpenVDB (Debian, Ubuntu: libopenvdb-dev) and build hexscan again, or leave out --surface";

}  // namespace

Mesher load_mesher() {
    const ModuleSymbol mesher = module_symbol("hexscan_mesher.so", mesher_symbol, RTLD_NOW | RTLD_LOCAL);
    if (!mesher.is_there) throw UsageError(fmt::format("--surface: this hexscan was built without a mesher; {}", cure));
    if (mesher.address == nullptr)
        throw UsageError(fmt::format("--surface: the mesher cannot be loaded ({}); {}", mesher.problem, cure));
    return reinterpret_cast<Mesher>(mesher.address);
}

}  // namespace hexscan
