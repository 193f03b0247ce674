#pragma once

#include <csignal>
#include <mutex>
#include <set>
#include <string>

namespace hexscan {

/// Paths of files that are not whole yet, which whoever ends the program early removes. Whoever creates, names or
/// removes such a file holds the mutex by an UnfinishedLock, so that the interruption comes before or after, never in
/// between.
struct UnfinishedFiles {
    std::mutex mutex;
    std::set<std::string> paths;
};
UnfinishedFiles& unfinished_files();

/// Holds the mutex, and meanwhile lets no signal reach this thread: a handler that needs the mutex would wait for the
/// thread that it has stopped.
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
