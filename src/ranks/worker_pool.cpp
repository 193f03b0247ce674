#include "src/ranks/worker_pool.h"

#include <utility>

namespace hexscan {

WorkerPool::WorkerPool(const std::vector<Worker>& workers) {
    threads_.reserve(workers.size());
    for (const Worker& worker : workers)
        threads_.emplace_back([this, &worker](const std::stop_token& stop) { run(stop, worker); });
}

WorkerPool::~WorkerPool() {
    for (std::jthread& thread : threads_) thread.request_stop();
}

void WorkerPool::put(std::int64_t unit) {
    {
        const std::lock_guard lock(mutex_);
        units_.push_back(unit);
    }
    unit_is_there_.notify_one();
}

std::vector<UnitResult> WorkerPool::take_results() {
    const std::lock_guard lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    return std::exchange(results_, {});
}

void WorkerPool::wait(std::optional<std::chrono::microseconds> longest) {
    std::unique_lock lock(mutex_);
    const auto something_to_take = [this] { return error_ || !results_.empty(); };
    if (longest)
        result_is_there_.wait_for(lock, *longest, something_to_take);
    else
        result_is_there_.wait(lock, something_to_take);
}

void WorkerPool::run(const std::stop_token& stop, const Worker& worker) {
    try {
        while (do_next_unit(stop, worker)) {
        }
    } catch (...) {
        {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
        }
        result_is_there_.notify_one();
    }
}

/// Does the next unit. Returns false if the worker must stop.
bool WorkerPool::do_next_unit(const std::stop_token& stop, const Worker& worker) {
    std::int64_t unit = 0;
    {
        std::unique_lock lock(mutex_);
        unit_is_there_.wait(lock, stop, [this] { return !units_.empty(); });
        if (stop.stop_requested() || error_) return false;
        unit = units_.front();
        units_.pop_front();
    }
    UnitResult result{unit, worker(unit)};
    {
        const std::lock_guard lock(mutex_);
        results_.push_back(std::move(result));
    }
    result_is_there_.notify_one();
    return true;
}

}  // namespace hexscan
