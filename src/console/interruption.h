#pragma once

/// Ctrl-C, a polite kill and a terminal that goes. They end the program within milliseconds wherever it is, computing,
/// waiting for a device or reading from a pipe, because nobody has to ask: one thread waits for the signals, removes
/// what is half-written and ends the process.
namespace hexscan {

/// From here on SIGINT, SIGTERM and SIGHUP end the program with exit code 130 and a line on standard error. Every other
/// signal whose default ends a process does so once what is half-written is removed, except SIGKILL and those of a
/// crash. Signals that whoever started it has ignored stay ignored. To be called before any other thread is started:
/// threads inherit that they leave these signals alone. Where no thread can be started, the signals keep their usual
/// effect. A file size limit fails a write from here on, as a full disk does, instead of killing the program.
void end_on_interruption();

/// From here on an error that nobody can catch any more, such as running out of memory while running out of memory is
/// dealt with, ends the program with a line on standard error and exit code 3 instead of an abort. So does a library
/// that ends the program while a file is being written.
void end_on_lost_errors();

}  // namespace hexscan
