#pragma once

/// Handles Ctrl-C, SIGTERM and the loss of the terminal. They end the program within milliseconds, even while it
/// computes, waits for a device or reads from a pipe. One thread waits for the signals, removes half-written files and
/// ends the process, so no other code polls for them.
namespace hexscan {

/// Makes SIGINT, SIGTERM and SIGHUP end the program with exit code 130 and a line on standard error. Every other signal
/// that ends a process by default still does so, but half-written files are removed first. SIGKILL and the signals of a
/// crash are exceptions. Signals that the parent process ignores stay ignored. Call it before any other thread is
/// started, because threads inherit the blocked signals. If no waiting thread can be started, a handler on the
/// interrupted thread does the same. If a file reaches the size limit of the process, the write now fails, as with a
/// full disk. Without this call, the limit would kill the program.
void end_on_interruption();

/// Handles errors that nobody can catch any more, for example a second lack of memory while the first is handled. They
/// end the program with a line on standard error and exit code 3 instead of an abort. The same happens if a library
/// ends the program while a file is being written.
void end_on_lost_errors();

}  // namespace hexscan
