#include "src/system/unfinished_files.h"

#include <pthread.h>

namespace hexscan {

UnfinishedFiles& unfinished_files() {
    // The object is never destroyed, because a thread that waits for signals may outlive main().
    static auto* const files = new UnfinishedFiles;
    return *files;
}

UnfinishedLock::UnfinishedLock() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
    unfinished_files().mutex.lock();
}

UnfinishedLock::~UnfinishedLock() {
    unfinished_files().mutex.unlock();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace hexscan
