#pragma once

#include <mutex>
#include <set>
#include <string>

namespace hexscan {

/// Paths of files that are not whole yet, which whoever ends the program early removes. Whoever creates, names or
/// removes such a file does it holding the mutex, so that the interruption comes before or after, never in between.
struct UnfinishedFiles {
    std::mutex mutex;
    std::set<std::string> paths;
};
UnfinishedFiles& unfinished_files();

}  // namespace hexscan
