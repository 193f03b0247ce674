#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <variant>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/shared/cut_rows_kernel.cuh"
#include "kernels/shared/limit_form.h"
#include "src/device/cuda_support.h"
#include "src/scan/plan.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// The limits that a plan's legs share, at all of its orientations, in device memory.
class SharedCuts {
public:
    explicit SharedCuts(const ScanPlan& plan)
        : plan_(plan),
          doubted_(tuning::most_doubted_columns),
          doubted_on_device_(1),
          doubted_count_(1),
          forms_(of_plan(plan)) {}

    /// Whether kernels know all of them.
    static bool support(const ScanPlan& plan) {
        // Orientations differ in numbers alone.
        return std::ranges::all_of(plan.set->shared_limits_at(0), [](const auto& limit) {
            return limit == freed_limit() || limit->form({0, 0, 0}, 0).has_value();
        });
    }

    /// Device memory that they take: of all slices, and of each.
    static std::int64_t device_bytes(const ScanPlan& plan) {
        const auto forms = static_cast<std::int64_t>(plan.set->shared_limits_at(0).size());
        return plan.set->count() * forms * static_cast<std::int64_t>(sizeof(LimitForm));
    }
    static std::int64_t device_bytes_per_slice(const RowWords& words) {
        // A tile of few forms has a word for each kind, and a hundredth of the words at least.
        constexpr std::int64_t kinds = std::variant_size_v<decltype(LimitForm::value)>;
        const std::int64_t bytes = std::int64_t{words.rows} * words.words_per_row * std::int64_t{sizeof(std::uint32_t)};
        return bytes + kinds * (bytes / 64 + std::int64_t{sizeof(std::uint32_t)} * words.words_per_row);
    }

    /// Starts to cut them out of the words.
    void launch(const RowWords& words, const Stream& stream) {
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(doubted_on_device_.data(), 0, doubted_on_device_.bytes(), stream.get()));
        std::apply([&](auto&... kinds) { (launch(kinds, words, stream), ...); }, forms_);
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(doubted_count_.data(), doubted_on_device_.data(), doubted_count_.bytes(),
                                           cudaMemcpyDeviceToHost, stream.get()));
    }

    /// Waits for the stream, and clears what the reference finds lost of what was in doubt. False where more columns
    /// were than there is room for; then the words are of no use.
    bool settle(const RowWords& words, const Stream& stream) {
        stream.synchronize();
        const unsigned count = *doubted_count_.data();
        if (count == 0) return true;
        if (count > tuning::most_doubted_columns) return false;
        tbb::parallel_for(0U, count, [&](unsigned k) {
            DoubtedColumn& at = doubted_.data()[k];
            const Vector position_m{grid_coordinate(plan_.x, at.column), grid_coordinate(plan_.y, at.row),
                                    grid_coordinate(plan_.z, at.slice)};
            at.is_lost = !limits_[static_cast<std::size_t>(at.form)]->keeps(position_m);
        });
        constexpr unsigned threads = 128;
        clear_lost_columns_kernel<<<(count + threads - 1) / threads, threads, 0, stream.get()>>>(words, doubted_.data(),
                                                                                                 count);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        return true;
    }

private:
    using Limits = std::vector<std::shared_ptr<const PosedSharedLimit>>;

    template <class Form>
    struct Kind {
        DeviceBuffer<Form> forms{};
        int first_number = 0;
        DeviceBuffer<std::uint32_t> open_of_tile{};  ///< made when a scan of few forms needs it
    };
    template <class Form>
    struct KindAtHome {
        std::vector<Form> forms{};
        Limits limits{};
    };

    /// In the order of LimitForm, which is that in which they are asked: the quick ones first.
    template <class AnyForm>
    struct OfEach;
    template <class... Forms>
    struct OfEach<std::variant<Forms...>> {
        using OnDevice = std::tuple<Kind<Forms>...>;
        using AtHome = std::tuple<KindAtHome<Forms>...>;
    };
    using Kinds = OfEach<decltype(LimitForm::value)>::OnDevice;

    Kinds of_plan(const ScanPlan& plan) {
        const auto at = [&](int column, int row, int slice) {
            return Vector{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row),
                          grid_coordinate(plan.z, slice)};
        };
        const Vector low_m = at(0, 0, 0), high_m = at(plan.columns() - 1, plan.rows() - 1, plan.slices() - 1);
        const Vector half_m = scaled(high_m - low_m, 0.5), middle_m = low_m + half_m;
        // Noise is a share of what is farthest; that of far middles, 2^-53 of them, is less than as much of this.
        const double farthest_m = length_of(half_m) + 0x1p-16 * length_of(middle_m);
        OfEach<decltype(LimitForm::value)>::AtHome at_home;
        for (std::int64_t o = 0; o < plan.set->count(); ++o)
            for (const auto& limit : plan.set->shared_limits_at(o)) {
                if (limit == freed_limit()) continue;
                const LimitForm form = *limit->form(middle_m, farthest_m);
                std::visit(
                    [&]<class Form>(const Form& its) {
                        auto& kind = std::get<KindAtHome<Form>>(at_home);
                        kind.forms.push_back(its);
                        kind.limits.push_back(limit);
                    },
                    form.value);
            }
        return std::apply([&](const auto&... kind) { return Kinds{on_device(kind)...}; }, at_home);
    }

    template <class Form>
    Kind<Form> on_device(const KindAtHome<Form>& at_home) {
        Kind<Form> kind{DeviceBuffer<Form>(at_home.forms.size()), static_cast<int>(limits_.size()), {}};
        if (at_home.forms.empty()) return kind;
        HEXSCAN_CUDA_CHECK(
            cudaMemcpy(kind.forms.data(), at_home.forms.data(), kind.forms.bytes(), cudaMemcpyHostToDevice));
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
        limits_.insert(limits_.end(), at_home.limits.begin(), at_home.limits.end());
        return kind;
    }

    template <class Form>
    void launch(Kind<Form>& kind, const RowWords& words, const Stream& stream) {
        const auto count = static_cast<int>(kind.forms.size());
        if (count == 0) return;
        if (count > few_forms)
            launch_with<CutTile<4, 4>>(kind, words, stream);
        else
            launch_with<CutTile<2, 2>>(kind, words, stream);
    }
    template <class Tile, class Form>
    void launch_with(Kind<Form>& kind, const RowWords& words, const Stream& stream) {
        const auto blocks = [](int count, int per_block) {
            return static_cast<unsigned>((count + per_block - 1) / per_block);
        };
        const dim3 grid(static_cast<unsigned>(words.words_per_row), blocks(words.rows, Tile::rows),
                        blocks(words.slices, Tile::slices));
        const DoubtedColumns doubted{doubted_.data(), doubted_on_device_.data(), tuning::most_doubted_columns};
        const CutGrid points{plan_.x, plan_.y, plan_.z, words};
        FormList<Form> list{kind.forms.data(), static_cast<int>(kind.forms.size()), kind.first_number, nullptr};
        if (list.count <= few_forms) {
            const unsigned tiles = grid.x * grid.y * grid.z;
            if (kind.open_of_tile.size() != tiles) kind.open_of_tile = DeviceBuffer<std::uint32_t>(tiles);
            std::uint32_t* const open = kind.open_of_tile.data();
            HEXSCAN_CUDA_CHECK(cudaMemsetAsync(open, 0, kind.open_of_tile.bytes(), stream.get()));
            constexpr unsigned threads = 128;
            const std::uint64_t asked = std::uint64_t{tiles} * static_cast<unsigned>(list.count);
            const auto asking_blocks = static_cast<unsigned>((asked + threads - 1) / threads);
            open_tiles_kernel<Form, Tile><<<asking_blocks, threads, 0, stream.get()>>>(points, list, grid, open);
            list.open_of_tile = open;
        }
        hexapod_cut_rows_kernel<Form, Tile><<<grid, Tile::threads, 0, stream.get()>>>(points, list, doubted);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

    ScanPlan plan_;
    Limits limits_;  ///< by the numbers that kernels have for them
    MappedBuffer<DoubtedColumn> doubted_;
    DeviceBuffer<unsigned> doubted_on_device_;  ///< how many
    PinnedBuffer<unsigned> doubted_count_;      ///< the same at home
    Kinds forms_;
};

}  // namespace hexscan
