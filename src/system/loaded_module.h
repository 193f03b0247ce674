#pragma once

#include <string>

/// Parts of hexscan that are in files of their own and are loaded when needed, such as MPI.
namespace hexscan {

/// The name under which a module exports `function`, which is a string literal. The name contains the version, so a
/// program does not find the function in a module of another version.
#define HEXSCAN_MODULE_SYMBOL(function) function "_" HEXSCAN_VERSION

/// A symbol of a module, or the reason why there is none.
struct ModuleSymbol {
    void* address = nullptr;
    bool is_there = false;  ///< true if the module's file exists
    std::string problem{};  ///< the system's reason, escaped, if the file exists and cannot be loaded
};

/// Loads the module `file_name` from the folder of this program or, if installed, from ../lib/hexscan relative to it.
/// The module stays loaded. `dlopen_flags` are those of dlopen(3). Throws DeviceError if the module has another
/// version.
ModuleSymbol module_symbol(const std::string& file_name, const char* symbol, int dlopen_flags);

}  // namespace hexscan
