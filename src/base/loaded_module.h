#pragma once

#include <filesystem>
#include <string>

/// Parts of hexscan that lie beside it and are loaded when they are needed, such as the mesher.
namespace hexscan {

/// A symbol of a module, or why there is none.
struct ModuleSymbol {
    void* address = nullptr;
    bool is_built = false;  ///< the module's file is there
    std::string problem{};  ///< the system's reason, escaped, where the file is there and cannot be used
};

/// Loads the module `file_name` from PREFIX/lib/hexscan, where this program is installed in PREFIX/bin, or else the one at
/// `as_built`; it stays loaded. `dlopen_flags` as dlopen(3) has them.
ModuleSymbol module_symbol(const std::string& file_name, const std::filesystem::path& as_built, const char* symbol,
                           int dlopen_flags);

}  // namespace hexscan
