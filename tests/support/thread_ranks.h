#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
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

/// Waits for changes by other threads. A condition that never becomes true ends with ctest's timeout.
class Watch {
public:
    /// Threads call it after they have changed something that others wait for.
    void something_changed() {
        { const std::lock_guard lock(mutex_); }
        changed_.notify_all();
    }
    void wait_until(const std::function<bool()>& holds) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, holds);
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
};

/// A run whose ranks are threads of the test and whose messages are in memory.
class ThreadRun {
public:
    /// A message arrives after its receiver has looked for one `delay` times in vain since it was sent.
    explicit ThreadRun(int count, std::int64_t delay = 0) : delay_(delay), boxes_(Index(count)) {}

    /// Runs `part` as every rank to its end, each on its own thread.
    void run(const std::function<void(Ranks&)>& part) {
        std::vector<std::thread> threads;
        for (int rank = 0; rank < static_cast<int>(boxes_.size()); ++rank)
            threads.emplace_back([&, rank] {
                Member member(*this, rank);
                part(member);
            });
        for (std::thread& thread : threads) thread.join();
    }

    /// Number of messages sent, and how often a rank has looked for one. watch() reports changes.
    std::int64_t messages_sent() const { return messages_sent_; }
    std::int64_t looks_of(int rank) const { return boxes_[Index(rank)].looks; }
    Watch& watch() { return watch_; }

    /// Number of messages that nobody received, without those with the tag `not_counted`.
    std::size_t messages_left(int not_counted = -1) const {
        std::size_t left = 0;
        for (const Box& box : boxes_)
            for (const auto& message : box.messages) left += message.second.tag == not_counted ? 0U : 1U;
        return left;
    }

private:
    using Index = std::size_t;
    struct Box {
        std::mutex mutex;
        std::deque<std::pair<std::int64_t, Message>> messages;  ///< with the number of the look that finds them
        std::atomic<std::int64_t> looks{0};
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
            {
                const std::lock_guard lock(box.mutex);
                box.messages.emplace_back(box.looks + run_.delay_, Message{rank_, tag, std::move(bytes)});
            }
            ++run_.messages_sent_;
            run_.watch_.something_changed();
        }
        std::optional<Message> try_receive() override {
            Box& box = run_.boxes_.at(Index(rank_));
            std::optional<Message> message = next_in(box);
            run_.watch_.something_changed();
            return message;
        }
        void finish() override {}

    private:
        static std::optional<Message> next_in(Box& box) {
            const std::lock_guard lock(box.mutex);
            const std::int64_t look = box.looks++;
            if (box.messages.empty() || box.messages.front().first > look) return std::nullopt;
            Message message = std::move(box.messages.front().second);
            box.messages.pop_front();
            return message;
        }

        ThreadRun& run_;
        int rank_;
    };

    std::int64_t delay_;
    std::deque<Box> boxes_;
    std::atomic<std::int64_t> messages_sent_{0};
    Watch watch_;
};

}  // namespace hexscan_test
