#pragma once

#include <csignal>
#include <mutex>
#include <set>
#include <string>

namespace hexscan {

/// Paths of files that are not complete yet. Code that ends the program early removes these files. Code that creates,
/// names or removes such a file holds the mutex through an UnfinishedLock. So an interruption happens before or after
/// this code, never during it.
struct UnfinishedFiles {
    std::mutex mutex;
    std::set<std::string> paths;
};
UnfinishedFiles& unfinished_files();

/// Holds the mutex, and blocks all signals on this thread meanwhile. Otherwise a signal handler could interrupt this
/// thread and wait for the mutex that the thread itself holds.
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
