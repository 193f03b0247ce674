#pragma once

#include <span>

namespace hexscan {

/// A file of the repository that hexscan_embed_all() of CMakeLists.txt compiles into the program.
struct EmbeddedFile {
    const char* path;  ///< relative to the top of the repository
    const char* text;
};

}  // namespace hexscan
