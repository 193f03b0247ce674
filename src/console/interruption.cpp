#include "src/console/interruption.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>

#include <execinfo.h>
#include <unistd.h>

#include "hexscan/errors.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/system/memory.h"
#include "src/system/unfinished_files.h"

namespace hexscan {
namespace {

/// What the process that writes needs at most to tidy up.
constexpr std::chrono::milliseconds head_start{500};

/// Ends the process without a word to other threads; what is half-written goes first. Nothing here waits for a reader:
/// another thread may be stuck in a line that nobody reads.
[[noreturn]] void leave(const char* message, int code) {
    for (const std::string& path : unfinished_files().paths) unlink(path.c_str());
    report_last_words(message);
    _exit(code);
}

void end_when_asked(const sigset_t& signals) {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0) {
    }
    // A launcher kills the others when the first process ends: the one that writes goes first, the rest have nothing to
    // tidy.
    if (another_speaks()) std::this_thread::sleep_for(head_start);
    // Never released: from here on no file is created or gets its name.
    unfinished_files().mutex.lock();
    // Every process of a run gets the signal; one of them says so.
    leave(another_speaks() ? "" : "interrupted; no half-written file is left", exit_code::interrupted);
}

void end_after_lost_error() {
    // The thread that is lost may be the one that holds it.
    (void)unfinished_files().mutex.try_lock();
    try {
        if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
        leave("out of threads or memory; raise the limits (ulimit -a) or choose a smaller grid",
              exit_code::device_or_output);
    } catch (const std::bad_alloc&) {
        leave(out_of_memory, exit_code::device_or_output);
    } catch (const std::exception& error) {
        leave(error.what(), exit_code::device_or_output);
    } catch (...) {
        leave("an unknown error; this is a fault of hexscan", exit_code::device_or_output);
    }
}

/// Some libraries end the program themselves where memory runs out, such as HDF5 with exit(-1).
void end_after_lost_exit() {
    if (unfinished_files().paths.empty()) return;
    (void)unfinished_files().mutex.try_lock();
    leave("a library gave up while a file was being written, most likely out of memory; choose a smaller grid",
          exit_code::device_or_output);
}

/// What started hexscan may want it to go on, as nohup does, and a shell of what runs in its background.
bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void end_on_lost_errors() {
    unfinished_files();
    std::set_terminate(end_after_lost_error);
    (void)std::atexit(end_after_lost_exit);
    // What passes an error through C frames is loaded when first needed, and its absence is an abort: not when memory
    // is gone.
    void* here = nullptr;
    (void)backtrace(&here, 1);
}

void end_on_interruption() {
    std::signal(SIGXFSZ, SIG_IGN);
    unfinished_files();
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (!is_ignored(signal)) sigaddset(&signals, signal);
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    try {
        std::thread(end_when_asked, signals).detach();
    } catch (const std::system_error&) {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
}

}  // namespace hexscan
