#pragma once

#include <stdexcept>
#include <string>
#include <utility>

/// What hexscan throws. Every error says in words what is wrong, where, and what helps; programs read its kind and its
/// facts.
namespace hexscan {
/// What is wrong.
enum class ErrorKind {
    usage,         ///< something was asked for that does not go together, or that this build does not have
    input,         ///< a file or a value that cannot be what it stands for
    verification,  ///< a result that is not what it should be
    device,        ///< a device that is absent, too old or failing
    device_full,   ///< a device whose memory does not suffice, mostly because another program has taken it
    output,        ///< a file that cannot be written
    system,        ///< a thread or another resource that the operating system refuses
    internal       ///< a fault of hexscan itself
};

/// Where an error was found; what is not known is empty or 0.
struct ErrorFacts {
    std::string file;  ///< as it was named
    int line = 0;      ///< from 1
    std::string key;   ///< of a file, as in "legs.min[3]", or the argument of a call, as in "folder"
};

/// Every error that hexscan throws, except std::bad_alloc where memory runs out.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message, ErrorFacts facts = {})
        : std::runtime_error(message), kind_(kind), facts_(std::move(facts)) {}  ///< message for people

    ErrorKind kind() const noexcept { return kind_; }            ///< what is wrong
    const ErrorFacts& facts() const noexcept { return facts_; }  ///< where

private:
    ErrorKind kind_;
    ErrorFacts facts_;
};
/// Of ErrorKind::usage.
class UsageError : public Error {
public:
    explicit UsageError(const std::string& message, ErrorFacts facts = {})
        : Error(ErrorKind::usage, message, std::move(facts)) {}  ///< message for people
};

/// The message of a file's error is `file:line: key: what is wrong and what is allowed`.
class InputError : public Error {
public:
    explicit InputError(const std::string& message, ErrorFacts facts = {})
        : Error(ErrorKind::input, message, std::move(facts)) {}  ///< message for people
};
/// Of ErrorKind::verification.
class VerificationError : public Error {
public:
    explicit VerificationError(const std::string& message) : Error(ErrorKind::verification, message) {}  ///< the same
};
/// Of ErrorKind::device.
class DeviceError : public Error {
public:
    explicit DeviceError(const std::string& message) : DeviceError(ErrorKind::device, message) {}  ///< the same

protected:
    DeviceError(ErrorKind kind, const std::string& message) : Error(kind, message) {}  ///< the same
};
/// Of ErrorKind::device_full.
class DeviceFull : public DeviceError {
public:
    explicit DeviceFull(const std::string& message) : DeviceError(ErrorKind::device_full, message) {}  ///< the same
};

/// The message names the file and the system's reason.
class OutputError : public Error {
public:
    explicit OutputError(const std::string& message, ErrorFacts facts = {})
        : Error(ErrorKind::output, message, std::move(facts)) {}  ///< message for people
};

/// Of ErrorKind::system. The message gives the system's reason.
class SystemError : public Error {
public:
    explicit SystemError(const std::string& message) : Error(ErrorKind::system, message) {}  ///< message for people
};
/// Of ErrorKind::internal.
class InternalError : public Error {
public:
    explicit InternalError(const std::string& message) : Error(ErrorKind::internal, message) {}  ///< message for people
};

}  // namespace hexscan
