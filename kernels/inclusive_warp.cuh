#pragma once

#include <cstdint>

#include "column_runs.h"
#include "inclusive_rows.h"
#include "lane_runs.cuh"
#include "row_segment.cuh"
#include "row_witnesses.h"
#include "set_scan.h"

/// Inclusive rows on the device: a warp closes the gaps of some neighbouring rows, 32 at most.
///
/// How many nodes of the tree a row has to look at, and how hard they are, differs much from row to row. So lanes do not
/// walk trees of their own: nodes that are open for any of the rows lie on one stack, every lane takes one of them, and
/// what becomes of them, children and samples, is dealt out to all lanes again.
namespace hexscan {

/// Ceilings of one proof on the device. One that finds no room proves less; each costs a lane 24 bytes of what caches there
/// are.
inline constexpr int device_ceilings = 8;

/// Room for nodes, and children of one at most.
inline constexpr int most_unasked_nodes = 384, most_children = 8;

/// What a warp has in shared memory.
template <class Segment>
struct InclusiveWarpMemory {
    /// One gap more than runs.
    static constexpr int capacity = Segment::max_runs + 1;
    WarpRuns<capacity, typename Segment::Run> gaps;
    union {
        WarpRuns<capacity, typename Segment::Run> trials;
        Segment packed;  ///< when all is done
    };
    uint4 unasked[most_unasked_nodes];
    uint4 open[64];       ///< nodes that are asked and not lost
    unsigned sample[64];  ///< of each of those: the number in its box of the one to try
    double y_m[rows_per_segment];
    ClosingLog* logs[rows_per_segment];
    int gap_counts[rows_per_segment];
    int killers[rows_per_segment][2];
    bool undecided[rows_per_segment];  ///< only ever becomes true, so any lane may say so at any time
};

/// The rows of a warp at work. What is public is called by all lanes.
template <bool wide, class Segment, class Real>
class InclusiveWarp {
    using Memory = InclusiveWarpMemory<Segment>;
    /// One trial of many that grazes a limit should not send the whole row to the host.
    using Runs = LaneRuns<Memory::capacity, true, typename Segment::Run>;
    using Row = InclusiveRow<Runs>;

public:
    /// This lane's row has y and z. `log` is its own, or null where nobody asks for witnesses.
    __device__ InclusiveWarp(const SetScan<Real>& scan, Memory& memory, double y_m, double z_m, ClosingLog* log)
        : scan_(scan), memory_(memory), lane_(static_cast<int>(threadIdx.x % 32)), z_m_(z_m) {
        memory_.y_m[lane_] = y_m;
        memory_.logs[lane_] = log;
    }

    /// The gaps of this lane's row, none so far.
    __device__ Runs gaps() const { return Runs(memory_.gaps); }
    /// Where the rows are packed when all is done.
    __device__ Segment& packed() const { return memory_.packed; }

    /// Closes what any orientation reaches of this lane's gaps. Returns whether the row is undecided. `likely` are
    /// orientations that are tried first, or null; a row has those of all lanes whose number is its own in a segment.
    __device__ bool close(Runs& gaps, bool undecided, const RowWitnesses* likely) {
        memory_.gap_counts[lane_] = gaps.count();
        memory_.undecided[lane_] = undecided;
        for (int& killer : memory_.killers[lane_]) killer = no_limit;
        __syncwarp();
        if (any(likely != nullptr)) try_likely(likely);
        int tree = 0, asked = -1;  // the next root of this lane's row: a tree, and a gap beyond column `asked`
        do {
            if (unasked_ < 32) {
                const ColumnRange gap = next_gap(tree, asked);
                push(!gap.empty(), {lane_, {tree_root(tree), gap, scan_.limits, 0, 0}});
            }
            if (unasked_ > 0 && open_ < 32)
                ask_nodes();
            else if (open_ > 0)
                open_nodes();
        } while (unasked_ > 0 || open_ > 0 || any(tree < tree_count(scan_.set)));
        gaps = Runs(memory_.gaps, lane_, memory_.gap_counts[lane_]);
        return memory_.undecided[lane_];
    }

private:
    /// A node that is open for a row.
    struct Item {
        int row;
        OpenNode open;
    };

    /// A row as a lane sees it while it works on it.
    struct RowAtWork {
        __device__ RowAtWork(const InclusiveWarp& warp, int row)
            : gaps(warp.memory_.gaps, row, warp.memory_.gap_counts[row]),
              trial(warp.memory_.trials, warp.lane_, 0),
              at{warp.memory_.y_m[row],
                 warp.z_m_,
                 gaps,
                 trial,
                 {warp.memory_.killers[row][0], warp.memory_.killers[row][1]},
                 warp.memory_.undecided[row]} {}
        RowAtWork(const RowAtWork&) = delete;
        RowAtWork& operator=(const RowAtWork&) = delete;

        Runs gaps, trial;
        Row at;
    };

    __device__ static bool any(bool mine) { return __any_sync(0xFFFFFFFFU, mine) != 0; }

    /// Tries a row's likely orientations, lanes with the same row in turn.
    __device__ void try_likely(const RowWitnesses* likely) {
        const ColumnRange all{0, scan_.x.count - 1};
        Item item{lane_ % Segment::rows, {tree_root(0), all, scan_.limits, 0, 0}};
        const int count = likely ? likely->count : 0;
        for (int k = lane_ / Segment::rows; any(k < count); k += 32 / Segment::rows) {
            const bool mine = k < count;
            item.open.range = all;
            ask_sample(mine, mine ? likely->orientations[k] : OrientationIndex{}, item);
        }
    }

    /// This lane's next gap: of `tree`, or of the next one. Empty where there is none.
    __device__ ColumnRange next_gap(int& tree, int& asked) const {
        const Runs gaps(memory_.gaps, lane_, memory_.gap_counts[lane_]);
        for (; tree < tree_count(scan_.set) && !memory_.undecided[lane_]; ++tree, asked = -1)
            for (int r = 0; r < gaps.count(); ++r) {
                if (gaps.get(r).first <= asked) continue;
                asked = gaps.get(r).last;
                return gaps.get(r);
            }
        tree = tree_count(scan_.set);
        return {0, -1};
    }

    /// An item takes 16 bytes: columns and the limits of all legs 24 bits each, and the bits above them the rest.
    static constexpr unsigned low_bits = (1U << 24) - 1;
    static_assert(max_tree_levels <= 32 && limits_per_leg * leg_count <= 24 && most_trials < 8 && most_failures <= 8);
    __device__ uint4 packed(const Item& item) const {
        const OpenNode& open = item.open;
        const auto bits = [](int low, int five, int three) {
            return (static_cast<unsigned>(low) & low_bits) | static_cast<unsigned>(five) << 24 |
                   static_cast<unsigned>(three) << 29;
        };
        const std::int64_t index =
            node_number(scan_.set, scan_.tree, open.node) - scan_.tree.level_begin[open.node.level];
        return {bits(open.range.first, item.row, open.trials), bits(open.range.last, open.node.level, open.failures),
                static_cast<unsigned>(index), open.limits};
    }
    __device__ Item unpacked(uint4 item) const {
        const auto five = [](unsigned bits) { return static_cast<int>(bits >> 24 & 31); };
        return {five(item.x),
                {node_in_level(scan_.tree, five(item.y), item.z),
                 {static_cast<int>(item.x & low_bits), static_cast<int>(item.y & low_bits)},
                 item.w,
                 static_cast<int>(item.y >> 29),
                 static_cast<int>(item.x >> 29)}};
    }

    /// Numbers the lanes that have something, beginning at `count`, and adds them to it.
    __device__ int place(bool mine, int& count) const {
        const unsigned lanes = __ballot_sync(0xFFFFFFFFU, mine);
        const int at = count + __popc(lanes & ((1U << lane_) - 1));
        count += __popc(lanes);
        return at;
    }

    /// Puts the items of the lanes that have one on the stack. A row that has no room there is the host's.
    __device__ void push(bool mine, const Item& item) {
        const int at = place(mine, unasked_);
        if (mine && at < most_unasked_nodes) memory_.unasked[at] = packed(item);
        if (mine && at >= most_unasked_nodes) memory_.undecided[item.row] = true;
        if (unasked_ > most_unasked_nodes) unasked_ = most_unasked_nodes;
        __syncwarp();
    }

    /// Deals out what lanes have `count` pieces of: calls visit(whether there is one for this lane, item, its number) until
    /// there is no more.
    template <class Visit>
    __device__ void deal(const Item& item, int count, Visit visit) {
        const int end = warp_prefix_sum(count), all = __shfl_sync(0xFFFFFFFFU, end, 31);
        const uint4 mine = packed(item);
        for (int first = 0; first < all; first += 32) {
            const int number = first + lane_;
            int owner = 0;  // the first lane whose pieces do not end before
            for (int step = 16; step > 0; step /= 2)
                if (__shfl_sync(0xFFFFFFFFU, end, owner + step - 1) <= number) owner += step;
            const auto theirs = [&](auto value) { return __shfl_sync(0xFFFFFFFFU, value, owner); };
            Item dealt = unpacked({theirs(mine.x), theirs(mine.y), theirs(mine.z), theirs(mine.w)});
            const int begin = theirs(end - count);
            visit(number < all, dealt, number - begin);
        }
    }

    /// Whether this is the first of the lanes that work on a row.
    __device__ bool is_first_of(bool mine, int row) const {
        const unsigned same = __match_any_sync(0xFFFFFFFFU, mine ? row : 32 + lane_);
        return mine && lane_ == __ffs(static_cast<int>(same)) - 1;
    }
    __device__ void keep_killers(bool mine, int row, const Row& at) {
        if (is_first_of(mine, row))
            for (int side = 0; side < 2; ++side) memory_.killers[row][side] = at.killers[side];
        __syncwarp();
    }

    /// Asks up to 32 nodes of the stack, one a lane. Those that are not lost are put aside until there are enough of them.
    __device__ void ask_nodes() {
        const int taken = unasked_ < 32 ? unasked_ : 32;
        unasked_ -= taken;
        const bool mine = lane_ < taken;
        Item item = unpacked(memory_.unasked[unasked_ + (mine ? lane_ : 0)]);
        __syncwarp();
        Real xi[3] = {0, 0, 0};
        const NodeAnswer answer = ask(mine, item, xi);
        push(answer == NodeAnswer::ask_again, item);
        const bool is_open = answer == NodeAnswer::open;
        const int at = place(is_open, open_);
        if (is_open) {
            item.open.failures = 0;
            memory_.open[at] = packed(item);
            const IndexBox box = samples_of(scan_.set, scan_.tree, item.open.node);
            memory_.sample[at] =
                static_cast<unsigned>(number_in(box, sample_towards(scan_.set, box, item.open.node.level, xi)));
        }
        __syncwarp();
    }

    /// Tries a sample of up to 32 open nodes, one a lane. Where it closes columns the node is asked again, else its children
    /// are, or all of its samples.
    __device__ void open_nodes() {
        const int room = (most_unasked_nodes - unasked_) / most_children;
        const int wanted = room < 4 ? 4 : room < 32 ? room : 32;
        const int taken = wanted < open_ ? wanted : open_;
        open_ -= taken;
        const bool mine = lane_ < taken;
        const int at = open_ + (mine ? lane_ : 0);
        Item item = unpacked(memory_.open[at]);
        const unsigned number = memory_.sample[at];
        __syncwarp();
        const int level = item.open.node.level;
        const IndexBox box = samples_of(scan_.set, scan_.tree, item.open.node);
        const bool closed = ask_sample(mine && is_tried(item.open), sample_in(box, static_cast<int>(number)), item);
        const bool open = mine && !closed && !item.open.range.empty();
        if (closed) ++item.open.trials;
        push(closed && !item.open.range.empty(), item);

        item.open.trials = 0;
        const bool is_leaf = level + 1 == scan_.tree.levels;
        deal(item, open && !is_leaf ? children_in(scan_.tree, level) : 0, [&](bool has, Item& child, int which) {
            if (has) {
                child.open.node = child_of(scan_.tree, child.open.node, which);
                RowAtWork row(*this, child.row);
                has = !is_done<wide, device_ceilings>(scan_, child.open, row.at);
            }
            push(has, child);
        });
        deal(item, open && is_leaf ? samples_in(box) : 0, [&](bool has, Item& leaf, int which) {
            const IndexBox samples = samples_of(scan_.set, scan_.tree, leaf.open.node);
            ask_sample(has, sample_in(samples, has ? which : 0), leaf);
        });
    }

    /// Asks once whether an item's node is lost (GapProver::ask); what this lane has not is.
    __device__ NodeAnswer ask(bool mine, Item& item, Real (&xi)[3]) {
        RowAtWork row(*this, item.row);
        item.open.range = gaps_within(row.gaps, item.open.range);
        NodeAnswer answer = NodeAnswer::lost;
        if (mine && !row.at.undecided && !item.open.range.empty())
            answer = ask_node<wide, device_ceilings>(scan_, item.open, row.at, xi);
        __syncwarp();
        keep_killers(mine, item.row, row.at);
        return answer;
    }

    /// Closes what a sample reaches of an item's gap. Lanes find out side by side, and those with the same row close columns
    /// one after the other. Returns whether there was any.
    __device__ __noinline__ bool ask_sample(bool mine, OrientationIndex sample, Item& item) {
        if (!any(mine)) return false;
        RowAtWork row(*this, item.row);
        bool reaches = false;
        if (mine) {
            const Matrix3<double> rotation = exact::rotation_at(scan_.set, sample);
            item.open.range = gaps_within(row.gaps, item.open.range);
            reaches = reaches_gap<wide, device_ceilings>(scan_, rotation, item.open, row.at);
            if (row.at.undecided) memory_.undecided[item.row] = true;
        }
        __syncwarp();
        keep_killers(mine, item.row, row.at);
        for (bool waits = reaches; any(waits);) {
            if (is_first_of(waits, item.row)) {
                row.gaps = Runs(memory_.gaps, item.row, memory_.gap_counts[item.row]);
                if (ClosingLog* const log = memory_.logs[item.row]) log->note(hull_of(row.trial), sample);
                close_columns(row.at);
                memory_.gap_counts[item.row] = row.gaps.count();
                if (row.at.undecided) memory_.undecided[item.row] = true;
                waits = false;
            }
            __syncwarp();
        }
        if (reaches)
            item.open.range = gaps_within(Runs(memory_.gaps, item.row, memory_.gap_counts[item.row]), item.open.range);
        return reaches;
    }

    const SetScan<Real>& scan_;
    Memory& memory_;
    int lane_;
    double z_m_;
    int unasked_ = 0, open_ = 0;
};

}  // namespace hexscan
