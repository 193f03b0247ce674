#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "hexscan/observer.h"
#include "src/system/stopwatch.h"

namespace hexscan {

/// A progress bar on standard error with the rate and the time left. Appears only on a terminal. Many threads may call
/// advance().
class Progress final : public Work {
public:
    /// If `visible` is false or standard error is not a terminal, nothing is ever printed. The bar first appears after
    /// `redraw_after`. Two drawings are at least that far apart.
    Progress(std::string what, std::int64_t total, bool visible,
             std::chrono::milliseconds redraw_after = std::chrono::milliseconds(100));
    /// Clears the line.
    ~Progress() override;
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void found_done(std::int64_t steps) override;
    void advance(std::int64_t steps = 1) override;
    /// Draws the current state at once, even if the last drawing was recent. Use it when steps come in bursts:
    /// otherwise an outdated time left would stay on the screen.
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

/// Counts of steps, and the seconds spent on steps that an earlier run had not finished.
struct ProgressState {
    std::int64_t done, total;
    double seconds;
    std::int64_t found_done = 0;
};

/// The text of a progress bar: `what`, the bar, the counts, the rate and the time left. Bar and rate appear only if
/// there is room. Rate and time left appear only once they can be estimated. The text has at most `columns` - 1
/// characters, so that no terminal breaks the line.
std::string progress_line(const std::string& what, const ProgressState& state, int columns);

}  // namespace hexscan
