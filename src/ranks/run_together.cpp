#include "src/ranks/run_together.h"

#include "src/base/byte_stream.h"
#include "src/ranks/rank_errors.h"
#include "src/ranks/rank_messages.h"

namespace hexscan {
namespace {

/// Waits for a message that ends the run or reports an error. Drops other messages.
Message receive_last(Ranks& ranks, RankTag about) {
    for (;;) {
        Message message = next_message(ranks);
        if (message.tag == tag(about) || message.tag == tag(RankTag::error)) return message;
    }
}

std::exception_ptr error_of(const Message& message) {
    try {
        throw_error(message.bytes);
    } catch (...) {
        return std::current_exception();
    }
}

/// Rank 0 waits for all others and returns the result of the run. If there was no error so far, an error that arrives
/// now decides that result.
int end_as_first(Ranks& ranks, bool failed, int code, const std::function<int(std::exception_ptr)>& fail) {
    for (int running = ranks.count() - 1; running > 0;) {
        const Message message = receive_last(ranks, RankTag::done);
        if (message.tag == tag(RankTag::done)) {
            --running;
        } else if (!failed) {
            failed = true;
            code = fail(error_of(message));
            send_to_others(ranks, RankTag::error, message.bytes);
        }
    }
    ByteWriter writer;
    writer.add(code);
    send_to_others(ranks, RankTag::end, writer.take());
    return code;
}

int end_as_other(Ranks& ranks) {
    ranks.send(0, tag(RankTag::done), {});
    for (;;) {
        const Message message = receive_last(ranks, RankTag::end);
        if (message.tag == tag(RankTag::end)) return ByteReader(message.bytes).next<int>();
    }
}

}  // namespace

int run_together(Ranks& ranks, const std::function<int()>& part, const std::function<int(std::exception_ptr)>& fail) {
    bool failed = false;
    int code = 0;
    try {
        code = part();
    } catch (...) {
        failed = true;
        send_error(std::current_exception(), ranks);
        code = fail(std::current_exception());
    }
    return ranks.rank() == 0 ? end_as_first(ranks, failed, code, fail) : end_as_other(ranks);
}

}  // namespace hexscan
