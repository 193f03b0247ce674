#pragma once

#include <string_view>

/// Standard error. Warnings, notices and errors go there and nowhere else, so that standard output can be piped.
namespace hexscan {

/// Opens those of standard input, output and error that are closed, to /dev/null. A file or a library's socket would
/// get their numbers otherwise, and what is printed would end up there. To be called before anything is opened. Returns
/// false where a closed one cannot be opened.
bool open_standard_descriptors() noexcept;

/// Prints "hexscan: `text`" as lines of its own. Control characters are shown escaped. Never throws: standard error may
/// be closed or full.
void report(std::string_view text) noexcept;

/// The same for what goes on but should be known: "hexscan: warning: `text`".
void warn(std::string_view text) noexcept;

/// From here on this process says nothing: another process of the same run speaks for all. Standard output leads
/// nowhere, and report() and warn() print nothing. Last words are still printed.
void leave_speaking_to_another() noexcept;

/// Whether it does.
bool another_speaks() noexcept;

/// Prints as report() does, just before the process ends: also where another process speaks, over a progress bar, and
/// only as far as nobody has to be waited for, neither a reader nor another thread that prints. Allocates nothing.
/// Nothing to say: the progress bar goes.
void report_last_words(std::string_view text) noexcept;

/// Whether somebody may be looking: standard error is a terminal, and this process speaks.
bool standard_error_is_terminal();

/// Columns of that terminal; 80 where it does not say.
int terminal_width();

/// Removes the progress bar from the current line, if there can be one.
void clear_progress_line() noexcept;

}  // namespace hexscan
