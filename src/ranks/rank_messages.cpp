#include "src/ranks/rank_messages.h"

#include <thread>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/ranks/rank_errors.h"

namespace hexscan {

Message next_message(Ranks& ranks) {
    for (const Patience patience;;) {
        if (std::optional<Message> message = ranks.try_receive()) return std::move(*message);
        std::this_thread::sleep_for(patience.next_sleep());
    }
}

void send_to_others(Ranks& ranks, RankTag about, std::string_view bytes) {
    for (int other = 0; other < ranks.count(); ++other)
        if (other != ranks.rank()) ranks.send(other, tag(about), std::string(bytes));
}

Message receive(Ranks& ranks, RankTag about) {
    for (;;) {
        Message message = next_message(ranks);
        if (message.tag == tag(RankTag::error)) throw_error(message.bytes);
        if (message.tag == tag(about)) return message;
        // A rank that reached shared work after the work had ended has already requested units of it. Its message is
        // dropped.
        if (message.tag != tag(RankTag::ready))
            throw InternalError(fmt::format("rank {}: message {} from rank {} arrived at the wrong time", ranks.rank(),
                                            message.tag, message.from));
    }
}

std::string broadcast(Ranks& ranks, const std::string& text) {
    if (ranks.rank() != 0) return receive(ranks, RankTag::text).bytes;
    send_to_others(ranks, RankTag::text, text);
    return text;
}

std::vector<std::string> gather(Ranks& ranks, const std::string& text) {
    if (ranks.rank() != 0) {
        ranks.send(0, tag(RankTag::text), text);
        // A rank that continued at once would request work before rank 0 hands it out.
        (void)receive(ranks, RankTag::text);
        return {};
    }
    std::vector<std::string> texts(static_cast<std::size_t>(ranks.count()));
    texts.front() = text;
    for (int missing = ranks.count() - 1; missing > 0; --missing) {
        Message message = receive(ranks, RankTag::text);
        texts[static_cast<std::size_t>(message.from)] = std::move(message.bytes);
    }
    send_to_others(ranks, RankTag::text, {});
    return texts;
}

}  // namespace hexscan
