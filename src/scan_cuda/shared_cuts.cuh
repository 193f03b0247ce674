#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/shared/cut_rows_kernel.cuh"
#include "kernels/shared/limit_form.h"
#include "src/device/cuda_support.h"
#include "src/scan/plan.h"
#include "src/scan_cuda/orientation_cells.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// The list of columns that kernels leave undecided. Several scans may use it one after the other.
class DoubtedList {
public:
    DoubtedList() : columns_(tuning::most_doubted_columns), count_(1), count_at_home_(1) {}

    /// Empties the list. Must be called before the launch of any kernel that appends to it.
    void begin(const Stream& stream) {
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(count_.data(), 0, count_.bytes(), stream.get()));
    }
    /// The list as kernels receive it.
    DoubtedColumns columns() { return {columns_.data(), count_.data(), tuning::most_doubted_columns}; }
    /// Starts copying the number of columns to the host. size() returns it after the stream has finished.
    void copy_size(const Stream& stream) {
        copy_count_kernel<<<1, 1, 0, stream.get()>>>(count_.data(), count_at_home_.data());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
    unsigned size() const { return *count_at_home_.data(); }

private:
    MappedBuffer<DoubtedColumn> columns_;
    DeviceBuffer<unsigned> count_;
    MappedBuffer<unsigned> count_at_home_;
};

/// The limits that a plan's legs share, at all of its orientations, in device memory.
class SharedCuts {
public:
    SharedCuts(const ScanPlan& plan, DoubtedList& doubted) : plan_(plan), doubted_(doubted), forms_(of_plan(plan)) {}

    /// Device memory of the limits: first for all slices together, then per slice.
    static std::int64_t device_bytes(const ScanPlan& plan) {
        // The limits at different orientations differ only in their numbers, so orientation 0 represents all.
        std::int64_t bytes = 0;
        if (!plan.has_shared_limits()) return bytes;
        for (const auto& limit : plan.set->shared_limits_at(0))
            if (const std::optional<LimitForm> form = limit->form({0, 0, 0}, 0))
                bytes += std::visit([](const auto& its) { return std::int64_t{sizeof its}; }, form->value) +
                         2 * std::int64_t{sizeof(OrientationCell) + sizeof(int)};
        return plan.set->count() * bytes;
    }
    static std::int64_t device_bytes_per_slice(const RowWords& words) {
        // A tile stores two words for each kind of LimitForm that has few forms. The estimate counts every kind. It
        // assumes a tile for every 64 words of the grid, plus one tile per word of a row.
        constexpr std::int64_t kinds = std::variant_size_v<decltype(LimitForm::value)>;
        const std::int64_t bytes = std::int64_t{words.rows} * words.words_per_row * std::int64_t{sizeof(std::uint32_t)};
        return bytes + 2 * kinds * (bytes / 64 + std::int64_t{sizeof(std::uint32_t)} * words.words_per_row);
    }

    /// Starts removing positions that violate the limits from the words.
    void launch(const RowWords& words, const Stream& stream) {
        std::apply([&](auto&... kinds) { (launch(kinds, words, stream), ...); }, forms_);
        doubted_.copy_size(stream);
    }

    /// The reference's decisions about undecided columns.
    struct Settled {
        bool too_many = false;  ///< The list could not hold all columns, so the words are invalid.
        bool any_lost = false;  ///< Some columns are unreachable; work in the stream removes them from the words.
        std::vector<std::pair<int, int>> rows_of_host{};  ///< Slice and row of rows for which the limits of a single
                                                          ///< leg were undecided. The host must solve them.
    };
    /// Must be called after the stream has finished the launched work.
    Settled settle(const RowWords& words, const Stream& stream) {
        const unsigned count = doubted_.size();
        DoubtedColumn* const columns = doubted_.columns().columns;
        if (count > tuning::most_doubted_columns) return {.too_many = true, .any_lost = false, .rows_of_host = {}};
        Settled settled;
        std::atomic<bool> any_lost = false;
        tbb::parallel_for(0U, count, [&](unsigned k) {
            DoubtedColumn& at = columns[k];
            if (at.form == legs_by_themselves) return;
            const Vector position_m{grid_coordinate(plan_.x, at.column), grid_coordinate(plan_.y, at.row),
                                    grid_coordinate(plan_.z, at.slice)};
            at.is_lost = !std::ranges::all_of(limits_[static_cast<std::size_t>(at.form)],
                                              [&](const auto& limit) { return limit->keeps(position_m); });
            if (at.is_lost != 0) any_lost = true;
        });
        for (unsigned k = 0; k < count; ++k) {
            const DoubtedColumn& at = columns[k];
            if (at.form == legs_by_themselves) settled.rows_of_host.emplace_back(at.slice, at.row);
        }
        settled.any_lost = any_lost;
        if (!settled.any_lost) return settled;
        constexpr unsigned threads = tuning::columns_cleared_per_block;
        clear_lost_columns_kernel<<<(count + threads - 1) / threads, threads, 0, stream.get()>>>(words, columns, count);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        return settled;
    }

private:
    using Limits = std::vector<PosedSharedLimits>;  ///< for each form, the limits that it represents

    template <class Form>
    struct Kind {
        DeviceBuffer<Form> forms{};
        int per_orientation = 1;
        DeviceBuffer<OrientationCell> cells{};
        DeviceBuffer<int> roots{};
        int first_number = 0;
        DeviceBuffer<std::uint32_t> open{};  ///< OpenTiles, made by the first scan that has few forms

        FormCells<Form> list() const {
            return {forms.data(),
                    per_orientation,
                    cells.data(),
                    roots.data(),
                    static_cast<int>(roots.size()) * per_orientation,
                    first_number};
        }
    };
    template <class Form>
    struct KindAtHome {
        std::vector<Form> forms{};
        Limits limits{};
        std::vector<int> per_orientation{};

        void add(const Form& form, const std::shared_ptr<const PosedSharedLimit>& limit, std::size_t orientation) {
            if (per_orientation.size() <= orientation) per_orientation.resize(orientation + 1);
            if constexpr (requires { forms.back().absorb(form); })
                if (per_orientation[orientation] > 0 && forms.back().absorb(form)) {
                    limits.back().push_back(limit);
                    return;
                }
            ++per_orientation[orientation];
            forms.push_back(form);
            limits.push_back({limit});
        }
        /// True if a form knows the verdict at a cell of orientations, and all orientations have the same limits.
        bool have_cells(std::size_t orientations) const {
            constexpr bool knows_cells = requires(const Form& form, const Vector& v) { form.in_box(v, v, 0.0); };
            return knows_cells && per_orientation.size() == orientations &&
                   std::ranges::all_of(per_orientation, [&](int count) { return count == per_orientation[0]; });
        }
    };

    /// Kinds are applied in the order of LimitForm, quick ones first.
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
        // The noise of forms is relative to the distance of the farthest point from the middle of the grid. If the
        // middle itself is far from the origin, it contributes 2^-53 of its distance. The term with 2^-16 covers that.
        const double farthest_m = length_of(half_m) + 0x1p-16 * length_of(middle_m);
        OfEach<decltype(LimitForm::value)>::AtHome at_home;
        std::vector<Rotation> orientations;
        if (plan.has_shared_limits())
            for (std::int64_t o = 0; o < plan.set->count(); ++o) orientations.push_back(plan.set->rotation_at(o));
        for (std::size_t o = 0; o < orientations.size(); ++o)
            for (const auto& limit : plan.set->shared_limits_at(static_cast<std::int64_t>(o)))
                if (const std::optional<LimitForm> form = limit->form(middle_m, farthest_m))
                    std::visit(
                        [&]<class Form>(const Form& its) { std::get<KindAtHome<Form>>(at_home).add(its, limit, o); },
                        form->value);
        return std::apply([&](const auto&... kind) { return Kinds{on_device(kind, orientations)...}; }, at_home);
    }

    template <class Form>
    Kind<Form> on_device(const KindAtHome<Form>& at_home, const std::vector<Rotation>& orientations) {
        Kind<Form> kind;
        kind.first_number = static_cast<int>(limits_.size());
        if (at_home.forms.empty()) return kind;
        const bool have_cells = at_home.have_cells(orientations.size());
        kind.per_orientation = have_cells ? at_home.per_orientation[0] : 1;
        const OrientationCells tree =
            have_cells ? cells_of(orientations, std::max(1, tuning::open_forms_of_block / kind.per_orientation))
                       : single_cells(static_cast<int>(at_home.forms.size()));
        copy_to_device(at_home.forms, kind.forms);
        copy_to_device(tree.cells, kind.cells);
        copy_to_device(tree.roots, kind.roots);
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
        limits_.insert(limits_.end(), at_home.limits.begin(), at_home.limits.end());
        return kind;
    }
    template <class Value>
    static void copy_to_device(const std::vector<Value>& values, DeviceBuffer<Value>& buffer) {
        buffer = DeviceBuffer<Value>(values.size());
        HEXSCAN_CUDA_CHECK(cudaMemcpy(buffer.data(), values.data(), buffer.bytes(), cudaMemcpyHostToDevice));
    }

    template <class Form>
    void launch(Kind<Form>& kind, const RowWords& words, const Stream& stream) {
        const int count = kind.list().count;
        if (count == 0) return;
        if (count > few_forms)
            launch_with<CutTile<tuning::tile_warps_of_many_forms>>(kind, words, stream);
        else
            launch_with<CutTile<tuning::tile_warps_of_few_forms>>(kind, words, stream);
    }
    template <class Tile, class Form>
    void launch_with(Kind<Form>& kind, const RowWords& words, const Stream& stream) {
        const auto in_steps = [](int count, int step) { return static_cast<unsigned>((count + step - 1) / step); };
        const TileCounts tiles{static_cast<unsigned>(words.words_per_row), in_steps(words.rows, Tile::rows),
                               in_steps(words.slices, Tile::slices)};
        const CutGrid points{plan_.x, plan_.y, plan_.z, words};
        const FormCells<Form> list = kind.list();
        OpenTiles open{};
        if (list.count <= few_forms) {
            open = nothing_open(kind, tiles.all(), stream);
            constexpr unsigned threads = tuning::tiles_asked_per_block;
            const std::uint64_t asked = std::uint64_t{tiles.all()} * static_cast<unsigned>(list.count);
            const auto blocks = static_cast<unsigned>((asked + threads - 1) / threads);
            open_tiles_kernel<Form, Tile><<<blocks, threads, 0, stream.get()>>>(points, list, tiles, open);
            HEXSCAN_CUDA_CHECK(cudaGetLastError());
        }
        const unsigned blocks = open.tiles ? std::min(tiles.all(), tuning::most_cut_blocks) : tiles.all();
        hexapod_cut_rows_kernel<Form, Tile>
            <<<blocks, Tile::threads, 0, stream.get()>>>(points, list, tiles, open, doubted_.columns());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
    template <class Form>
    static OpenTiles nothing_open(Kind<Form>& kind, unsigned tiles, const Stream& stream) {
        // The memory starts with the number of open tiles and, for every tile, the bits of its forms. All of these must
        // be 0. The numbers of the open tiles follow.
        const std::size_t cleared = std::size_t{1} + tiles;
        if (kind.open.size() != cleared + tiles) kind.open = DeviceBuffer<std::uint32_t>(cleared + tiles);
        std::uint32_t* const memory = kind.open.data();
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(memory, 0, cleared * sizeof *memory, stream.get()));
        return {memory, memory + 1, memory + cleared};
    }

    ScanPlan plan_;
    Limits limits_;  ///< the limits, by their numbers in kernels
    DoubtedList& doubted_;
    Kinds forms_;
};

}  // namespace hexscan
