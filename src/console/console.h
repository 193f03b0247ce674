#pragma once

#include <string_view>

/// Output to standard error. Warnings, notices and errors go only there, so that standard output can be piped.
namespace hexscan {

/// If standard input, output or error is closed, opens it to /dev/null. Otherwise a file or a library's socket would
/// get its number, and the program's output would end up there. Call it before anything is opened. Returns false if a
/// closed descriptor cannot be opened.
bool open_standard_descriptors() noexcept;

/// Prints "hexscan: `text`" as lines of its own. Escapes control characters. It never throws, because standard error
/// may be closed or full.
void report(std::string_view text) noexcept;

/// Prints "hexscan: warning: `text`" in the same way as report(). The program continues.
void warn(std::string_view text) noexcept;

/// Silences this process, because another process of the same run prints for all processes. Standard output goes to
/// /dev/null, and report() and warn() print nothing. report_last_words() still prints.
void silence_this_process() noexcept;

/// True after silence_this_process().
bool is_silenced() noexcept;

/// Prints as report() does, just before the process ends, even if this process is silenced. Erases a progress bar. Does
/// not print if it would have to wait for a reader or for another thread that prints. Allocates nothing. With empty
/// text it only erases the progress bar.
void report_last_words(std::string_view text) noexcept;

/// True if a user may be watching: standard error is a terminal, and this process is not silenced.
bool standard_error_is_terminal();

/// Width in columns of the terminal of standard error; 80 if it is unknown.
int terminal_width();

/// Width of standard output in columns: the width of its terminal, or 80 if standard output is no terminal. Text in a
/// file is therefore the same everywhere.
int output_width();

/// Removes the progress bar from the current line, if there can be one.
void clear_progress_line() noexcept;

}  // namespace hexscan
