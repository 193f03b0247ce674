#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "src/ranks/ranks.h"
#include "src/ranks/ranks_tuning.h"

/// What the ranks of a run say to each other. Rank 0 speaks with every other rank, these with rank 0 alone.
namespace hexscan {

/// What a message is about.
enum class RankTag {
    text,    ///< broadcast() and gather()
    ready,   ///< to rank 0: how many units this rank takes at a time
    unit,    ///< from rank 0: do this unit
    result,  ///< to rank 0: what came of a unit; asks for another one
    over,    ///< from rank 0: the shared work is done
    error,   ///< from and to rank 0, see rank_errors.h
    done,    ///< to rank 0: this rank has come to its end
    end      ///< from rank 0: all have, and this is what run_together() returns
};
constexpr int tag(RankTag about) { return static_cast<int>(about); }

/// How long a rank that has nothing to do sleeps before it looks for messages again; MPI's own waiting calls spin. A
/// part of the time since the last message either way: messages that come often are met at once, a long one that was
/// sent goes on its way, and a rank that waits for long takes next to nothing of a core.
class Patience {
public:
    std::chrono::microseconds next_sleep() const {
        using std::chrono::microseconds;
        const auto quiet = std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - last_message_);
        return std::clamp(quiet / tuning::part_of_quiet, tuning::shortest_sleep, tuning::longest_sleep);
    }
    void message_passed() { last_message_ = std::chrono::steady_clock::now(); }

private:
    std::chrono::steady_clock::time_point last_message_ = std::chrono::steady_clock::now();
};

/// The next message, waited for.
Message next_message(Ranks& ranks);

void send_to_others(Ranks& ranks, RankTag about, std::string_view bytes);

/// The next message, which must be about that. Throws the error where it is one.
Message receive(Ranks& ranks, RankTag about);

/// Every rank calls it and gets rank 0's text. Throws errors of other ranks.
std::string broadcast(Ranks& ranks, const std::string& text);

/// Every rank calls it: rank 0 gets the texts of all ranks in their order, the others nothing, once all have said
/// theirs. Throws likewise.
std::vector<std::string> gather(Ranks& ranks, const std::string& text);

}  // namespace hexscan
