#include "src/interruption.h"

#include <csignal>

namespace hexscan {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void request_stop(int signal) {
    stop_requested = true;
    std::signal(signal, SIG_DFL);
}

}  // namespace

std::atomic<bool>& interrupted() { return stop_requested; }

void catch_interrupts() {
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    // A file size limit then fails the write, which says so, instead of killing the program.
    std::signal(SIGXFSZ, SIG_IGN);
}

void throw_if_interrupted() {
    if (stop_requested) throw Interrupted();
}

}  // namespace hexscan
