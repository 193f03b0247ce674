#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

/// Who is told what goes on while hexscan computes. By default nobody is: a library is silent.
namespace hexscan {

/// A part of a run that goes on in steps. Safe to call from many threads.
class Work {
public:
    virtual ~Work() = default;

    /// Steps that were done before this run, and say nothing about its rate.
    virtual void found_done(std::int64_t /*steps*/) {}
    virtual void advance(std::int64_t /*steps*/ = 1) {}  ///< steps are done
    /// A burst of steps is over: a good moment to show where the work is.
    virtual void show() {}
};

/// Derive from this to be told.
class Observer {
public:
    virtual ~Observer() = default;

    /// What goes on but should be known, in words. Called from the thread that computes.
    virtual void warn(std::string_view /*text*/) {}
    /// What is worth a line, such as ranges that were found.
    virtual void note(std::string_view /*text*/) {}
    /// A part of the run begins: `total` steps of `what`, as in 350 "slices". What is returned lives until they are
    /// done.
    virtual std::unique_ptr<Work> begin(std::string /*what*/, std::int64_t /*total*/) {
        return std::make_unique<Work>();
    }
};

/// An observer that listens to nothing.
Observer& nobody();

}  // namespace hexscan
