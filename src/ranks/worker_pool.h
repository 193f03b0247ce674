#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace hexscan {

/// A unit of work that is done.
struct UnitResult {
    std::int64_t unit = 0;
    std::string bytes;
};

/// The workers of one rank, each on a thread of its own, and the units they have in hand.
class WorkerPool {
public:
    using Worker = std::function<std::string(std::int64_t unit)>;

    /// The workers must outlive it. Throws std::system_error where a thread cannot be started.
    explicit WorkerPool(const std::vector<Worker>& workers);
    /// Waits for the units under way; those that nobody has begun are dropped.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Units to have in hand, so that no worker waits for its next one: one under way and one more each.
    int capacity() const { return 2 * static_cast<int>(threads_.size()); }

    void put(std::int64_t unit);

    /// What is done since the last call. Throws what a worker threw.
    std::vector<UnitResult> take_results();

    /// Returns when there is something to take, or earlier: after `longest`, if that is given.
    void wait(std::optional<std::chrono::microseconds> longest);

private:
    void run(const std::stop_token& stop, const Worker& worker);
    bool do_next_unit(const std::stop_token& stop, const Worker& worker);

    std::mutex mutex_;
    std::condition_variable_any unit_is_there_;
    std::condition_variable result_is_there_;
    std::deque<std::int64_t> units_;
    std::vector<UnitResult> results_;
    std::exception_ptr error_;
    std::vector<std::jthread> threads_;  ///< the last member: its threads use the others
};

}  // namespace hexscan
