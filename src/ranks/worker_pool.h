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

/// The result of a finished unit of work.
struct UnitResult {
    std::int64_t unit = 0;
    std::string bytes;
};

/// The workers of one rank, each on its own thread, with the units that they hold.
class WorkerPool {
public:
    using Worker = std::function<std::string(std::int64_t unit)>;

    /// The workers must outlive the pool. Throws std::system_error if a thread cannot be started.
    explicit WorkerPool(const std::vector<Worker>& workers);
    /// Waits for the units in progress and drops the units that have not begun.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Number of units to hold so that no worker waits: one in progress and one waiting for each worker.
    int capacity() const { return 2 * static_cast<int>(threads_.size()); }

    void put(std::int64_t unit);

    /// The results that have arrived since the last call. Throws the error of a worker.
    std::vector<UnitResult> take_results();

    /// Returns when results are ready. If `longest` is given, returns after that time at the latest.
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
    std::vector<std::jthread> threads_;  ///< the last member, because its threads use the others
};

}  // namespace hexscan
