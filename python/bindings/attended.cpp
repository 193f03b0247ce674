#include "bindings/attended.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

#include "bindings/unlocked.h"

namespace hexscan_python {
namespace {

namespace py = pybind11;

/// The time between two checks for Ctrl-C.
constexpr std::chrono::milliseconds attention{20};

struct GivenUp {};

/// How far one part of the work is.
struct Part {
    std::string what;
    std::int64_t done = 0, total = 0;
};

/// The state that the working threads write and the attending thread reads.
class Session final : public hexscan::Observer {
public:
    void warn(std::string_view text) override {
        const std::lock_guard lock(mutex_);
        warnings_.emplace_back(text);
    }
    std::unique_ptr<hexscan::Work> begin(std::string what, std::int64_t total) override {
        const std::lock_guard lock(mutex_);
        part_ = {std::move(what), 0, total};
        done_ = 0;
        return std::make_unique<Steps>(*this);
    }

    void advance(std::int64_t steps) {
        if (given_up_.load(std::memory_order_relaxed)) throw GivenUp();
        done_.fetch_add(steps, std::memory_order_relaxed);
    }

    void finish(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        error_ = std::move(error);
        finished_ = true;
        changed_.notify_all();
    }
    bool wait() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, attention, [&] { return finished_; });
    }
    void give_up() { given_up_.store(true, std::memory_order_relaxed); }

    std::pair<std::vector<std::string>, Part> news() {
        const std::lock_guard lock(mutex_);
        Part part = part_;
        part.done = done_.load(std::memory_order_relaxed);
        return {std::exchange(warnings_, {}), part};
    }
    std::exception_ptr error() const { return error_; }

private:
    class Steps final : public hexscan::Work {
    public:
        explicit Steps(Session& session) : session_(session) {}
        void found_done(std::int64_t steps) override { session_.advance(steps); }
        void advance(std::int64_t steps) override { session_.advance(steps); }

    private:
        Session& session_;
    };

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> warnings_;
    Part part_;  ///< `done` is unused; working threads count in done_ without a lock
    std::atomic<std::int64_t> done_ = 0;
    std::exception_ptr error_;
    bool finished_ = false;
    std::atomic<bool> given_up_ = false;
};

/// A thread that runs one task after another. It lives until the process ends.
class Hand {
public:
    Hand() {
        std::thread([this] { run(); }).detach();
    }

    void start(std::function<void()> task) {
        const std::lock_guard lock(mutex_);
        task_ = std::move(task);
        changed_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !task_; });
    }

    Hand* next_idle = nullptr;

private:
    void run() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return task_ != nullptr; });
            lock.unlock();
            task_();
            lock.lock();
            task_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> task_;
};

/// Threads that have no task at present. They are reused: a new thread for every call would leak memory, because TBB
/// keeps some for each thread that it sees.
class IdleHands {
public:
    Hand& take() {
        const std::lock_guard lock(mutex_);
        if (first_ == nullptr) return *new Hand;
        return *std::exchange(first_, first_->next_idle);
    }
    void put_back(Hand& hand) {
        const std::lock_guard lock(mutex_);
        hand.next_idle = std::exchange(first_, &hand);
    }

private:
    std::mutex mutex_;
    Hand* first_ = nullptr;
};

/// The idle threads of this process. They are never destroyed, because they outlive static objects. A forked process
/// starts without any, because the threads of its parent do not exist there.
IdleHands& idle_hands() {
    static IdleHands* idle = new IdleHands;
    static const int at_fork = pthread_atfork(nullptr, nullptr, [] { idle = new IdleHands; });
    static_cast<void>(at_fork);
    return *idle;
}

/// Runs the work on a thread of its own. The destructor cancels unfinished work and waits for the thread.
class Worker {
public:
    Worker(Session& session, const std::function<void(hexscan::Observer&)>& work)
        : session_(session), under_way_([this] { give_up(); }), hand_(idle_hands().take()) {
        hand_.start([this, &work] {
            session_.finish(error_of(work));
            under_way_.end();
        });
    }
    ~Worker() {
        stay_if_interpreter_ends();
        session_.give_up();
        const Unlocked released;
        if (!session_.wait()) context_.cancel_group_execution();
        hand_.wait();
        idle_hands().put_back(hand_);
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

private:
    void give_up() {
        session_.give_up();
        context_.cancel_group_execution();
    }

    /// The exception that the work threw.
    std::exception_ptr error_of(const std::function<void(hexscan::Observer&)>& work) {
        try {
            do_in(context_, [&] { work(session_); });
            return nullptr;
        } catch (...) {
            return std::current_exception();
        }
    }

    tbb::task_group_context context_;
    Session& session_;
    WorkUnderWay under_way_;
    Hand& hand_;
};

void tell(Session& session, const py::object& progress) {
    const auto [warnings, part] = session.news();
    for (const std::string& text : warnings) call_python(py::module_::import("hexscan._errors").attr("warn"), text);
    if (!progress.is_none() && part.total > 0) call_python(progress, part.what, part.done, part.total);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

bool wait_without_lock(Session& session) {
    const Unlocked released;
    return session.wait();
}

}  // namespace

void attended(const py::object& progress, const std::function<void(hexscan::Observer&)>& work) {
    Session session;
    const Worker worker(session, work);
    while (!wait_without_lock(session)) tell(session, progress);
    if (session.error()) std::rethrow_exception(session.error());
    tell(session, progress);
}

}  // namespace hexscan_python
