#pragma once

#include <limits>
#include <optional>
#include <string>

/// The processes of one run, which mpirun or srun starts on one host or on many.
namespace hexscan {

/// A message from one process to another.
struct Message {
    int from = 0;
    int tag = 0;
    std::string bytes;
};

/// This process among the processes of its run. Only the thread of main() may call these functions.
class Ranks {
public:
    virtual ~Ranks() = default;

    virtual int rank() const = 0;        ///< 0 ... count - 1; rank 0 reads, writes and prints
    virtual int count() const = 0;       ///< over all hosts
    virtual int local_rank() const = 0;  ///< among the ranks on the same host
    virtual std::string host() const = 0;

    /// Number of threads with which this rank should compute: its share of the cores that the ranks on this host may
    /// use.
    virtual int core_share() const { return std::numeric_limits<int>::max(); }

    /// Sends to another rank and returns at once. Messages between two ranks keep their order.
    virtual void send(int to, int tag, std::string bytes) = 0;

    /// The next message from any other rank, or nullopt if none has arrived.
    virtual std::optional<Message> try_receive() = 0;

    /// Ends the run. Every rank calls it after it has received all messages addressed to it. Nothing may be sent
    /// afterwards.
    virtual void finish() = 0;

    /// How many times work has been shared so far, including this time (shared_work.h).
    int begin_work() { return ++works_; }

private:
    int works_ = 0;
};

/// The ranks of the run to which this process belongs. It is a single rank if the process was started alone. The first
/// call joins them, and loads MPI only if a launcher started several processes. Throws DeviceError if several were
/// started and cannot find each other.
Ranks& process_ranks();

}  // namespace hexscan
