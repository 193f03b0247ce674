#pragma once

#include <string>

/// Parts of hexscan that lie beside it and are loaded when they are needed, such as MPI.
namespace hexscan {

/// The name under which a module exports `function`, a string literal. It carries the version: a program and a module
/// that do not belong together do not find each other.
#define HEXSCAN_MODULE_SYMBOL(function) function "_" HEXSCAN_VERSION

/// A symbol of a module, or why there is none.
struct ModuleSymbol {
    void* address = nullptr;
    bool is_there = false;  ///< the module's file
    std::string problem{};  ///< the system's reason, escaped, where the file is there and cannot be loaded
};

/// Loads the module `file_name` from the folder of this program, or, as it is installed, from ../lib/hexscan seen from
/// there; it stays loaded. `dlopen_flags` as dlopen(3) has them. Throws DeviceError where the module is of another
/// version.
ModuleSymbol module_symbol(const std::string& file_name, const char* symbol, int dlopen_flags);

}  // namespace hexscan
