#pragma once

#include <limits>
#include <queue>

namespace hexscan {

/// Branch and bound that splits the most promising part first (Lawler and Wood, Branch-and-bound methods: a survey,
/// Operations Research 14, 1966). The caller provides the parts and their bounds. `a < b` means that b is more
/// promising. The caller does not add a part that cannot matter. Equally promising parts come in the order of
/// std::priority_queue, which is the same in every run.
template <class Part>
class BestFirst {
public:
    void add(const Part& part) { open_.push(part); }

    /// Splits the most promising part again and again. Ends when `stop(part)` returns true for it, which means that the
    /// remaining parts do not matter, or after `most_splits` splits. `split(part)` adds the pieces of a part. Returns
    /// the most promising part that is left, or null if none is. The pointer is valid until the next change.
    template <class Stop, class Split>
    const Part* search(Stop stop, Split split, int most_splits = std::numeric_limits<int>::max()) {
        for (int splits = 0; !open_.empty() && !stop(open_.top()) && splits < most_splits; ++splits) {
            const Part part = open_.top();
            open_.pop();
            split(part);
        }
        return open_.empty() ? nullptr : &open_.top();
    }

private:
    std::priority_queue<Part> open_;
};

}  // namespace hexscan
