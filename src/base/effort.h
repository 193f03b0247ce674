#pragma once

namespace hexscan {

/// How many times as many parts as usual a search may look at before it gives up.
class Effort {
public:
    static constexpr int most = 1000;

    constexpr Effort() = default;
    /// From 1 to `most`.
    constexpr explicit Effort(int times) : times_(times) {}

    constexpr int times() const { return times_; }
    /// The usual budget of parts or steps, multiplied.
    template <class Count>
    constexpr Count of(Count usual) const {
        return usual * times_;
    }

private:
    int times_ = 1;
};

/// The result of a search. A search that gave up might find more with more effort.
template <class Value>
struct Found {
    Value value{};
    bool gave_up = false;

    bool operator==(const Found&) const = default;
};

}  // namespace hexscan
