#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/ranks/ranks.h"

namespace hexscan_test {

using hexscan::Message;
using hexscan::Ranks;

/// A run whose ranks are threads of the test and whose messages lie in memory.
class ThreadRun {
public:
    explicit ThreadRun(int count, std::chrono::microseconds latency = {}) : latency_(latency), boxes_(Index(count)) {}

    /// Runs `part` as every rank, each on a thread of its own, to its end.
    void run(const std::function<void(Ranks&)>& part) {
        std::vector<std::thread> threads;
        for (int rank = 0; rank < static_cast<int>(boxes_.size()); ++rank)
            threads.emplace_back([&, rank] {
                Member member(*this, rank);
                part(member);
            });
        for (std::thread& thread : threads) thread.join();
    }

    /// Messages that were sent and that nobody received, but for those with the tag `not_counted`.
    std::size_t messages_left(int not_counted = -1) const {
        std::size_t left = 0;
        for (const Box& box : boxes_)
            for (const auto& message : box.messages) left += message.second.tag == not_counted ? 0U : 1U;
        return left;
    }

private:
    using Index = std::size_t;
    using Clock = std::chrono::steady_clock;
    struct Box {
        std::mutex mutex;
        std::deque<std::pair<Clock::time_point, Message>> messages;  ///< with when they arrive
    };

    class Member final : public Ranks {
    public:
        Member(ThreadRun& run, int rank) : run_(run), rank_(rank) {}
        int rank() const override { return rank_; }
        int count() const override { return static_cast<int>(run_.boxes_.size()); }
        int local_rank() const override { return rank_; }
        std::string host() const override { return "here"; }
        void send(int to, int tag, std::string bytes) override {
            Box& box = run_.boxes_.at(Index(to));
            const std::lock_guard lock(box.mutex);
            box.messages.emplace_back(Clock::now() + run_.latency_, Message{rank_, tag, std::move(bytes)});
        }
        std::optional<Message> try_receive() override {
            Box& box = run_.boxes_.at(Index(rank_));
            const std::lock_guard lock(box.mutex);
            if (box.messages.empty() || box.messages.front().first > Clock::now()) return std::nullopt;
            Message message = std::move(box.messages.front().second);
            box.messages.pop_front();
            return message;
        }
        void finish() override {}

    private:
        ThreadRun& run_;
        int rank_;
    };

    std::chrono::microseconds latency_;
    std::deque<Box> boxes_;
};

}  // namespace hexscan_test
