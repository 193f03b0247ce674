#include "src/console/console.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/base/text.h"

namespace hexscan {
namespace {

/// Moves the cursor to the start of the terminal's line and erases the line.
constexpr std::string_view erase_line = "\r\033[K";

std::atomic<bool> silent{false};

void print(std::string_view prefix, std::string_view text) noexcept {
    try {
        const std::string line = std::string(prefix) + escaped_lines(text) + "\n";
        std::fwrite(line.data(), 1, line.size(), stderr);
    } catch (...) {
        // If memory runs out here, the unescaped message is better than none.
        std::fwrite(prefix.data(), 1, prefix.size(), stderr);
        std::fwrite(text.data(), 1, text.size(), stderr);
        std::fputc('\n', stderr);
    }
}

bool is_closed(int descriptor) { return fcntl(descriptor, F_GETFD) < 0 && errno == EBADF; }

}  // namespace

bool open_standard_descriptors() noexcept {
    // open() returns the lowest free number, so /dev/null gets the number of the closed descriptor.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (is_closed(descriptor) && open("/dev/null", O_RDWR) != descriptor) return false;
    return true;
}

void report(std::string_view text) noexcept {
    if (!silent) print("hexscan: ", text);
}

void warn(std::string_view text) noexcept {
    if (!silent) print("hexscan: warning: ", text);
}

void silence_this_process() noexcept {
    silent = true;
    // If this fails, this process's standard output appears in addition to that of the printing process.
    (void)!std::freopen("/dev/null", "w", stdout);
}

bool is_silenced() noexcept { return silent; }

void report_last_words(std::string_view text) noexcept {
    // A write of at most PIPE_BUF bytes to a pipe is atomic, so the line stays in one piece.
    char line[PIPE_BUF];
    std::size_t length = 0;
    const auto append = [&](std::string_view part) {
        const std::size_t count = std::min(part.size(), sizeof line - length);
        std::copy_n(part.begin(), count, line + length);
        length += count;
    };
    if (standard_error_is_terminal()) append(erase_line);
    if (!text.empty()) {
        append("hexscan: ");
        const std::size_t begin = length;
        append(text);
        std::replace_if(
            line + begin, line + length, [](unsigned char c) { return c != '\n' && (c < 0x20 || c == 0x7F); }, '?');
        append("\n");
    }
    pollfd standard_error{STDERR_FILENO, POLLOUT, 0};
    if (length == 0 || poll(&standard_error, 1, 0) != 1 || (standard_error.revents & POLLOUT) == 0) return;
    (void)!write(STDERR_FILENO, line, length);
}

bool standard_error_is_terminal() { return !silent && isatty(STDERR_FILENO) == 1; }

static int width_of(int descriptor) {
    constexpr int usual_columns = 80;
    winsize size{};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_columns;
}

int terminal_width() { return width_of(STDERR_FILENO); }

int output_width() {
    constexpr int narrowest_columns = 60;
    return std::max(width_of(STDOUT_FILENO), narrowest_columns);
}

void clear_progress_line() noexcept {
    if (standard_error_is_terminal()) std::fwrite(erase_line.data(), 1, erase_line.size(), stderr);
}

}  // namespace hexscan
