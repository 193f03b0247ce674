#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "src/machine/machine_tuning.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {

/// The stretches of a row in which the verdict on a limit may change. They can be added in any order.
class RowDoubts {
public:
    explicit RowDoubts(const PositionRow& row) : row_(row) { doubts_.reserve(tuning::usual_doubts); }

    void add(double from_m, double to_m) {
        doubts_.push_back({std::max(row_.from_m, from_m), std::min(row_.to_m, to_m)});
    }

    /// Calls use(from_m, to_m) for each stretch, in ascending order. Overlapping stretches are merged.
    template <class Use>
    void for_each(Use use) {
        std::ranges::sort(doubts_, {}, &Doubt::from_m);
        for (std::size_t k = 0; k < doubts_.size();) {
            Doubt doubt = doubts_[k];
            for (++k; k < doubts_.size() && doubts_[k].from_m <= doubt.to_m; ++k)
                doubt.to_m = std::max(doubt.to_m, doubts_[k].to_m);
            use(doubt.from_m, doubt.to_m);
        }
    }

    /// Appends the row's pieces. Stretches in doubt become unknown pieces. Each piece between them gets the verdict
    /// keeps(x_m) at its middle.
    template <class Keeps>
    void append_pieces(Keeps keeps, std::vector<KnownPiece>& pieces) {
        double from_m = row_.from_m;
        const auto append_sure = [&](double to_m) {
            pieces.push_back({to_m, keeps(from_m + (to_m - from_m) / 2) ? Known::kept : Known::lost});
        };
        for_each([&](double doubt_from_m, double doubt_to_m) {
            if (from_m < doubt_from_m) append_sure(doubt_from_m);
            pieces.push_back({doubt_to_m, Known::nothing});
            from_m = doubt_to_m;
        });
        if (from_m < row_.to_m || doubts_.empty()) append_sure(row_.to_m);
    }

private:
    struct Doubt {
        double from_m, to_m;
    };

    PositionRow row_;
    /// Buffer for the usual number of stretches. More stretches allocate memory.
    alignas(Doubt) std::array<std::byte, tuning::usual_doubts * sizeof(Doubt)> room_;
    std::pmr::monotonic_buffer_resource memory_{room_.data(), room_.size()};
    std::pmr::vector<Doubt> doubts_{&memory_};
};

}  // namespace hexscan
