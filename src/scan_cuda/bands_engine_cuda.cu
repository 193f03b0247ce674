#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/warp.h"
#include "src/device/devices.h"

namespace hexscan {
namespace {

/// Parts of a plan with as many rows each as a launch can have. All slices have the same bands.
std::vector<ScanPlan> bands_of(const ScanPlan& plan) {
    std::vector<ScanPlan> bands;
    for (int first = 0; first < plan.rows(); first += max_blocks_yz) {
        ScanPlan band = plan;
        band.y.begin += first;
        band.y.count = std::min(plan.rows() - first, max_blocks_yz);
        bands.push_back(std::move(band));
    }
    return bands;
}

class BandsScan final : public PreparedScan {
public:
    explicit BandsScan(const ScanPlan& plan) {
        for (const ScanPlan& band : bands_of(plan)) bands_.push_back(cuda_engine_for(band)->prepare(band));
    }

    void scan() override {
        for (const auto& band : bands_) band->scan();
    }
    void poison(std::uint8_t pattern) override {
        for (const auto& band : bands_) band->poison(pattern);
    }
    std::int64_t unwritten_points() const override { return sum_of(&PreparedScan::unwritten_points); }
    std::int64_t output_bytes() const override { return sum_of(&PreparedScan::output_bytes); }
    std::int64_t rows_of_host() const override { return sum_of(&PreparedScan::rows_of_host); }
    WorkspaceSlice slice(int index) const override { return joined(&PreparedScan::slice, index); }
    WorkspaceSlice proved(int index) const override { return joined(&PreparedScan::proved, index); }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> all;
        for (const auto& band : bands_) {
            std::vector<SliceField> of_band = band->fields(index);
            if (all.empty())
                all = std::move(of_band);
            else
                for (std::size_t f = 0; f < all.size(); ++f) append(of_band[f], all[f]);
        }
        return all;
    }

private:
    std::int64_t sum_of(std::int64_t (PreparedScan::*count)() const) const {
        std::int64_t sum = 0;
        for (const auto& band : bands_) sum += ((*band).*count)();
        return sum;
    }
    WorkspaceSlice joined(WorkspaceSlice (PreparedScan::*of_band)(int) const, int index) const {
        std::vector<WorkspaceSlice> parts;
        for (const auto& band : bands_) parts.push_back(((*band).*of_band)(index));
        return concatenate(parts);
    }
    static void append(const SliceField& more, SliceField& field) {
        std::visit(
            [&]<class Values>(Values& values) {
                const auto& its = std::get<Values>(more.values);
                values.insert(values.end(), its.begin(), its.end());
            },
            field.values);
    }

    std::vector<std::unique_ptr<PreparedScan>> bands_;
};

class CudaBandsEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-bands"; }
    bool supports(const ScanPlan& plan) const override {
        return plan.rows() > max_blocks_yz && std::ranges::all_of(bands_of(plan), [](const ScanPlan& band) {
                   return cuda_engine_for(band) != nullptr;
               });
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<BandsScan>(plan);
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        MemoryUse all{0, 0};
        for (const ScanPlan& band : bands_of(plan)) {
            const MemoryUse use = cuda_engine_for(band)->memory_per_slice(band);
            all.host_bytes += use.host_bytes;
            all.device_bytes += use.device_bytes;
        }
        return all;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    int slab_slices(const ScanPlan& plan) const override {
        const ScanPlan band = bands_of(plan).front();
        return cuda_engine_for(band)->slab_slices(band);
    }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_bands_engine() {
    static const CudaBandsEngine engine;
    return &engine;
}

}  // namespace hexscan
