#include "src/console/interruption.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <system_error>
#include <thread>

#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

#include "hexscan/errors.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/system/memory.h"
#include "src/system/unfinished_files.h"

namespace hexscan {
namespace {

/// The time that the other processes of a run wait before they end, so that the writing process removes its unfinished
/// files first.
constexpr std::chrono::milliseconds head_start{500};

/// Signals that ask the program to end. The program reports this and uses its own exit code.
constexpr int requests[] = {SIGINT, SIGTERM, SIGHUP};

/// Other signals that end a process by default. SIGKILL is missing, because no process can handle it. Signals of a
/// crash are missing, because no thread can be trusted after a crash.
constexpr int others[] = {SIGQUIT, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF,  SIGXCPU,
                          SIGUSR1, SIGUSR2, SIGIO,   SIGPWR,    SIGSTKFLT};

/// The thread that waits for signals. It is set before pass_on() can run.
pthread_t waiting_thread;

void remove_unfinished_files() {
    for (const std::string& path : unfinished_files().paths) unlink(path.c_str());
}

/// Removes half-written files and ends the process without notifying other threads. No step may wait for a reader:
/// another thread may be blocked in a write that nobody reads.
[[noreturn]] void leave(const char* message, int code) {
    remove_unfinished_files();
    report_last_words(message);
    _exit(code);
}

/// Removes half-written files as leave() does, but ends the process by the signal's default action. The parent process
/// then sees which signal ended this process.
[[noreturn]] void leave_by(int signal) {
    remove_unfinished_files();
    report_last_words("");
    std::signal(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    std::raise(signal);
    _exit(exit_code::interrupted);
}

/// Ends the process in the way that suits `signal`.
[[noreturn]] void end_by(int signal) {
    // A launcher kills the other processes when the first one ends. So the writing process ends first; the others have
    // nothing to clean up.
    if (is_silenced()) std::this_thread::sleep_for(head_start);
    // The mutex is never released. From here on no file is created or renamed.
    unfinished_files().mutex.lock();
    if (std::ranges::find(requests, signal) == std::end(requests)) leave_by(signal);
    // Every process of a run gets the signal, but only one process reports it.
    leave(is_silenced() ? "" : "interrupted; no half-written file is left", exit_code::interrupted);
}

void end_when_asked(const sigset_t& signals) {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0) {
    }
    end_by(signal);
}

/// The system sends SIGPIPE to the thread that writes, so the waiting thread does not receive it. This handler passes
/// the signal on to the waiting thread.
void pass_on(int signal) {
    pthread_kill(waiting_thread, signal);
    for (;;) pause();
}

void end_after_lost_error() {
    // The thread that failed runs this function and may already hold the mutex. lock() would then wait forever.
    (void)unfinished_files().mutex.try_lock();
    try {
        if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
        leave("out of threads or memory; raise the limits that ulimit -a lists, or choose a smaller grid",
              exit_code::device_or_output);
    } catch (const std::bad_alloc&) {
        leave(out_of_memory, exit_code::device_or_output);
    } catch (const std::exception& error) {
        leave(error.what(), exit_code::device_or_output);
    } catch (...) {
        leave("an unknown error; this is a bug in hexscan", exit_code::device_or_output);
    }
}

/// Some libraries end the program when memory runs out; HDF5 does so with exit(-1).
void end_after_lost_exit() {
    if (unfinished_files().paths.empty()) return;
    (void)unfinished_files().mutex.try_lock();
    leave("a library failed while it wrote a file, most likely out of memory; choose a smaller grid",
          exit_code::device_or_output);
}

/// True if the signal has its default action. False if the parent process ignores the signal, as nohup and shells with
/// background jobs do.
bool has_its_default(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

sigset_t signals_that_end_it() {
    sigset_t signals;
    sigemptyset(&signals);
    const auto add = [&](int signal) {
        if (has_its_default(signal)) sigaddset(&signals, signal);
    };
    for (const int signal : requests) add(signal);
    for (const int signal : others) add(signal);
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) add(signal);
    return signals;
}

/// Makes signals end the program on the thread that they interrupt. This is the substitute if no waiting thread can be
/// started.
void end_where_they_arrive(const sigset_t& signals) {
    struct sigaction action {};
    action.sa_handler = end_by;
    sigfillset(&action.sa_mask);
    for (int signal = 1; signal <= SIGRTMAX; ++signal)
        if (sigismember(&signals, signal) == 1) sigaction(signal, &action, nullptr);
}

}  // namespace

void end_on_lost_errors() {
    unfinished_files();
    std::set_terminate(end_after_lost_error);
    (void)std::atexit(end_after_lost_exit);
    // The library that unwinds an error through C frames is loaded when it is first used. If loading fails, the program
    // aborts. Therefore the library is loaded now, while there is memory.
    void* here = nullptr;
    (void)backtrace(&here, 1);
}

void end_on_interruption() {
    std::signal(SIGXFSZ, SIG_IGN);
    unfinished_files();
    const sigset_t signals = signals_that_end_it();
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    try {
        std::thread thread(end_when_asked, signals);
        waiting_thread = thread.native_handle();
        thread.detach();
    } catch (const std::system_error&) {
        end_where_they_arrive(signals);
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return;
    }
    if (sigismember(&signals, SIGPIPE) == 0) return;
    std::signal(SIGPIPE, pass_on);
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
}

}  // namespace hexscan
