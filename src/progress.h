#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

namespace hexscan {

/// A progress bar on standard error. Shown only on a terminal; safe to advance from many threads.
class Progress {
public:
    /// `visible` false, or standard error not a terminal: nothing is ever printed.
    Progress(std::string what, int total, bool visible);
    /// Clears the line.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance();

private:
    void draw(int done);

    std::string what_;
    int total_;
    bool visible_;
    std::atomic<int> done_{0};
    std::mutex drawing_;
    std::chrono::steady_clock::time_point next_draw_;
};

}  // namespace hexscan
