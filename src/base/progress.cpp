#include "src/base/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "src/base/console.h"

namespace hexscan {
namespace {

constexpr int widest_bar = 40, narrowest_bar = 10;
constexpr std::chrono::milliseconds redraw_after{100};

/// Earlier than this the time left is a guess.
constexpr double seconds_to_judge = 1;

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole % 3600 / 60);
}

}  // namespace

std::string progress_line(const std::string& what, std::int64_t done, std::int64_t total, double seconds, int columns) {
    std::string counts = fmt::format("{}/{}", done, total);
    if (seconds >= seconds_to_judge && done > 0)
        counts += fmt::format(", {} left",
                              duration_text(seconds * static_cast<double>(total - done) / static_cast<double>(done)));
    const int room = columns - 1 - static_cast<int>(what.size() + counts.size()) - 4;
    std::string line = fmt::format("{} {}", what, counts);
    if (room >= narrowest_bar) {
        const int bar = std::min(room, widest_bar);
        const int filled =
            static_cast<int>(static_cast<double>(bar) * static_cast<double>(done) / static_cast<double>(total));
        line = fmt::format("{} [{:#<{}}{:.<{}}] {}", what, "", filled, "", bar - filled, counts);
    }
    return line.substr(0, static_cast<std::size_t>(std::max(columns - 1, 0)));
}

Progress::Progress(std::string what, std::int64_t total, bool visible)
    : what_(std::move(what)),
      total_(total),
      visible_(visible && total > 0 && standard_error_is_terminal()),
      next_draw_(std::chrono::steady_clock::now() + redraw_after) {}

Progress::~Progress() {
    if (visible_) clear_progress_line();
}

void Progress::advance(std::int64_t steps) {
    const std::int64_t done = done_ += steps;
    if (!visible_) return;
    const std::unique_lock lock(drawing_, std::try_to_lock);
    if (!lock) return;  // another thread is drawing, this step will show with the next one
    const auto now = std::chrono::steady_clock::now();
    if (now < next_draw_) return;
    next_draw_ = now + redraw_after;
    draw(done);
}

void Progress::draw(std::int64_t done) const {
    std::fputs(("\r" + progress_line(what_, done, total_, since_start_.seconds(), terminal_width()) + "\033[K").c_str(),
               stderr);
    std::fflush(stderr);
}

}  // namespace hexscan
