// Exchanges messages between three processes of one run, which mpi_messages_test.sh starts. Messages of every length
// must arrive whole and in order. A receiver must not block while the sender of a message is busy. A sender is busy
// until the pipe FOLDER/RANK is opened.
//
// usage: hexscan_mpi_messages FOLDER
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "src/ranks/rank_messages.h"
#include "src/ranks/ranks.h"

namespace {

using namespace hexscan;

/// Lengths of the messages: around the length from which messages are split, and short ones in between.
constexpr std::size_t lengths[] = {0, 1, 20'000'000, 3, (8u << 20) - 1, 8u << 20, 5, (8u << 20) + 1, 4096, 1'000'000};
constexpr int count = static_cast<int>(std::size(lengths));

/// The number of short messages per rank that arrive without help from a busy sender, and the number of times that the
/// receiver looks for others before it calls the senders.
constexpr int short_ones = 2;
constexpr int looks = 1000;

std::string text_of(int from, int number) {
    std::string text(lengths[number], '\0');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>(i * 31 + i / 251 + static_cast<std::size_t>(from * count + number));
    return text;
}

/// Waits until the process at the other end of the pipe opens it.
void meet(const std::string& folder, int rank, int flags) {
    close(open((folder + "/" + std::to_string(rank)).c_str(), flags));
}

void send_all(Ranks& ranks, const std::string& folder) {
    for (int number = 0; number < count; ++number) ranks.send(0, number, text_of(ranks.rank(), number));
    meet(folder, ranks.rank(), O_RDONLY);
    (void)next_message(ranks);
}

/// Receives all messages. Returns what was wrong, or "". A receiver that blocks for a long message waits for ever.
std::string receive_all(Ranks& ranks, const std::string& folder) {
    std::vector<int> next(static_cast<std::size_t>(ranks.count()), 0);
    const auto short_ones_are_here = [&] {
        return std::all_of(next.begin() + 1, next.end(), [](int number) { return number >= short_ones; });
    };
    int looked = 0;
    for (int missing = count * (ranks.count() - 1); missing > 0;) {
        const std::optional<Message> message = ranks.try_receive();
        if (short_ones_are_here() && ++looked == looks)
            for (int rank = 1; rank < ranks.count(); ++rank) meet(folder, rank, O_WRONLY);
        if (!message) continue;
        int& number = next[static_cast<std::size_t>(message->from)];
        if (message->tag != number) return "a message overtook another";
        if (message->bytes != text_of(message->from, number)) return "a message came with other bytes";
        ++number;
        --missing;
    }
    send_to_others(ranks, RankTag::end, {});
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    Ranks& ranks = process_ranks();
    if (ranks.count() != 3) return 2;
    if (ranks.rank() != 0) {
        send_all(ranks, argv[1]);
    } else if (const std::string wrong = receive_all(ranks, argv[1]); !wrong.empty()) {
        std::printf("%s\n", wrong.c_str());
        std::fflush(stdout);
        std::_Exit(1);
    }
    ranks.finish();
    return 0;
}
