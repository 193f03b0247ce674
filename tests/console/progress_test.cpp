// Tests the line of a progress bar. It shows counts, rate and time left if they are known and there is room.

#include "src/console/progress.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace {

using hexscan::Progress;
using hexscan::progress_line;
using hexscan::ProgressState;

/// The text of a rate of `steps` in this number of seconds.
std::string rate_of(std::int64_t steps, double seconds) {
    const std::string line = progress_line("x", {steps, 2 * steps, seconds}, 200);
    const std::size_t begin = line.find(", ") + 2;
    return line.substr(begin, line.find(", ", begin) - begin);
}

TEST(ProgressLine, SaysCountsRateAndTimeLeft) {
    EXPECT_EQ(progress_line("machines", {250'000, 1'000'000, 2}, 80),
              "machines [########..........................] 250000/1000000, 125 k/s, 6 s left");
    EXPECT_EQ(progress_line("slices", {35, 350, 70}, 120),
              "slices [####....................................] 35/350, 30/min, 10:30 min left");
    EXPECT_EQ(progress_line("slices", {350, 350, 70}, 120),
              "slices [########################################] 350/350, 5/s, 0 s left");
}

TEST(ProgressLine, TellsNoRateBeforeThereIsOne) {
    EXPECT_EQ(progress_line("slices", {5, 10, 0.9}, 60), "slices [####################....................] 5/10");
    EXPECT_EQ(progress_line("slices", {0, 10, 5}, 60), "slices [........................................] 0/10");
    EXPECT_EQ(progress_line("slices", {5, 10, 60, 5}, 60), "slices [####################....................] 5/10");
}

/// A run that resumes the work of an earlier one shows its own rate.
TEST(ProgressLine, DoesNotCountWhatWasFoundDone) {
    EXPECT_EQ(progress_line("machines", {900, 1000, 10, 800}, 80),
              "machines [####################################....] 900/1000, 10/s, 10 s left");
}

TEST(ProgressLine, SaysRatesInThreeDigits) {
    EXPECT_EQ(rate_of(1'234'567, 1), "1.23 M/s");
    EXPECT_EQ(rate_of(2'500'000'000, 1), "2.5 G/s");
    EXPECT_EQ(rate_of(999'600, 1), "1 M/s");
    EXPECT_EQ(rate_of(999'400, 1), "999 k/s");
    EXPECT_EQ(rate_of(9'996, 10), "1 k/s");
    EXPECT_EQ(rate_of(9'994, 10), "999/s");
    EXPECT_EQ(rate_of(10, 4), "2.5/s");
    EXPECT_EQ(rate_of(9'996, 10'000), "1/s");
    EXPECT_EQ(rate_of(9'994, 10'000), "60/min");
    EXPECT_EQ(rate_of(1, 60), "1/min");
    EXPECT_EQ(rate_of(1, 100), "36/h");
    EXPECT_EQ(rate_of(1, 100'000), "0.036/h");
}

/// If room is short, the rate is dropped first, then the bar. No line is longer than the terminal.
TEST(ProgressLine, FitsNarrowTerminals) {
    const ProgressState state{250'000, 1'000'000, 2};
    EXPECT_EQ(progress_line("machines", state, 56), "machines [##........] 250000/1000000, 125 k/s, 6 s left");
    EXPECT_EQ(progress_line("machines", state, 55), "machines [####..............] 250000/1000000, 6 s left");
    EXPECT_EQ(progress_line("machines", state, 47), "machines [##........] 250000/1000000, 6 s left");
    EXPECT_EQ(progress_line("machines", state, 46), "machines 250000/1000000, 6 s left");
    EXPECT_EQ(progress_line("machines", state, 20), "machines 250000/100");
    for (int columns = -1; columns < 200; ++columns)
        EXPECT_LE(progress_line("machines", state, columns).size(), static_cast<std::size_t>(std::max(columns - 1, 0)));
}

/// Redirects standard error to a terminal or a pipe while this object lives, and reads it.
class StandardError {
public:
    explicit StandardError(bool terminal) : own_(dup(STDERR_FILENO)) {
        int there = -1;
        if (terminal) {
            reader_ = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
            if (grantpt(reader_) == 0 && unlockpt(reader_) == 0) there = open(ptsname(reader_), O_RDWR | O_NOCTTY);
        } else {
            int ends[2] = {-1, -1};
            EXPECT_EQ(pipe2(ends, O_NONBLOCK), 0);
            reader_ = ends[0];
            there = ends[1];
        }
        EXPECT_EQ(isatty(there), terminal);
        dup2(there, STDERR_FILENO);
        close(there);
    }
    ~StandardError() {
        dup2(own_, STDERR_FILENO);
        close(own_);
        close(reader_);
    }
    StandardError(const StandardError&) = delete;
    StandardError& operator=(const StandardError&) = delete;

    /// The whole text. A terminal may deliver it in parts.
    std::string said() const {
        std::string text;
        char part[4096];
        for (ssize_t count; (count = read(reader_, part, sizeof part)) > 0;)
            text.append(part, static_cast<std::size_t>(count));
        return text;
    }

private:
    int own_, reader_ = -1;
};

/// The output of work on ten slices that takes at least the time `silence`, during which nothing is shown.
std::string said_of_work(bool terminal, bool visible, std::chrono::milliseconds silence = {}) {
    const StandardError error(terminal);
    {
        Progress progress("slices", 10, visible, silence);
        progress.found_done(3);
        progress.advance(2);
    }
    return error.said();
}

TEST(Progress, IsSaidOnATerminalAlone) {
    EXPECT_NE(said_of_work(true, true).find("] 5/10"), std::string::npos);
    EXPECT_EQ(said_of_work(true, false), "");
    EXPECT_EQ(said_of_work(false, true), "");
    EXPECT_EQ(said_of_work(false, false), "");
}

TEST(Progress, OfShortWorkNothingIsShown) {
    const std::string said = said_of_work(true, true, std::chrono::hours(1));
    EXPECT_EQ(said.find("slices"), std::string::npos) << said;
}

}  // namespace
