#include "src/base/interruption.h"

#include <csignal>
#include <system_error>
#include <thread>

#include <unistd.h>

#include "src/base/console.h"
#include "src/base/errors.h"

namespace hexscan {
namespace {

void end_when_asked(const sigset_t& signals) {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0) {
    }
    UnfinishedFiles& unfinished = unfinished_files();
    // Never released: from here on no file is created or gets its name.
    unfinished.mutex.lock();
    for (const std::string& path : unfinished.paths) unlink(path.c_str());
    clear_progress_line();
    report("interrupted; no half-written file is left");
    _exit(exit_code::interrupted);
}

}  // namespace

UnfinishedFiles& unfinished_files() {
    // Never destroyed: the thread that waits for signals may outlive main().
    static auto* const files = new UnfinishedFiles;
    return *files;
}

void end_on_interruption() {
    std::signal(SIGXFSZ, SIG_IGN);
    unfinished_files();
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    try {
        std::thread(end_when_asked, signals).detach();
    } catch (const std::system_error&) {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
}

}  // namespace hexscan
