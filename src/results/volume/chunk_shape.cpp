#include "src/results/volume/chunk_shape.h"

#include "src/results/results_tuning.h"

namespace hexscan {
namespace {

/// The size of the parts if a whole is divided into as few equal parts as possible, each at most `at_most`. Equal parts
/// keep the overhang of the last part beyond the end small.
int equal_part(int whole, int at_most) {
    const int parts = (whole + at_most - 1) / at_most;
    return (whole + parts - 1) / parts;
}

}  // namespace

SliceTile chunk_shape(int rows, int columns, int bytes_per_point) {
    const int most_points = tuning::tile_bytes / bytes_per_point;
    if (columns > most_points) return {0, 0, 1, equal_part(columns, most_points)};
    return {0, 0, equal_part(rows, most_points / columns), columns};
}

}  // namespace hexscan
