#include "src/progress.h"

#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

namespace hexscan {
namespace {

constexpr int bar_columns = 40;
constexpr std::chrono::milliseconds redraw_after{100};

}  // namespace

Progress::Progress(std::string what, int total, bool visible)
    : what_(std::move(what)),
      total_(total),
      visible_(visible && total > 0 && isatty(STDERR_FILENO) == 1),
      next_draw_(std::chrono::steady_clock::now() + redraw_after) {}

Progress::~Progress() {
    if (visible_) std::fputs("\r\033[K", stderr);
}

void Progress::advance() {
    const int done = ++done_;
    if (!visible_) return;
    const std::unique_lock lock(drawing_, std::try_to_lock);
    if (!lock) return;  // another thread is drawing, this step will show with the next one
    const auto now = std::chrono::steady_clock::now();
    if (now < next_draw_) return;
    next_draw_ = now + redraw_after;
    draw(done);
}

void Progress::draw(int done) {
    const int filled = static_cast<int>(static_cast<long long>(bar_columns) * done / total_);
    const std::string line =
        fmt::format("\r{} [{:#<{}}{:.<{}}] {}/{}", what_, "", filled, "", bar_columns - filled, done, total_);
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace hexscan
