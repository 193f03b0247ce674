#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "hexscan/observer.h"
#include "src/system/stopwatch.h"

namespace hexscan {

/// A progress bar on standard error with the rate and the time left. Shown only on a terminal; safe to advance from
/// many threads.
class Progress final : public Work {
public:
    /// `visible` false, or standard error not a terminal: nothing is ever printed. Drawn anew after `redraw_after` at
    /// the earliest, and so is what it shows first.
    Progress(std::string what, std::int64_t total, bool visible,
             std::chrono::milliseconds redraw_after = std::chrono::milliseconds(100));
    /// Clears the line.
    ~Progress() override;
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void found_done(std::int64_t steps) override;
    void advance(std::int64_t steps = 1) override;
    /// Shows where the work is, however short ago that was shown: steps that come in bursts leave a wrong time to
    /// stand.
    void show() override;

private:
    void draw(std::int64_t done) const;

    std::string what_;
    std::int64_t total_;
    bool visible_;
    std::chrono::milliseconds redraw_after_;
    std::atomic<std::int64_t> done_{0}, found_done_{0};
    Stopwatch since_start_;
    std::mutex drawing_;
    std::chrono::steady_clock::time_point next_draw_;
    bool shown_ = false;
};

/// Steps of a work, and the seconds that those not found done have taken.
struct ProgressState {
    std::int64_t done, total;
    double seconds;
    std::int64_t found_done = 0;
};

/// The line of a progress bar: `what`, a bar where there is room for one, the counts and, once they can be told, the
/// rate where there is room for it too, and the time left; at most `columns` - 1 characters, so that no terminal breaks
/// it.
std::string progress_line(const std::string& what, const ProgressState& state, int columns);

}  // namespace hexscan
