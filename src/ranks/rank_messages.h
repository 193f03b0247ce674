#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "src/ranks/ranks.h"
#include "src/ranks/ranks_tuning.h"

/// Messages between the ranks of a run. Rank 0 exchanges messages with every other rank; the others exchange messages
/// only with rank 0.
namespace hexscan {

/// The subject of a message.
enum class RankTag {
    text,    ///< Used by broadcast() and gather().
    ready,   ///< To rank 0: how many units this rank takes at a time.
    unit,    ///< From rank 0: do this unit.
    result,  ///< To rank 0: the result of a unit. Requests another one.
    over,    ///< From rank 0: the shared work is done.
    error,   ///< From and to rank 0, see rank_errors.h.
    done,    ///< To rank 0: this rank has ended its part.
    end      ///< From rank 0: all ranks have ended. Carries the result of run_together().
};
constexpr int tag(RankTag about) { return static_cast<int>(about); }

/// Decides how long an idle rank sleeps before it looks for messages again. MPI's own waiting calls keep a core busy
/// instead. The sleep is a fraction of the time since the last message in either direction. So a rank answers frequent
/// messages at once, and a long message that is being sent keeps moving. A rank that waits for a long time uses almost
/// no processor time.
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

/// Waits for the next message.
Message next_message(Ranks& ranks);

void send_to_others(Ranks& ranks, RankTag about, std::string_view bytes);

/// Waits for the next message with the tag `about`. Drops messages `ready`, which came too late. Throws a message that
/// is an error, and InternalError for any other message.
Message receive(Ranks& ranks, RankTag about);

/// Every rank calls it and receives rank 0's text. Throws errors of other ranks.
std::string broadcast(Ranks& ranks, const std::string& text);

/// Every rank calls it. Rank 0 receives the texts of all ranks, in order of rank. The others receive an empty list,
/// once all ranks have sent their text. Throws errors of other ranks.
std::vector<std::string> gather(Ranks& ranks, const std::string& text);

}  // namespace hexscan
