#include "src/ranks/shared_work.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <new>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/ranks/rank_messages.h"
#include "src/system/memory.h"
#include "tests/support/thread_ranks.h"

namespace hexscan {
namespace {

using hexscan_test::ThreadRun;
using hexscan_test::Watch;
using Worker = std::function<std::string(std::int64_t)>;

/// Units of work 0 ... count - 1, and the number of times that each was taken with the right result.
struct WorkUnits {
    std::int64_t count = 0;
    std::atomic<std::int64_t> handed_out{0}, taken{0};
    std::map<std::int64_t, int> times_taken{};
    Watch* watch = nullptr;  ///< notified when a unit is handed out or taken

    void tell() const {
        if (watch) watch->something_changed();
    }
    SharedWork work(std::vector<Worker> workers) {
        return {.next = [this]() -> std::optional<std::int64_t> {
                    if (handed_out == count) return std::nullopt;
                    const std::int64_t unit = handed_out++;
                    tell();
                    return unit;
                },
                .workers = std::move(workers),
                .take =
                    [this](std::int64_t unit, std::string result) {
                        EXPECT_EQ(result, std::to_string(unit * unit));
                        ++times_taken[unit];
                        ++taken;
                        tell();
                    }};
    }
    bool all_taken_once() const {
        for (const auto& [unit, times] : times_taken)
            if (unit < 0 || unit >= count || times != 1) return false;
        return static_cast<std::int64_t>(times_taken.size()) == count;
    }
};

std::string square_text(std::int64_t unit) { return std::to_string(unit * unit); }

/// A worker that yields to other threads, a different number of times for each unit.
std::string dawdle(std::int64_t unit) {
    std::minstd_rand random(static_cast<unsigned>(unit) + 1);
    for (auto turns = random() % 70; turns > 0; --turns) std::this_thread::yield();
    return square_text(unit);
}

TEST(SharedWork, EveryUnitIsTakenExactlyOnceHoweverManyRanksAndWorkers) {
    for (const int ranks : {1, 2, 8})
        for (const int workers : {1, 3})
            for (const std::int64_t count : {0, 1, 5, 60}) {
                ThreadRun run(ranks, 3);
                WorkUnits units{.count = count};
                run.run([&](Ranks& rank) {
                    share_work(units.work(std::vector<Worker>(static_cast<std::size_t>(workers), dawdle)), rank);
                    if (rank.rank() == 0) {
                        EXPECT_TRUE(units.all_taken_once()) << "not all taken when rank 0 returns";
                    }
                });
                EXPECT_TRUE(units.all_taken_once()) << ranks << " ranks, " << workers << " workers, " << count;
                // A rank that started after the work was done may still have requested work.
                EXPECT_EQ(run.messages_left(tag(RankTag::ready)), 0U);
            }
}

TEST(SharedWork, RanksWithoutWorkersLeaveTheWorkToTheOthers) {
    for (const int idle : {0, 1}) {
        ThreadRun run(3);
        WorkUnits units{.count = 50};
        run.run([&](Ranks& rank) {
            share_work(units.work(rank.rank() == idle ? std::vector<Worker>{} : std::vector<Worker>{square_text}),
                       rank);
        });
        EXPECT_TRUE(units.all_taken_once());
    }
    ThreadRun alone(1);
    WorkUnits units{.count = 1};
    alone.run([&](Ranks& rank) { EXPECT_THROW(share_work(units.work({}), rank), InternalError); });
}

TEST(SharedWork, ASlowRankHoldsNobodyUp) {
    for (const int slow : {0, 1, 2}) {
        ThreadRun run(3);
        WorkUnits units{.count = 100, .watch = &run.watch()};
        run.run([&](Ranks& rank) {
            // The slow rank ends its first unit only after all others are taken, except its next one.
            const auto worker = [&](std::int64_t unit) {
                if (rank.rank() == slow) run.watch().wait_until([&] { return units.taken >= units.count - 2; });
                return square_text(unit);
            };
            share_work(units.work({worker}), rank);
        });
        EXPECT_TRUE(units.all_taken_once()) << "rank " << slow;
    }
}

TEST(SharedWork, RanksThatSaidTheirTextBeforeTheLastOneWorkToo) {
    ThreadRun run(4);
    WorkUnits units{.count = 40};
    std::array<std::atomic<bool>, 4> works{};
    const auto all_work = [&] {
        return std::all_of(works.begin(), works.end(), [](const auto& one) { return one.load(); });
    };
    run.run([&](Ranks& rank) {
        if (rank.rank() == 3) run.watch().wait_until([&] { return run.messages_sent() == 2; });
        gather(rank, rank.host());
        // No rank ends its first unit before every rank has one.
        share_work(units.work({[&](std::int64_t unit) {
            works[static_cast<std::size_t>(rank.rank())] = true;
            run.watch().something_changed();
            run.watch().wait_until(all_work);
            return square_text(unit);
        }}),
                   rank);
    });
    EXPECT_TRUE(units.all_taken_once());
    EXPECT_TRUE(all_work());
}

TEST(SharedWork, AWorkerHasItsNextUnitInHandAndNoMore) {
    for (const int working : {0, 1}) {
        ThreadRun run(2, 2);
        WorkUnits units{.count = 40, .watch = &run.watch()};
        std::int64_t begun = 0;
        std::atomic<bool> no_more{true};
        run.run([&](Ranks& rank) {
            const auto worker = [&](std::int64_t unit) {
                ++begun;
                const std::int64_t wanted = std::min(begun + 1, units.count);
                run.watch().wait_until([&] { return units.handed_out >= wanted; });
                // Rank 0 has looked for requests often enough to hand out one more unit.
                const std::int64_t looks = run.looks_of(0);
                run.watch().wait_until([&] { return run.looks_of(0) >= looks + 5; });
                if (units.handed_out > wanted) no_more = false;
                return square_text(unit);
            };
            share_work(units.work(rank.rank() == working ? std::vector<Worker>{worker} : std::vector<Worker>{}), rank);
        });
        EXPECT_TRUE(no_more) << "rank " << working;
        EXPECT_TRUE(units.all_taken_once());
    }
}

TEST(SharedWork, ResultsDoNotPileUpBeforeOneWhoTakesThemSlowly) {
    ThreadRun run(3);
    WorkUnits units{.count = 60};
    std::int64_t most = 0;
    std::atomic<std::int64_t> done{0};
    const auto worker = [&](std::int64_t unit) {
        ++done;
        run.watch().something_changed();
        return square_text(unit);
    };
    run.run([&](Ranks& rank) {
        SharedWork work = units.work({worker, worker});
        work.take = [&](std::int64_t unit, const std::string&) {
            // Results are taken so slowly that all units in progress are done meanwhile.
            run.watch().wait_until([&] { return done == units.handed_out; });
            ++units.times_taken[unit];
            ++units.taken;
            most = std::max(most, units.handed_out - units.taken);
        };
        share_work(work, rank);
    });
    // Three ranks have two workers each. A worker has two units in progress, and as many results wait.
    EXPECT_LE(most, 2 * 3 * 2 * 2);
    EXPECT_TRUE(units.all_taken_once());
}

TEST(SharedWork, ARankThatComesWhenAllIsOverIsLetGoAndWorksNextTime) {
    ThreadRun run(3);
    WorkUnits first{.count = 20}, second{.count = 20};
    std::atomic<bool> first_is_over{false};
    std::atomic<int> done_late{0};
    run.run([&](Ranks& rank) {
        if (rank.rank() == 2) run.watch().wait_until([&] { return first_is_over.load(); });
        share_work(first.work({square_text}), rank);
        if (rank.rank() == 0) {
            first_is_over = true;
            run.watch().something_changed();
        }
        share_work(second.work(rank.rank() == 2 ? std::vector<Worker>{[&](std::int64_t unit) {
            ++done_late;
            return square_text(unit);
        }}
                                                : std::vector<Worker>{}),
                   rank);
    });
    EXPECT_TRUE(first.all_taken_once());
    EXPECT_TRUE(second.all_taken_once());
    EXPECT_EQ(done_late, 20);
}

TEST(SharedWork, BetweenSharesTextsTravel) {
    ThreadRun run(4, 2);
    WorkUnits units{.count = 30};
    run.run([&](Ranks& rank) {
        EXPECT_EQ(broadcast(rank, rank.rank() == 0 ? "before" : ""), "before");
        share_work(units.work({dawdle}), rank);
        const std::vector<std::string> texts = gather(rank, fmt::format("I am {}", rank.rank()));
        const std::vector<std::string> all{"I am 0", "I am 1", "I am 2", "I am 3"};
        EXPECT_EQ(texts, rank.rank() == 0 ? all : std::vector<std::string>{});
        EXPECT_EQ(broadcast(rank, rank.rank() == 0 ? std::string(100'000, 'x') : "").size(), 100'000U);
    });
    EXPECT_TRUE(units.all_taken_once());
}

/// The errors that sharing work throws on each rank. `spoil` puts an error into the work.
std::vector<std::string> errors_of(int ranks, const std::function<void(SharedWork&, int rank)>& spoil) {
    ThreadRun run(ranks);
    std::vector<std::string> errors(static_cast<std::size_t>(ranks));
    WorkUnits units{.count =
                        1'000'000'000};  // the work has no end, so that a lost error shows as a test that does not end
    run.run([&](Ranks& rank) {
        SharedWork work = units.work({square_text});
        work.take = [](std::int64_t, const std::string&) {};
        spoil(work, rank.rank());
        std::string& error = errors[static_cast<std::size_t>(rank.rank())];
        try {
            share_work(work, rank);
            error = "none";
        } catch (const UsageError& e) {
            error = fmt::format("usage: {}", e.what());
        } catch (const OutputError& e) {
            error = fmt::format("output: {}", e.what());
        } catch (const DeviceError& e) {
            error = fmt::format("device: {}", e.what());
        } catch (const std::bad_alloc&) {
            error = "memory";
        } catch (const std::exception& e) {
            error = fmt::format("other: {}", e.what());
        }
    });
    return errors;
}

TEST(SharedWork, AnErrorOfAWorkerIsAnErrorOfEveryRankAndNamesWhere) {
    for (const int ranks : {1, 2, 8})
        for (int failing = 0; failing < ranks; ++failing) {
            const auto errors = errors_of(ranks, [&](SharedWork& work, int rank) {
                if (rank == failing)
                    work.workers.push_back([](std::int64_t) -> std::string { throw DeviceError("it burns"); });
            });
            for (int rank = 0; rank < ranks; ++rank) {
                const bool own = rank == failing || failing == 0;
                EXPECT_EQ(errors[static_cast<std::size_t>(rank)],
                          own ? "device: it burns" : fmt::format("device: it burns (on rank {}, host here)", failing));
            }
        }
}

TEST(SharedWork, AnErrorOfNextOrTakeIsAnErrorOfEveryRank) {
    for (const int ranks : {1, 2, 8}) {
        const auto next = errors_of(ranks, [&](SharedWork& work, int) {
            work.next = [calls = 0]() mutable -> std::optional<std::int64_t> {
                if (++calls > 20) throw UsageError("no such unit");
                return calls;
            };
        });
        EXPECT_EQ(next, std::vector<std::string>(static_cast<std::size_t>(ranks), "usage: no such unit"));
        const auto take = errors_of(ranks, [&](SharedWork& work, int) {
            work.take = [](std::int64_t unit, const std::string&) {
                if (unit > 20) throw OutputError("the disk is full");
            };
        });
        EXPECT_EQ(take, std::vector<std::string>(static_cast<std::size_t>(ranks), "output: the disk is full"));
    }
}

TEST(SharedWork, RunningOutOfMemoryElsewhereIsSaidInWords) {
    const auto errors = errors_of(3, [](SharedWork& work, int rank) {
        if (rank == 2) work.workers = {[](std::int64_t) -> std::string { throw std::bad_alloc(); }};
    });
    EXPECT_EQ(errors[0], fmt::format("device: {} (on rank 2, host here)", out_of_memory));
    EXPECT_EQ(errors[1], errors[0]);
    EXPECT_EQ(errors[2], "memory");
}

}  // namespace
}  // namespace hexscan
