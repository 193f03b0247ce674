#pragma once

#include <limits>
#include <queue>

namespace hexscan {

/// Branch and bound, the most promising part first (Lawler and Wood, Branch-and-bound methods: a survey, Operations
/// Research 14, 1966). Who searches has the parts and their bounds: of two parts `a < b` says that b promises more, and
/// a part that cannot matter is not added at all. Among equals the order is that of std::priority_queue, the same for
/// the same parts.
template <class Part>
class BestFirst {
public:
    void add(const Part& part) { open_.push(part); }

    /// Splits the most promising part again and again, until `stop(part)` says of it that the rest does not matter, or
    /// after `most_splits`. `split(part)` adds what it falls into. Returns the most promising part that is left, here
    /// until the next change; null where none is.
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
