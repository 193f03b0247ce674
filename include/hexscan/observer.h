#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

/// Receives messages and progress while hexscan computes. By default the library is silent.
namespace hexscan {

/// The progress of one part of a run, counted in steps. Many threads call it, so implementations must be thread-safe.
class Work {
public:
    virtual ~Work() = default;

    /// Counts steps that an earlier run finished. They do not count towards the rate of progress.
    virtual void found_done(std::int64_t /*steps*/) {}
    virtual void advance(std::int64_t /*steps*/ = 1) {}  ///< counts finished steps
    /// A burst of steps has ended: a good moment to display progress.
    virtual void show() {}
};

/// Derive from this class to receive messages. Every function does nothing unless you override it.
class Observer {
public:
    virtual ~Observer() = default;

    /// Reports a problem that does not stop the run. The computing thread calls it.
    virtual void warn(std::string_view /*text*/) {}
    /// Reports a result that is worth a line of output, such as the ranges that were found.
    virtual void note(std::string_view /*text*/) {}
    /// A part of the run begins: `total` steps of `what`, such as 350 "slices". The returned object lives until the
    /// part ends.
    virtual std::unique_ptr<Work> begin(std::string /*what*/, std::int64_t /*total*/) {
        return std::make_unique<Work>();
    }
};

/// Ignores all messages.
Observer& silent_observer();

}  // namespace hexscan
