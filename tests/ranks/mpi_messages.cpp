// Three processes of one run, started by mpi_messages_test.sh: messages of every length come whole and in order, and none
// holds up who receives it while its sender is busy elsewhere.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "src/ranks/rank_messages.h"
#include "src/ranks/ranks.h"

namespace {

using namespace hexscan;
using Clock = std::chrono::steady_clock;

/// Around the length at which messages are parted, and short ones between.
constexpr std::size_t lengths[] = {0, 1, 20'000'000, 3, (8u << 20) - 1, 8u << 20, 5, (8u << 20) + 1, 4096, 1'000'000};
constexpr int count = static_cast<int>(std::size(lengths));
constexpr auto absence = std::chrono::seconds(2);

std::string text_of(int from, int number) {
    std::string text(lengths[number], '\0');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>(i * 31 + i / 251 + static_cast<std::size_t>(from * count + number));
    return text;
}

void send_all(Ranks& ranks) {
    for (int number = 0; number < count; ++number) ranks.send(0, number, text_of(ranks.rank(), number));
    std::this_thread::sleep_for(absence);
    (void)next_message(ranks);
}

/// What was wrong; empty where nothing was.
std::string receive_all(Ranks& ranks) {
    std::vector<int> next(static_cast<std::size_t>(ranks.count()), 0);
    auto longest = Clock::duration::zero();
    for (int missing = count * (ranks.count() - 1); missing > 0;) {
        const auto begin = Clock::now();
        const std::optional<Message> message = ranks.try_receive();
        longest = std::max(longest, Clock::now() - begin);
        if (!message) continue;
        int& number = next[static_cast<std::size_t>(message->from)];
        if (message->tag != number) return "a message overtook another";
        if (message->bytes != text_of(message->from, number)) return "a message came with other bytes";
        ++number;
        --missing;
    }
    if (longest > absence / 2) return "a message was waited for";
    send_to_others(ranks, RankTag::end, {});
    return {};
}

}  // namespace

int main() {
    Ranks& ranks = process_ranks();
    if (ranks.count() != 3) return 2;
    if (ranks.rank() != 0) {
        send_all(ranks);
    } else if (const std::string wrong = receive_all(ranks); !wrong.empty()) {
        std::printf("%s\n", wrong.c_str());
        std::fflush(stdout);
        std::_Exit(1);
    }
    ranks.finish();
    return 0;
}
