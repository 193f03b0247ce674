#pragma once

#include <csignal>
#include <mutex>
#include <set>
#include <string>

namespace hexscan {

/// Paths of files that are not whole yet. Code that ends the program early removes them. Code that creates, names or
/// removes such a file holds the mutex through an UnfinishedLock. So an interruption comes before or after, never in
/// between.
struct UnfinishedFiles {
    std::mutex mutex;
    std::set<std::string> paths;
};
UnfinishedFiles& unfinished_files();

/// Holds the mutex and blocks all signals on this thread meanwhile. Otherwise a handler could interrupt this thread and
/// wait for the mutex that it holds.
class UnfinishedLock {
public:
    UnfinishedLock();
    ~UnfinishedLock();
    UnfinishedLock(const UnfinishedLock&) = delete;
    UnfinishedLock& operator=(const UnfinishedLock&) = delete;

private:
    sigset_t before_;
};

}  // namespace hexscan
