#pragma once

#include <span>

namespace hexscan {

/// A file of the repository, compiled in by hexscan_embed_all() of CMakeLists.txt.
struct EmbeddedFile {
    const char* path;  ///< from the top of the repository
    const char* text;
};

}  // namespace hexscan
