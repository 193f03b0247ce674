#include "src/ranks/rank_errors.h"

#include <new>
#include <system_error>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/ranks/rank_messages.h"
#include "src/system/memory.h"
#include "src/system/refusal.h"

namespace hexscan {
namespace {

enum Kind : char {
    usage = 'u',
    input = 'i',
    verification = 'v',
    device = 'd',
    output = 'o',
    refusal = 's',
    internal = 'x'
};

struct KnownError {
    Kind kind;
    std::string message;
};

KnownError known_error(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const UsageError& e) {
        return {usage, e.what()};
    } catch (const InputError& e) {
        return {input, e.what()};
    } catch (const VerificationError& e) {
        return {verification, e.what()};
    } catch (const OutputError& e) {
        return {output, e.what()};
    } catch (const DeviceError& e) {
        return {device, e.what()};
    } catch (const std::bad_alloc&) {
        return {device, out_of_memory};
    } catch (const SystemError& e) {
        return {refusal, e.what()};
    } catch (const std::system_error& e) {
        return {refusal, refusal_of(e).what()};
    } catch (const std::exception& e) {
        return {internal, e.what()};
    } catch (...) {
        return {internal, "an unknown error; this is a bug in hexscan"};
    }
}

}  // namespace

std::string error_bytes(const std::exception_ptr& error, const Ranks& ranks) {
    const KnownError known = known_error(error);
    const std::string where =
        ranks.rank() == 0 ? "" : fmt::format(" (on rank {}, host {})", ranks.rank(), ranks.host());
    return std::string(1, known.kind) + known.message + where;
}

void throw_error(std::string_view bytes) {
    const char kind = bytes.empty() ? static_cast<char>(internal) : bytes.front();
    const std::string message(bytes.substr(bytes.empty() ? 0 : 1));
    if (kind == usage) throw UsageError(message);
    if (kind == input) throw InputError(message);
    if (kind == verification) throw VerificationError(message);
    if (kind == device) throw DeviceError(message);
    if (kind == output) throw OutputError(message);
    if (kind == refusal) throw SystemError(message);
    throw InternalError(message);
}

void send_error(const std::exception_ptr& error, Ranks& ranks) {
    if (ranks.count() == 1) return;
    const std::string bytes = error_bytes(error, ranks);
    if (ranks.rank() == 0)
        send_to_others(ranks, RankTag::error, bytes);
    else
        ranks.send(0, tag(RankTag::error), bytes);
}

}  // namespace hexscan
