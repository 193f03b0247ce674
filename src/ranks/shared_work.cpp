#include "src/ranks/shared_work.h"

#include <deque>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/byte_stream.h"
#include "src/ranks/rank_errors.h"
#include "src/ranks/rank_messages.h"
#include "src/ranks/worker_pool.h"

namespace hexscan {
namespace {

/// Waits until a worker has a result or until the next look at messages. A rank that is alone has no messages.
void wait(WorkerPool& pool, const Patience& patience, const Ranks& ranks) {
    pool.wait(ranks.count() == 1 ? std::nullopt : std::optional(patience.next_sleep()));
}

/// Each message names the call of share_work() to which it belongs, because a rank may enter a call after its work has
/// ended.
std::string with_work(int work, std::int64_t number, std::string_view rest = {}) {
    ByteWriter writer;
    writer.add(work);
    writer.add(number);
    return writer.take().append(rest);
}

/// The part of rank 0: hands out units and takes results.
class Leader {
public:
    Leader(const SharedWork& work, WorkerPool& pool, Ranks& ranks)
        : work_(work), pool_(pool), ranks_(ranks), number_(ranks.begin_work()) {
        ask_for(0, pool.capacity());
    }

    void lead() {
        for (;;) {
            for (UnitResult& result : pool_.take_results()) arrived(0, std::move(result));
            while (const std::optional<Message> message = ranks_.try_receive()) read(*message);
            hand_out();
            if (!results_.empty())
                take_one();
            else if (none_left_ && under_way_ == 0)
                break;
            else
                wait(pool_, patience_, ranks_);
        }
        send_to_others(ranks_, RankTag::over, with_work(number_, 0));
    }

private:
    void ask_for(int rank, std::int64_t units) {
        in_hand_ += units;
        askers_.insert(askers_.end(), static_cast<std::size_t>(units), rank);
    }

    void read(const Message& message) {
        if (message.tag == tag(RankTag::error)) throw_error(message.bytes);
        patience_.message_passed();
        ByteReader reader(message.bytes);
        const int number = reader.next<int>();
        const auto unit = reader.next<std::int64_t>();
        if (message.tag == tag(RankTag::ready) && number <= number_) {
            if (number == number_) ask_for(message.from, unit);
        } else if (message.tag == tag(RankTag::result) && number == number_) {
            arrived(message.from, {unit, std::string(reader.rest())});
        } else {
            throw InternalError(
                fmt::format("message {} from rank {} arrived at the wrong time", message.tag, message.from));
        }
    }

    void arrived(int rank, UnitResult result) {
        --under_way_;
        askers_.push_back(rank);
        results_.push_back(std::move(result));
    }

    void hand_out() {
        while (!none_left_ && !askers_.empty() && static_cast<std::int64_t>(results_.size()) < in_hand_) {
            const std::optional<std::int64_t> unit = work_.next();
            none_left_ = !unit;
            if (none_left_) return;
            const int rank = askers_.front();
            askers_.pop_front();
            ++under_way_;
            if (rank == 0)
                pool_.put(*unit);
            else
                ranks_.send(rank, tag(RankTag::unit), with_work(number_, *unit));
        }
    }

    void take_one() {
        UnitResult result = std::move(results_.front());
        results_.pop_front();
        work_.take(result.unit, std::move(result.bytes));
    }

    const SharedWork& work_;
    WorkerPool& pool_;
    Ranks& ranks_;
    int number_;
    std::deque<int> askers_;          ///< Ranks that can hold one more unit, once per unit.
    std::deque<UnitResult> results_;  ///< Results that are not taken yet.
    std::int64_t under_way_ = 0;      ///< Number of units handed out whose result has not arrived.
    std::int64_t in_hand_ = 0;        ///< Number of units that all ranks together can hold.
    bool none_left_ = false;
    Patience patience_;
};

/// The part of all other ranks: does units and sends results.
void follow(WorkerPool& pool, Ranks& ranks) {
    const int number = ranks.begin_work();
    ranks.send(0, tag(RankTag::ready), with_work(number, pool.capacity()));
    for (Patience patience;;) {
        for (const UnitResult& result : pool.take_results()) {
            ranks.send(0, tag(RankTag::result), with_work(number, result.unit, result.bytes));
            patience.message_passed();
        }
        while (const std::optional<Message> message = ranks.try_receive()) {
            if (message->tag == tag(RankTag::error)) throw_error(message->bytes);
            patience.message_passed();
            ByteReader reader(message->bytes);
            const bool mine = reader.next<int>() == number;
            if (mine && message->tag == tag(RankTag::over)) return;
            if (!mine || message->tag != tag(RankTag::unit))
                throw InternalError(
                    fmt::format("rank {}: message {} arrived at the wrong time", ranks.rank(), message->tag));
            pool.put(reader.next<std::int64_t>());
        }
        wait(pool, patience, ranks);
    }
}

}  // namespace

void share_work(const SharedWork& work, Ranks& ranks) {
    if (ranks.count() == 1 && work.workers.empty()) throw InternalError("work is shared, but no process does it");
    // An error is sent here, before the pool waits for the units in progress.
    std::optional<WorkerPool> pool;
    try {
        pool.emplace(work.workers);
        if (ranks.rank() == 0)
            Leader(work, *pool, ranks).lead();
        else
            follow(*pool, ranks);
    } catch (...) {
        send_error(std::current_exception(), ranks);
        throw;
    }
}

}  // namespace hexscan
