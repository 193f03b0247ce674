#include "src/system/unfinished_files.h"

namespace hexscan {

UnfinishedFiles& unfinished_files() {
    // Never destroyed: a thread that waits for signals may outlive main().
    static auto* const files = new UnfinishedFiles;
    return *files;
}

}  // namespace hexscan
