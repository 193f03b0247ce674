#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "src/base/stopwatch.h"

namespace hexscan {

/// A progress bar on standard error with the time left. Shown only on a terminal; safe to advance from many threads.
class Progress {
public:
    /// `visible` false, or standard error not a terminal: nothing is ever printed.
    Progress(std::string what, std::int64_t total, bool visible);
    /// Clears the line.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance(std::int64_t steps = 1);

private:
    void draw(std::int64_t done) const;

    std::string what_;
    std::int64_t total_;
    bool visible_;
    std::atomic<std::int64_t> done_{0};
    Stopwatch since_start_;
    std::mutex drawing_;
    std::chrono::steady_clock::time_point next_draw_;
};

/// The line of a progress bar: `what`, a bar where there is room for one, the counts and, once it can be told, the time
/// left; at most `columns` - 1 characters, so that no terminal breaks it.
std::string progress_line(const std::string& what, std::int64_t done, std::int64_t total, double seconds, int columns);

}  // namespace hexscan
