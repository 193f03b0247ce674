#pragma once

namespace hexscan {

/// A factor for the number of parts or steps after which searches give up.
class Effort {
public:
    static constexpr int most = 1000;

    constexpr Effort() = default;
    /// `times` is a number from 1 to `most`.
    constexpr explicit Effort(int times) : times_(times) {}

    constexpr int times() const { return times_; }
    /// The usual number of parts or steps, multiplied by the factor.
    template <class Count>
    constexpr Count of(Count usual) const {
        return usual * times_;
    }

private:
    int times_ = 1;
};

/// The result of a search. If the search gave up, it might find more with more effort.
template <class Value>
struct Found {
    Value value{};
    bool gave_up = false;

    bool operator==(const Found&) const = default;
};

}  // namespace hexscan
