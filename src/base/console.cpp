#include "src/base/console.h"

#include <atomic>
#include <cstdio>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

#include "src/base/text.h"

namespace hexscan {
namespace {

std::atomic<bool> silent{false};

void print(std::string_view prefix, std::string_view text) noexcept {
    try {
        const std::string line = std::string(prefix) + escaped_lines(text) + "\n";
        std::fwrite(line.data(), 1, line.size(), stderr);
    } catch (...) {
        // Out of memory: the message as it is is better than none.
        std::fwrite(prefix.data(), 1, prefix.size(), stderr);
        std::fwrite(text.data(), 1, text.size(), stderr);
        std::fputc('\n', stderr);
    }
}

}  // namespace

void report(std::string_view text) noexcept {
    if (!silent) print("hexscan: ", text);
}

void warn(std::string_view text) noexcept {
    if (!silent) print("hexscan: warning: ", text);
}

void leave_speaking_to_another() noexcept {
    silent = true;
    // Where even that fails, what this process would print is printed twice.
    (void)std::freopen("/dev/null", "w", stdout);
}

bool another_speaks() noexcept { return silent; }

void report_last_words(std::string_view text) noexcept { print("hexscan: ", text); }

bool standard_error_is_terminal() { return !silent && isatty(STDERR_FILENO) == 1; }

int terminal_width() {
    constexpr int usual_columns = 80;
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_columns;
}

void clear_progress_line() noexcept {
    if (standard_error_is_terminal()) std::fputs("\r\033[K", stderr);
}

}  // namespace hexscan
