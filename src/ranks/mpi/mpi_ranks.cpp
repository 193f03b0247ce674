#include "src/ranks/mpi/mpi_ranks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <list>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <mpi.h>
#include <sched.h>

namespace hexscan {
namespace {

/// MPI counts bytes in an int, so longer messages are sent in parts. A part that is not full is the last part.
constexpr std::size_t part_bytes = std::size_t{8} << 20;

/// By default, Open MPI binds each process to one core if a run has one or two processes, otherwise to a socket. A rank
/// that computes on all cores of its share needs neither. A binding that the user requested stays.
void lift_default_binding() {
    const auto given = [](const char* name) { return std::getenv(name) != nullptr; };
    const char* const mapping = std::getenv("OMPI_MCA_rmaps_base_mapping_policy");
    const bool cores_are_mapped = mapping != nullptr && std::strstr(mapping, "pe=") != nullptr;
    if (!given("OMPI_MCA_orte_bound_at_launch") || given("OMPI_MCA_hwloc_base_binding_policy") || cores_are_mapped)
        return;
    cpu_set_t all;
    std::memset(&all, 0xFF, sizeof all);
    (void)sched_setaffinity(0, sizeof all, &all);
}

/// This rank's share of the cores that the ranks on this host may use together. If the rank is bound to fewer cores, it
/// is that number.
int share_of_cores(MPI_Comm local, int local_count) {
    cpu_set_t own, together;
    CPU_ZERO(&own);
    // The call fails on a host with more cores than a cpu_set_t holds.
    const bool known = sched_getaffinity(0, sizeof own, &own) == 0;
    MPI_Allreduce(&own, &together, sizeof own, MPI_BYTE, MPI_BOR, local);
    if (!known) return std::numeric_limits<int>::max();
    return std::max(1, std::min(CPU_COUNT(&own), CPU_COUNT(&together) / local_count));
}

class MpiRanks final : public Ranks {
public:
    MpiRanks() {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &count_);
        lift_default_binding();
        MPI_Comm local = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &local);
        int local_count = 1;
        MPI_Comm_rank(local, &local_rank_);
        MPI_Comm_size(local, &local_count);
        core_share_ = share_of_cores(local, local_count);
        MPI_Comm_free(&local);
        std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
        int length = 0;
        MPI_Get_processor_name(name.data(), &length);
        host_.assign(name.data(), static_cast<std::size_t>(length));
    }

    int rank() const override { return rank_; }
    int count() const override { return count_; }
    int local_rank() const override { return local_rank_; }
    std::string host() const override { return host_; }
    int core_share() const override { return core_share_; }

    void send(int to, int tag, std::string bytes) override {
        Sending& sending = sending_.emplace_back(Sending{std::move(bytes), {}});
        const std::string_view all = sending.bytes;
        for (std::size_t begin = 0; begin <= all.size(); begin += part_bytes) {
            const std::string_view part = all.substr(begin, part_bytes);
            MPI_Isend(part.data(), static_cast<int>(part.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
                      &sending.parts.emplace_back());
        }
    }

    std::optional<Message> try_receive() override {
        forget_what_is_sent();
        begin_to_receive();
        std::set<int> waited_for;  // later parts from these ranks must wait for an earlier one
        for (auto part = receiving_.begin(); part != receiving_.end();) {
            if (waited_for.contains(part->from) || !has_come(*part)) {
                waited_for.insert((part++)->from);
                continue;
            }
            std::optional<Message> message = add(*part);
            part = receiving_.erase(part);
            if (message) return message;
        }
        return std::nullopt;
    }

    void finish() override {
        for (Sending& sending : sending_)
            MPI_Waitall(static_cast<int>(sending.parts.size()), sending.parts.data(), MPI_STATUSES_IGNORE);
        sending_.clear();
        MPI_Finalize();
    }

private:
    /// A message that is being sent. Its bytes must stay at the same address.
    struct Sending {
        std::string bytes;
        std::vector<MPI_Request> parts;
    };

    /// A part of a message being received.
    struct Receiving {
        int from = 0, tag = 0;
        std::string bytes;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    /// Starts to receive announced messages, without waiting for them. If hosts cannot read each other's memory, a long
    /// message also needs its sender's cooperation, and the sender may be asleep.
    void begin_to_receive() {
        for (;;) {
            int there = 0, size = 0;
            MPI_Message announced = MPI_MESSAGE_NULL;
            MPI_Status status;
            MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &announced, &status);
            if (there == 0) return;
            MPI_Get_count(&status, MPI_BYTE, &size);
            Receiving& part = receiving_.emplace_back(Receiving{status.MPI_SOURCE, status.MPI_TAG, {}, {}});
            part.bytes.resize(static_cast<std::size_t>(size));
            MPI_Imrecv(part.bytes.data(), size, MPI_BYTE, &announced, &part.request);
        }
    }

    static bool has_come(Receiving& part) {
        int done = 0;
        MPI_Test(&part.request, &done, MPI_STATUS_IGNORE);
        return done != 0;
    }

    /// Adds a part of a message. Returns the message if the part is its last.
    std::optional<Message> add(const Receiving& part) {
        std::string& bytes = unfinished_[{part.from, part.tag}];
        bytes += part.bytes;
        if (part.bytes.size() == part_bytes) return std::nullopt;
        Message message{part.from, part.tag, std::move(bytes)};
        unfinished_.erase({part.from, part.tag});
        return message;
    }

    void forget_what_is_sent() {
        std::erase_if(sending_, [](Sending& sending) {
            int done = 0;
            MPI_Testall(static_cast<int>(sending.parts.size()), sending.parts.data(), &done, MPI_STATUSES_IGNORE);
            return done != 0;
        });
    }

    int rank_ = 0, count_ = 1, local_rank_ = 0, core_share_ = 1;
    std::string host_;
    std::list<Sending> sending_;
    std::list<Receiving> receiving_;                         ///< in the order in which they were sent
    std::map<std::pair<int, int>, std::string> unfinished_;  ///< by sender and tag
};

}  // namespace

__attribute__((visibility("default"))) void join_mpi(std::unique_ptr<Ranks>& ranks) asm(
    HEXSCAN_MODULE_SYMBOL("hexscan_join_mpi"));

void join_mpi(std::unique_ptr<Ranks>& ranks) { ranks = std::make_unique<MpiRanks>(); }

}  // namespace hexscan
