#pragma once

#include <stdexcept>
#include <string>
#include <utility>

/// The errors that hexscan throws. Every message names the problem, its place and its cure. Programs read the kind and
/// the facts.
namespace hexscan {
/// The kind of problem.
enum class ErrorKind {
    usage,         ///< A request that contradicts itself, or that this build does not support.
    input,         ///< An invalid file or value.
    verification,  ///< A result that failed verification.
    device,        ///< A device that is absent, too old or failing.
    device_full,   ///< A device without enough free memory, mostly because another program has taken it.
    output,        ///< A file that cannot be written.
    system,        ///< A thread or another resource that the operating system refuses.
    internal       ///< A bug in hexscan.
};

/// The place of an error. Unknown facts are empty or 0.
struct ErrorFacts {
    std::string file;  ///< the file's name as the caller gave it
    int line = 0;      ///< the line, counted from 1
    std::string key;   ///< the key in the file, as in "legs.min[3]", or the argument of a call, as in "folder"
};

/// Every error that hexscan throws, except std::bad_alloc when memory runs out.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message, ErrorFacts facts = {})
        : std::runtime_error(message), kind_(kind), facts_(std::move(facts)) {}  ///< message for people

    ErrorKind kind() const noexcept { return kind_; }            ///< the kind of problem
    const ErrorFacts& facts() const noexcept { return facts_; }  ///< the place of the error

private:
    ErrorKind kind_;
    ErrorFacts facts_;
};
/// An error of kind ErrorKind::usage.
class UsageError : public Error {
public:
    explicit UsageError(const std::string& message, ErrorFacts facts = {})
        : Error(ErrorKind::usage, message, std::move(facts)) {}  ///< message for people
};

/// An error of kind ErrorKind::input. For a file its message is `file:line: key: problem and allowed values`.
class InputError : public Error {
public:
    explicit InputError(const std::string& message, ErrorFacts facts = {})
        : Error(ErrorKind::input, message, std::move(facts)) {}  ///< message for people
};
/// An error of kind ErrorKind::verification.
class VerificationError : public Error {
public:
    explicit VerificationError(const std::string& message) : Error(ErrorKind::verification, message) {}  ///< message
};
/// An error of kind ErrorKind::device.
class DeviceError : public Error {
public:
    explicit DeviceError(const std::string& message) : DeviceError(ErrorKind::device, message) {}  ///< message

protected:
    DeviceError(ErrorKind kind, const std::string& message) : Error(kind, message) {}  ///< for derived kinds
};
/// An error of kind ErrorKind::device_full.
class DeviceFull : public DeviceError {
public:
    explicit DeviceFull(const std::string& message) : DeviceError(ErrorKind::device_full, message) {}  ///< message
};

/// An error of kind ErrorKind::output. Its message names the file and the system's reason.
class OutputError : public Error {
public:
    explicit OutputError(const std::string& message, ErrorFacts facts = {})
        : Error(ErrorKind::output, message, std::move(facts)) {}  ///< message for people
};

/// An error of kind ErrorKind::system. Its message gives the system's reason.
class SystemError : public Error {
public:
    explicit SystemError(const std::string& message) : Error(ErrorKind::system, message) {}  ///< message
};
/// An error of kind ErrorKind::internal.
class InternalError : public Error {
public:
    explicit InternalError(const std::string& message) : Error(ErrorKind::internal, message) {}  ///< message
};

}  // namespace hexscan
