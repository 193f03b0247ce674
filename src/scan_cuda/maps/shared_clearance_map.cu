#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/least_clearance.h"
#include "kernels/maps/shared_clearance_kernels.cuh"
#include "kernels/warp.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/maps/map_buffer.h"
#include "src/scan_cuda/maps/shared_map_makers.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

/// The maps of the legs' own limits. If the limit map is requested, the clearances show where the legs' limits are the
/// nearest.
ScanPlan plan_of_legs(const ScanPlan& plan) {
    ScanPlan legs = of_legs_alone(plan);
    legs.maps = {MapKind::clearance};
    if (plan.asks_for(MapKind::limit)) legs.maps.push_back(MapKind::limit);
    if (!legs.is_single()) legs.workspace = WorkspaceKind::total;
    return legs;
}

/// The positions that are reachable at all orientations. They decide the signs of clearances.
ScanPlan plan_of_signs(const ScanPlan& plan) {
    ScanPlan signs = plan;
    signs.maps.clear();
    if (!signs.is_single()) signs.workspace = WorkspaceKind::total;
    return signs;
}

/// The limits that legs share at one orientation, in device memory, by kinds.
class ClearanceForms {
public:
    ClearanceForms(const PosedSharedLimits& limits, int first_number) {
        OfEach<AnyForm>::AtHome at_home;
        for (std::size_t k = 0; k < limits.size(); ++k)
            if (const std::optional<ClearanceForm> form = limits[k]->clearance_form())
                std::visit(
                    [&]<class Form>(const Form& its) {
                        std::get<KindAtHome<Form>>(at_home).add(its, first_number + static_cast<int>(k));
                    },
                    form->value);
        kinds_ = std::apply([](const auto&... kind) { return OfEach<AnyForm>::OnDevice{on_device(kind)...}; }, at_home);
        // The kernels' stream does not wait for the default stream, so the host waits for it.
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    }

    /// Calls visit(forms) for each kind of limits that there is.
    template <class Visit>
    void for_each_kind(Visit visit) const {
        std::apply([&](const auto&... kind) { ((kind.forms.size() > 0 ? visit(as_kernels_take(kind)) : void()), ...); },
                   kinds_);
    }

    static std::int64_t device_bytes(const PosedSharedLimits& limits) {
        std::int64_t bytes = 0;
        for (const auto& limit : limits)
            if (const std::optional<ClearanceForm> form = limit->clearance_form())
                bytes +=
                    std::visit([](const auto& its) { return std::int64_t{sizeof its + sizeof(int)}; }, form->value);
        return bytes;
    }

private:
    using AnyForm = decltype(ClearanceForm::value);

    template <class Form>
    struct Kind {
        DeviceBuffer<Form> forms{};
        DeviceBuffer<int> numbers{};
    };
    template <class Form>
    struct KindAtHome {
        std::vector<Form> forms{};
        std::vector<int> numbers{};

        void add(const Form& form, int number) {
            if constexpr (requires { forms.back().absorb(form); }) {
                if (!forms.empty() && forms.back().absorb(form)) return;
                // Its first limit is that of leg 0, even if that limit is disabled.
                number -= static_cast<int>(std::ranges::find_if(form.most, is_finite) - form.most);
            }
            forms.push_back(form);
            numbers.push_back(number);
        }
    };
    static bool is_finite(double most) { return most < INFINITY; }

    template <class Any>
    struct OfEach;
    template <class... Forms>
    struct OfEach<std::variant<Forms...>> {
        using OnDevice = std::tuple<Kind<Forms>...>;
        using AtHome = std::tuple<KindAtHome<Forms>...>;
    };

    template <class Number>
    static DeviceBuffer<Number> copied(const std::vector<Number>& numbers) {
        DeviceBuffer<Number> copy(numbers.size());
        if (!numbers.empty())
            HEXSCAN_CUDA_CHECK(cudaMemcpy(copy.data(), numbers.data(), copy.bytes(), cudaMemcpyHostToDevice));
        return copy;
    }
    template <class Form>
    static Kind<Form> on_device(const KindAtHome<Form>& at_home) {
        return {copied(at_home.forms), copied(at_home.numbers)};
    }
    template <class Form>
    static NumberedForms<Form> as_kernels_take(const Kind<Form>& kind) {
        return {kind.forms.data(), kind.numbers.data(), static_cast<int>(kind.forms.size())};
    }

    OfEach<AnyForm>::OnDevice kinds_;
};

/// True if kernels compute the clearance with the host's bits. These are the first kinds of ClearanceForm.
bool is_exact(const PosedSharedLimit& limit) {
    const std::optional<ClearanceForm> form = limit.clearance_form();
    return !form || std::holds_alternative<ApartForm>(form->value) ||
           std::holds_alternative<BesideForm<Disc3>>(form->value) ||
           std::holds_alternative<BesideForm<Segment3>>(form->value);
}

/// The maps `clearance` and `limit` of a machine with limits that legs share. One scan computes the maps of the legs'
/// own limits, another one the positions that are reachable at all orientations. The kernels of this file compute the
/// clearances of shared limits. The host combines all three. It also computes the points that these leave open.
class SharedClearanceMap final : public SetMap {
public:
    explicit SharedClearanceMap(const ScanPlan& plan)
        : plan_(plan),
          clearance_(plan, true),
          limit_(plan, plan.asks_for(MapKind::limit)),
          least_m_(static_cast<std::size_t>(plan.points())),
          nearest_(static_cast<std::size_t>(plan.points())) {
        const ScanPlan legs = plan_of_legs(plan), signs = plan_of_signs(plan);
        legs_ = cuda_engine_for(legs)->prepare(legs);
        signs_ = cuda_engine_for(signs)->prepare(signs);
        const PosedSharedLimits limits = plan.set->shared_limits_at(0);
        margin_ = std::ranges::all_of(limits, [](const auto& limit) { return is_exact(*limit); }) ? 0 : 0x1p-20;
        const std::size_t of_each_leg = plan.has_rods() ? plan.set->rods_at(0).limits : telescopic_limit_count;
        first_number_ = static_cast<int>(1 + leg_count * of_each_leg);
    }

    void launch() override {
        in_chunks([&](const dim3& blocks, int first) {
            forget_clearances_kernel<<<blocks, threads, 0, stream_.get()>>>(results(), first);
        });
        for (std::int64_t o = 0; o < plan_.set->count(); ++o) {
            plan_.end_if_given_up();
            look_at_orientation(o);
        }
        in_chunks([&](const dim3& blocks, int first) {
            finish_clearances_kernel<<<blocks, threads, 0, stream_.get()>>>(results(), clearance_.device(),
                                                                            limit_.device(), first);
        });
        clearance_.copy_home(0, plan_.slices(), stream_);
        limit_.copy_home(0, plan_.slices(), stream_);
        legs_->scan();
        signs_->scan();
    }
    void finish() override {
        stream_.synchronize();
        rows_of_host_ = 0;
        tbb::parallel_for(0, plan_.slices(), [&](int slice) { combine(slice); });
    }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        if (plan_.asks_for(MapKind::clearance)) clearance_.fill(slice, float_values(fields, MapKind::clearance));
        if (plan_.asks_for(MapKind::limit)) limit_.fill(slice, byte_values(fields, MapKind::limit));
    }
    void poison(std::uint8_t pattern) override {
        clearance_.poison();
        limit_.poison();
        legs_->poison(pattern);
        signs_->poison(pattern);
    }
    std::int64_t unwritten_points() const override {
        return clearance_.unwritten() + limit_.unwritten() + legs_->unwritten_points() + signs_->unwritten_points();
    }
    std::int64_t output_bytes() const override {
        return clearance_.bytes() + limit_.bytes() + legs_->output_bytes() + signs_->output_bytes();
    }
    std::int64_t rows_of_host() const override {
        return rows_of_host_ + legs_->rows_of_host() + signs_->rows_of_host();
    }

    static MemoryUse bytes_per_slice(const ScanPlan& plan) {
        const ScanPlan legs = plan_of_legs(plan), signs = plan_of_signs(plan);
        MemoryUse all = cuda_engine_for(legs)->memory_per_slice(legs);
        const MemoryUse of_signs = cuda_engine_for(signs)->memory_per_slice(signs);
        constexpr std::int64_t at_home = sizeof(float) + sizeof(std::uint8_t);
        all.host_bytes += of_signs.host_bytes + at_home * plan.points_per_slice();
        all.device_bytes += of_signs.device_bytes +
                            (at_home + std::int64_t{sizeof(double) + sizeof(std::uint16_t)}) * plan.points_per_slice() +
                            ClearanceForms::device_bytes(plan.set->shared_limits_at(0)) / plan.slices();
        return all;
    }

private:
    static constexpr unsigned threads = tuning::shared_clearances_per_block;

    SharedClearances results() { return {plan_.x, plan_.y, plan_.z, margin_, least_m_.data(), nearest_.data()}; }

    /// Calls launch(blocks, first slice) for as many slices at once as a launch can have.
    template <class Launch>
    void in_chunks(Launch launch) {
        const auto points = static_cast<std::size_t>(plan_.points_per_slice());
        for (int first = 0; first < plan_.slices(); first += max_blocks_yz) {
            const dim3 blocks(static_cast<unsigned>((points + threads - 1) / threads), 1,
                              static_cast<unsigned>(std::min(plan_.slices() - first, max_blocks_yz)));
            launch(blocks, first);
            HEXSCAN_CUDA_CHECK(cudaGetLastError());
        }
    }

    void look_at_orientation(std::int64_t number) {
        const ClearanceForms forms(plan_.set->shared_limits_at(number), first_number_);
        forms.for_each_kind([&]<class Form>(const NumberedForms<Form>& list) {
            in_chunks([&](const dim3& blocks, int first) {
                look_at_clearances_kernel<<<blocks, threads, 0, stream_.get()>>>(results(), list, first);
            });
        });
        // The kernels read the forms.
        stream_.synchronize();
    }

    /// The sort of limit that is nearest at a point.
    enum class Nearest { legs, shared, open };
    /// `legs_m` and `shared_m` are the clearances of both sorts of limits.
    Nearest nearest(float legs_m, float shared_m) const {
        // The sign of so small a number comes from a verdict, and the reference compares the number itself.
        constexpr float only_a_sign = std::numeric_limits<float>::min();
        const float near_m = std::isfinite(shared_m) ? static_cast<float>(margin_) * std::abs(shared_m) : 0;
        // Comparisons with NaN are false.
        if (shared_m + near_m < legs_m && (legs_m > only_a_sign || shared_m < -only_a_sign)) return Nearest::shared;
        return legs_m < shared_m - near_m && std::abs(legs_m) > only_a_sign ? Nearest::legs : Nearest::open;
    }

    /// Replaces the clearances of shared limits by those of all limits, and computes open points.
    void combine(int slice) {
        plan_.end_if_given_up();
        std::vector<SliceField> of_legs = legs_->fields(slice);
        const std::vector<float>& legs_m = float_values(of_legs, MapKind::clearance);
        const bool asks_limit = plan_.asks_for(MapKind::limit);
        const WorkspaceSlice reachable = signs_->slice(slice);
        const auto columns = static_cast<std::size_t>(plan_.columns());
        std::vector<std::uint8_t> verdicts(columns);
        for (int row = 0; row < plan_.rows(); ++row) {
            const std::size_t begin = static_cast<std::size_t>(row) * columns;
            float* const clearance_m = clearance_.home(slice) + begin;
            std::uint8_t* const limit = asks_limit ? limit_.home(slice) + begin : nullptr;
            const std::uint8_t* const limit_of_legs =
                asks_limit ? byte_values(of_legs, MapKind::limit).data() + begin : nullptr;
            std::ranges::fill(verdicts, std::uint8_t{0});
            fill_bytes(reachable.row(row), verdicts);
            int first_open = plan_.columns(), last_open = -1;
            for (std::size_t c = 0; c < columns; ++c) {
                const Nearest found = nearest(legs_m[begin + c], clearance_m[c]);
                const bool knows_limit = found == Nearest::legs || !limit || limit[c] != LeastShared::any;
                if (found == Nearest::open || !knows_limit) {
                    first_open = std::min(first_open, static_cast<int>(c));
                    last_open = static_cast<int>(c);
                    continue;
                }
                clearance_m[c] = mapped_clearance(std::min(clearance_m[c], legs_m[begin + c]), verdicts[c] != 0);
                if (limit && found == Nearest::legs) limit[c] = limit_of_legs[c];
            }
            if (first_open <= last_open) fill_by_definition(slice, row, first_open, last_open);
        }
    }

    /// Computes columns `first` to `last` of a row on the host, with the definition of the maps.
    void fill_by_definition(int slice, int row, int first, int last) {
        ++rows_of_host_;
        ScanPlan part = plan_of_row(plan_, slice, row);
        part.x.begin += first;
        part.x.count = last - first + 1;
        part.maps = {MapKind::clearance};
        if (plan_.asks_for(MapKind::limit)) part.maps.push_back(MapKind::limit);
        std::vector<SliceField> fields = empty_fields(part);
        definition_of(MapKind::clearance).fill_row(part, 0, 0, fields);
        const std::ptrdiff_t at = std::ptrdiff_t{row} * plan_.columns() + first;
        std::ranges::copy(float_values(fields, MapKind::clearance), clearance_.home(slice) + at);
        if (plan_.asks_for(MapKind::limit))
            std::ranges::copy(byte_values(fields, MapKind::limit), limit_.home(slice) + at);
    }

    ScanPlan plan_;
    double margin_ = 0;  ///< see LeastShared::look()
    int first_number_ = 0;
    std::unique_ptr<PreparedScan> legs_, signs_;
    MapBuffer<float> clearance_;
    MapBuffer<std::uint8_t> limit_;
    DeviceBuffer<double> least_m_;
    DeviceBuffer<std::uint16_t> nearest_;
    std::atomic<std::int64_t> rows_of_host_ = 0;
    Stream stream_;
};

}  // namespace

bool has_shared_clearance_map(const ScanPlan& plan) {
    return plan.has_shared_limits() && cuda_engine_for(plan_of_legs(plan)) != nullptr &&
           cuda_engine_for(plan_of_signs(plan)) != nullptr;
}

std::unique_ptr<SetMap> make_shared_clearance_map(const ScanPlan& plan) {
    return std::make_unique<SharedClearanceMap>(plan);
}

MemoryUse shared_clearance_bytes_per_slice(const ScanPlan& plan) { return SharedClearanceMap::bytes_per_slice(plan); }

}  // namespace hexscan
