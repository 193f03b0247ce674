#pragma once

#include <array>

namespace hexscan {

/// A piece of a stretch from 0 to 1: everything within `half` of the middle.
struct StretchPiece {
    double middle = 0.5, half = 0.5;

    /// The later half comes first, since lists are taken from their end.
    std::array<StretchPiece, 2> halves() const {
        return {{{middle + 0.5 * half, 0.5 * half}, {middle - 0.5 * half, 0.5 * half}}};
    }
};

}  // namespace hexscan
