#pragma once

#include <limits>
#include <optional>
#include <string>

/// The processes of one run, as mpirun or srun starts them on one host or on many.
namespace hexscan {

/// What one process sends another.
struct Message {
    int from = 0;
    int tag = 0;
    std::string bytes;
};

/// This process among the processes of its run. Only the thread that started with main() may ask.
class Ranks {
public:
    virtual ~Ranks() = default;

    virtual int rank() const = 0;        ///< 0 ... count - 1; rank 0 reads, writes and speaks
    virtual int count() const = 0;       ///< of all hosts
    virtual int local_rank() const = 0;  ///< among those on the same host
    virtual std::string host() const = 0;

    /// Threads this rank should compute with: its share of what the ranks on this host may use together.
    virtual int core_share() const { return std::numeric_limits<int>::max(); }

    /// Sends to another rank; returns at once. Between two ranks no message overtakes another.
    virtual void send(int to, int tag, std::string bytes) = 0;

    /// The next message from any other rank, or nothing where none is there yet.
    virtual std::optional<Message> try_receive() = 0;

    /// The proper end: every rank calls it, once everything that was sent to it is received. Nothing is sent
    /// afterwards.
    virtual void finish() = 0;

    /// How many times work has been shared so far, this time included (shared_work.h).
    int begin_work() { return ++works_; }

private:
    int works_ = 0;
};

/// The ranks this process belongs to; one rank of one where it was started alone. The first call joins them: MPI is
/// loaded only where a launcher has started several processes. Throws DeviceError where several were started and
/// cannot find each other.
Ranks& process_ranks();

}  // namespace hexscan
