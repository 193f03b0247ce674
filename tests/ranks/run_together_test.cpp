#include "src/ranks/run_together.h"

#include <atomic>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/console/exit_codes.h"
#include "src/ranks/rank_messages.h"
#include "src/ranks/shared_work.h"
#include "tests/support/thread_ranks.h"

namespace hexscan {
namespace {

using hexscan_test::ThreadRun;

/// The exit code of every rank, and the output of rank 0, which is the only rank that prints.
struct Ending {
    std::vector<int> codes;
    std::string said;
    std::size_t messages_left = 0;
};

Ending ending_of(int ranks, const std::function<int(Ranks&)>& part) {
    ThreadRun run(ranks);
    Ending ending{std::vector<int>(static_cast<std::size_t>(ranks), -1), {}};
    run.run([&](Ranks& rank) {
        const auto fail = [&](const std::exception_ptr& error) {
            try {
                std::rethrow_exception(error);
            } catch (const Error& e) {
                if (rank.rank() == 0) ending.said += fmt::format("[{}]", e.what());
                return exit_code::of(e.kind());
            }
        };
        ending.codes[static_cast<std::size_t>(rank.rank())] = run_together(
            rank, [&] { return part(rank); }, fail);
    });
    ending.messages_left = run.messages_left();
    return ending;
}

TEST(RunTogether, TheExitCodeOfRank0IsThatOfAll) {
    for (const int ranks : {1, 2, 5}) {
        const Ending ending = ending_of(ranks, [](Ranks& rank) { return rank.rank() == 0 ? 1 : 0; });
        EXPECT_EQ(ending.codes, std::vector<int>(static_cast<std::size_t>(ranks), 1));
        EXPECT_EQ(ending.said, "");
        EXPECT_EQ(ending.messages_left, 0U);
    }
}

TEST(RunTogether, AnErrorOfRank0EndsThoseThatWaitForIt) {
    const Ending ending = ending_of(4, [](Ranks& rank) {
        if (rank.rank() == 0) throw InputError("no such file");
        broadcast(rank, {});
        return 0;
    });
    EXPECT_EQ(ending.codes, (std::vector{2, 2, 2, 2}));
    EXPECT_EQ(ending.said, "[no such file]");
    EXPECT_EQ(ending.messages_left, 0U);
}

TEST(RunTogether, AnErrorOfAnotherRankReachesRank0WhereverItIs) {
    const auto failing = [](Ranks& rank) {
        if (rank.rank() == 2) throw DeviceError("no device");
    };
    const Ending gathering = ending_of(4, [&](Ranks& rank) {
        failing(rank);
        gather(rank, "here");
        broadcast(rank, {});
        return 0;
    });
    const Ending sharing = ending_of(4, [&](Ranks& rank) {
        failing(rank);
        share_work({.next = []() -> std::optional<std::int64_t> { return 1; },
                    .workers = {[](std::int64_t) { return std::string(); }},
                    .take = [](std::int64_t, const std::string&) {}},
                   rank);
        return 0;
    });
    const Ending at_the_end = ending_of(4, [&](Ranks& rank) {
        failing(rank);
        return 0;
    });
    for (const Ending& ending : {gathering, sharing, at_the_end}) {
        EXPECT_EQ(ending.codes, (std::vector{3, 3, 3, 3}));
        EXPECT_EQ(ending.said, "[no device (on rank 2, host here)]");
        EXPECT_EQ(ending.messages_left, 0U);
    }
}

TEST(RunTogether, OneErrorIsSaidWhereSeveralRanksHaveTheSame) {
    const Ending ending = ending_of(8, [](Ranks&) -> int { throw UsageError("--bad: no such option"); });
    EXPECT_EQ(ending.codes, std::vector<int>(8, 2));
    EXPECT_EQ(ending.said, "[--bad: no such option]");
    EXPECT_EQ(ending.messages_left, 0U);
}

TEST(RunTogether, AnErrorOfRank0AfterSharedWorkIsAnErrorOfAll) {
    std::atomic<int> taken{0};
    const Ending ending = ending_of(3, [&](Ranks& rank) {
        share_work({.next = [unit = 0]() mutable -> std::optional<std::int64_t> {
                        if (unit == 50) return std::nullopt;
                        return unit++;
                    },
                    .workers = {[](std::int64_t) { return std::string(); }},
                    .take = [&](std::int64_t, const std::string&) { ++taken; }},
                   rank);
        if (rank.rank() == 0) throw OutputError("the disk is full");
        return 0;
    });
    EXPECT_EQ(taken, 50);
    EXPECT_EQ(ending.codes, (std::vector{3, 3, 3}));
    EXPECT_EQ(ending.said, "[the disk is full]");
}

}  // namespace
}  // namespace hexscan
