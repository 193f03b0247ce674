#pragma once

#include <array>

namespace hexscan {

/// A piece of a stretch that goes from 0 to 1: all of it that is within `half` of the middle.
struct StretchPiece {
    double middle = 0.5, half = 0.5;

    /// The later one first: what is taken from the end of a list is the earlier one.
    std::array<StretchPiece, 2> halves() const {
        return {{{middle + 0.5 * half, 0.5 * half}, {middle - 0.5 * half, 0.5 * half}}};
    }
};

}  // namespace hexscan
