#pragma once

#include <atomic>
#include <stdexcept>

namespace hexscan {

/// Ctrl-C or a polite kill: exit code 130.
class Interrupted : public std::runtime_error {
public:
    Interrupted() : std::runtime_error("interrupted; no half-written file is left") {}
};

/// Set by SIGINT and SIGTERM once catch_interrupts() has run. A second signal ends the process at once.
std::atomic<bool>& interrupted();

void catch_interrupts();

/// Throws Interrupted if the user asked to stop.
void throw_if_interrupted();

}  // namespace hexscan
