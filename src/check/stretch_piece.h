#pragma once

#include <array>

namespace hexscan {

/// A piece of a path segment whose parameter runs from 0 to 1: all parameters within `half` of the middle.
struct StretchPiece {
    double middle = 0.5, half = 0.5;

    /// The two halves, the later one first, because lists are processed from their end.
    std::array<StretchPiece, 2> halves() const {
        return {{{middle + 0.5 * half, 0.5 * half}, {middle - 0.5 * half, 0.5 * half}}};
    }
};

}  // namespace hexscan
