#pragma once

#include <stdexcept>
#include <string>

/// Everything that ends hexscan early, each error with the exit code it stands for.
namespace hexscan {

/// Exit codes of the program.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int verification_failed = 1;
inline constexpr int bad_input = 2;
inline constexpr int device_or_output = 3;
inline constexpr int interrupted = 130;  ///< 128 + SIGINT, as shells expect
}  // namespace exit_code

/// What std::bad_alloc, which has no message of its own, is for the user.
inline constexpr const char* out_of_memory = "out of memory; choose a smaller grid";

/// An error whose message is for the user: what is wrong, where, and what helps.
class Error : public std::runtime_error {
public:
    int exit_code() const { return exit_code_; }

protected:
    Error(const std::string& message, int code) : std::runtime_error(message), exit_code_(code) {}

private:
    int exit_code_;
};

/// A command line that cannot be understood or asks for the impossible.
class UsageError : public Error {
public:
    explicit UsageError(const std::string& message) : Error(message, exit_code::bad_input) {}
};

/// What is wrong with an input file, as `file:line: key: what is wrong and what is allowed`.
class InputError : public Error {
public:
    explicit InputError(const std::string& message) : Error(message, exit_code::bad_input) {}
};

/// A result that is not what it should be.
class VerificationError : public Error {
public:
    explicit VerificationError(const std::string& message) : Error(message, exit_code::verification_failed) {}
};

/// A device that is absent, too old, out of memory or failing.
class DeviceError : public Error {
public:
    explicit DeviceError(const std::string& message) : Error(message, exit_code::device_or_output) {}
};

/// A device whose memory does not suffice, mostly because another program has taken it.
class DeviceFull : public DeviceError {
public:
    using DeviceError::DeviceError;
};

/// An output that cannot be written. The message names the file and the system's reason.
class OutputError : public Error {
public:
    explicit OutputError(const std::string& message) : Error(message, exit_code::device_or_output) {}
};

}  // namespace hexscan
