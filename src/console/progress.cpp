#include "src/console/progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "src/console/console.h"

namespace hexscan {
namespace {

constexpr int widest_bar = 40, narrowest_bar = 10;

/// Rate and time left are shown only after this many seconds, because earlier estimates are guesses.
constexpr double seconds_to_judge = 1;

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole % 3600 / 60);
}

/// Formats a rate with three digits, per second with SI prefixes. A rate below one per second is given per minute or
/// per hour.
std::string rate_text(double per_second) {
    struct Unit {
        double per_second;
        const char* name;
    };
    constexpr std::array units{Unit{1e9, " G/s"}, Unit{1e6, " M/s"},      Unit{1e3, " k/s"},
                               Unit{1, "/s"},     Unit{1.0 / 60, "/min"}, Unit{1.0 / 3600, "/h"}};
    // A rate that rounds up to 1 in a larger unit is given in that unit.
    const auto unit = std::find_if(units.begin(), units.end() - 1,
                                   [&](const Unit& u) { return per_second >= 0.9995 * u.per_second; });
    return fmt::format("{:.3g}{}", per_second / unit->per_second, unit->name);
}

}  // namespace

std::string progress_line(const std::string& what, const ProgressState& state, int columns) {
    const std::string counts = fmt::format("{}/{}", state.done, state.total);
    std::string rate, left;
    if (state.seconds >= seconds_to_judge && state.done > state.found_done) {
        const double per_second = static_cast<double>(state.done - state.found_done) / state.seconds;
        rate = ", " + rate_text(per_second);
        left = fmt::format(", {} left", duration_text(static_cast<double>(state.total - state.done) / per_second));
    }
    const auto room_for_bar = [&] {
        return columns - 1 - static_cast<int>(what.size() + counts.size() + rate.size() + left.size()) - 4;
    };
    if (room_for_bar() < narrowest_bar) rate.clear();
    std::string line = fmt::format("{} {}{}{}", what, counts, rate, left);
    if (room_for_bar() >= narrowest_bar) {
        const int bar = std::min(room_for_bar(), widest_bar);
        const int filled = static_cast<int>(static_cast<double>(bar) * static_cast<double>(state.done) /
                                            static_cast<double>(state.total));
        line = fmt::format("{} [{:#<{}}{:.<{}}] {}{}{}", what, "", filled, "", bar - filled, counts, rate, left);
    }
    return line.substr(0, static_cast<std::size_t>(std::max(columns - 1, 0)));
}

Progress::Progress(std::string what, std::int64_t total, bool visible, std::chrono::milliseconds redraw_after)
    : what_(std::move(what)),
      total_(total),
      visible_(visible && total > 0 && standard_error_is_terminal()),
      redraw_after_(redraw_after),
      next_draw_(std::chrono::steady_clock::now() + redraw_after) {}

Progress::~Progress() {
    if (visible_) clear_progress_line();
}

void Progress::found_done(std::int64_t steps) {
    found_done_ += steps;
    done_ += steps;
}

void Progress::advance(std::int64_t steps) {
    const std::int64_t done = done_ += steps;
    if (!visible_) return;
    const std::unique_lock lock(drawing_, std::try_to_lock);
    if (!lock) return;  // another thread is drawing; this step will show with the next one
    const auto now = std::chrono::steady_clock::now();
    if (now < next_draw_) return;
    next_draw_ = now + redraw_after_;
    shown_ = true;
    draw(done);
}

void Progress::show() {
    if (!visible_) return;
    const std::lock_guard lock(drawing_);
    if (!shown_) return;  // nothing outdated is on the line, and short work shows nothing
    next_draw_ = std::chrono::steady_clock::now() + redraw_after_;
    draw(done_);
}

void Progress::draw(std::int64_t done) const {
    const ProgressState state{done, total_, since_start_.seconds(), found_done_};
    std::fputs(("\r" + progress_line(what_, state, terminal_width()) + "\033[K").c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace hexscan
