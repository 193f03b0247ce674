#include "src/engines/verification.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "src/base/spread.h"
#include "src/engines/delivery.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"

namespace hexscan {
namespace {

OrientedPlan small_oriented_plan() {
    Platform platform = built_in_platform();
    platform.scan.x.count = 61;
    platform.scan.y.count = 47;
    platform.scan.z.count = 5;
    return make_scan_plan(platform).oriented();
}

/// A scan with a given workspace and a given number of unwritten points.
class FakeScan final : public PreparedScan {
public:
    explicit FakeScan(Workspace workspace, std::int64_t unwritten = 0)
        : workspace_(std::move(workspace)), unwritten_(unwritten) {}
    void scan() override {}
    void poison(std::uint8_t) override {}
    std::int64_t unwritten_points() const override { return unwritten_; }
    WorkspaceSlice slice(int index) const override { return workspace_[static_cast<std::size_t>(index)]; }

private:
    Workspace workspace_;
    std::int64_t unwritten_;
};

/// Shortens the last run of the first slice with a run by `columns` at its end.
Workspace with_shortened_run(Workspace workspace, int columns) {
    for (WorkspaceSlice& slice : workspace)
        if (!slice.runs.empty()) {
            slice.runs.back().last -= columns;
            return workspace;
        }
    ADD_FAILURE() << "the plan has no reachable point";
    return workspace;
}

TEST(Verification, EqualWorkspacesPass) {
    const OrientedPlan plan = small_oriented_plan();
    const Workspace reference = scan_reference(plan);
    const Verification result = verify(FakeScan(reference), plan, reference, 0);
    EXPECT_TRUE(result.done && result.passed);
    EXPECT_EQ(result.differences, 0);
    EXPECT_EQ(result.worst_margin, 0);
}

TEST(Verification, OneWrongVerdictIsFoundWithItsMargin) {
    const OrientedPlan plan = small_oriented_plan();
    const Workspace reference = scan_reference(plan);
    const FakeScan scan(with_shortened_run(reference, 1));
    const Verification strict = verify(scan, plan, reference, 0);
    EXPECT_FALSE(strict.passed);
    EXPECT_EQ(strict.differences, 1);
    EXPECT_GT(strict.worst_margin, 0);
    EXPECT_FALSE(verify(scan, plan, reference, strict.worst_margin * 0.99).passed);
    EXPECT_TRUE(verify(scan, plan, reference, strict.worst_margin).passed);
}

TEST(Verification, DifferencesAreCountedBothWays) {
    const OrientedPlan plan = small_oriented_plan();
    const Workspace reference = scan_reference(plan);
    const Workspace shorter = with_shortened_run(reference, 3);
    EXPECT_EQ(verify(FakeScan(shorter), plan, reference, 0).differences, 3);
    EXPECT_EQ(verify(FakeScan(reference), plan, shorter, 0).differences, 3);
}

TEST(Verification, UnwrittenPointsFailEvenIfVerdictsAgree) {
    const OrientedPlan plan = small_oriented_plan();
    const Workspace reference = scan_reference(plan);
    const Verification result = verify(FakeScan(reference, 1), plan, reference, 1);
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.unwritten_points, 1);
}

TEST(Verification, NotANumberNeverPasses) {
    OrientedPlan plan = small_oriented_plan();
    const Workspace reference = scan_reference(plan);
    plan.geometry.legs[0].max_length_m = std::numeric_limits<double>::quiet_NaN();
    const Verification result = verify(FakeScan(with_shortened_run(reference, 1)), plan, reference, 1);
    // A NaN in one leg leaves the margins of the others finite, so every leg gets one.
    for (Leg<double>& leg : plan.geometry.legs) leg.offset_m.x = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(verify(FakeScan(with_shortened_run(reference, 1)), plan, reference, 1).passed);
    EXPECT_EQ(result.differences, 1);
}

TEST(Verification, NotANumberSticksWhateverFollows) {
    Verification unknown, small;
    unknown.worst_margin = std::numeric_limits<double>::quiet_NaN();
    small.worst_margin = 1e-9;
    EXPECT_TRUE(std::isnan(worse_of(unknown, small).worst_margin));
    EXPECT_TRUE(std::isnan(worse_of(small, unknown).worst_margin));
    // One row has an unknown margin. Points with known margins differ before and after it.
    OrientedPlan plan = small_oriented_plan();
    const Workspace reference = scan_reference(plan);
    Workspace none = reference;
    for (WorkspaceSlice& slice : none) {
        slice.runs.clear();
        std::fill(slice.row_begin.begin(), slice.row_begin.end(), 0);
    }
    EXPECT_TRUE(verify(FakeScan(none), plan, reference, 1e9).passed);
    plan.geometry.y.full_count = plan.rows() / 2 + 1;                 // the middle row becomes the axis' last point
    plan.geometry.y.to_m = std::numeric_limits<double>::quiet_NaN();  // the coordinate of the last point is unknown
    const Verification result = verify(FakeScan(none), plan, reference, 1e9);
    EXPECT_TRUE(std::isnan(result.worst_margin));
    EXPECT_FALSE(result.passed);
}

/// A scan of one slice with a map and without a reachable point.
class FakeMap final : public PreparedScan {
public:
    FakeMap(MapKind map, std::vector<float> values)
        : field_{std::string(name_of(map)), std::string(definition_of(map).unit), std::move(values)} {}
    void scan() override {}
    void poison(std::uint8_t) override {}
    std::int64_t unwritten_points() const override { return 0; }
    WorkspaceSlice slice(int) const override { return {}; }
    std::vector<SliceField> fields(int) const override { return {field_}; }

private:
    SliceField field_;
};

/// Numbers of a map with a tolerance may differ by it; other maps must be equal to the bit. Signs and infinities must
/// always agree.
TEST(Verification, NumbersAreHeldToTheToleranceOfTheirMap) {
    constexpr float infinite = std::numeric_limits<float>::infinity(), none = std::numeric_limits<float>::quiet_NaN();
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 1;
    const auto differences = [&](MapKind map, float expected, float found) {
        platform.scan.questions.maps = {map};
        if (map == MapKind::gap) platform.machine.legs_apart = LegsApart{0.01, 0.01, 0.1, {}};
        const ScanPlan plan = make_scan_plan(platform);
        return verify_against(FakeMap(map, {expected}), FakeMap(map, {found}), plan).differences;
    };
    EXPECT_EQ(differences(MapKind::conditioning, 0.5F, 0.5F), 0);
    EXPECT_EQ(differences(MapKind::conditioning, 0.5F, 0.5F + 0x1p-22F), 0);
    EXPECT_EQ(differences(MapKind::conditioning, 0.5F, 0.5F + 0x1p-20F), 1);
    EXPECT_EQ(differences(MapKind::conditioning, -0.5F, 0.5F), 1);
    EXPECT_EQ(differences(MapKind::conditioning, 0.0F, 1e-40F), 1);
    EXPECT_EQ(differences(MapKind::error, infinite, infinite), 0);
    EXPECT_EQ(differences(MapKind::error, infinite, 1e30F), 1);
    EXPECT_EQ(differences(MapKind::error, 1e30F, infinite), 1);
    EXPECT_EQ(differences(MapKind::error, 2, none), 1);
    EXPECT_EQ(differences(MapKind::error, none, none), 1);
    EXPECT_EQ(differences(MapKind::gap, 0.5F, 0.5F + 0x1p-22F), 1);
}

TEST(Verification, TheWorseOfTwoKeepsTheFailure) {
    Verification good, bad;
    good.done = good.passed = true;
    bad.done = true;
    bad.differences = 4;
    bad.worst_margin = 0.5;
    for (const Verification& both : {worse_of(good, bad), worse_of(bad, good), sum_of(good, bad)}) {
        EXPECT_FALSE(both.passed);
        EXPECT_EQ(both.differences, 4);
        EXPECT_EQ(both.worst_margin, 0.5);
    }
    EXPECT_EQ(sum_of(bad, bad).differences, 8);
}

TEST(Delivery, CpuEngineFitsAndEqualsTheReference) {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 20;
    const ScanPlan plan = make_scan_plan(platform);
    EXPECT_EQ(slices_that_fit(cpu_engine(), plan), plan.slices());
    const std::unique_ptr<PreparedScan> scan = cpu_engine().prepare(plan);
    EXPECT_EQ(scan->unwritten_points(), plan.points());
    scan->scan();
    EXPECT_TRUE(verify(*scan, plan.oriented(), scan_reference(plan.oriented()), 0).passed);
}

/// Scans like the engine `cpu`. Each slice takes `slice_bytes` of the free memory.
class EngineWithMemory final : public Engine {
public:
    EngineWithMemory(std::int64_t slice_bytes, std::int64_t free_bytes)
        : slice_bytes_(slice_bytes), free_bytes_(free_bytes) {}
    std::string_view name() const override { return "with memory"; }
    bool supports(const ScanPlan&) const override { return true; }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override { return cpu_engine().prepare(plan); }
    MemoryUse memory_per_slice(const ScanPlan&) const override { return {slice_bytes_, 0}; }
    MemoryUse free_memory() const override {
        ++looks_;
        return {free_bytes_, 0};
    }
    int slab_slices(const ScanPlan& plan) const override { return plan.slices(); }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
    int looks() const { return looks_; }

private:
    std::int64_t slice_bytes_, free_bytes_;
    mutable int looks_ = 0;
};

/// The number of slices per slab when the engine scans 20 x 20 x 20 points.
int slab_slices(const EngineWithMemory& engine) {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 20;
    return deliver(engine, make_scan_plan(platform), {}, {}).slab_slices;
}

TEST(Delivery, TwoSlabsFitIntoTheMemoryThatIsFree) {
    constexpr std::int64_t slice_bytes = std::int64_t{1} << 30;
    EXPECT_EQ(slab_slices({slice_bytes, 40 * slice_bytes}), 20);
    EXPECT_EQ(slab_slices({slice_bytes, 20 * slice_bytes}), 7) << "0.7 of it may be used, which holds 14";
    EXPECT_EQ(slab_slices({slice_bytes, 2 * slice_bytes}), 1);
    EXPECT_EQ(slab_slices({slice_bytes, 0}), 1);
}

TEST(Delivery, LittleIsScannedWithoutALookAtMemory) {
    const EngineWithMemory little(tuning::unasked_host_bytes / 20, 0), more(tuning::unasked_host_bytes / 20 + 1, 0);
    EXPECT_EQ(slab_slices(little), 20);
    EXPECT_EQ(little.looks(), 0);
    EXPECT_EQ(slab_slices(more), 1);
    EXPECT_EQ(more.looks(), 1);
}

}  // namespace
}  // namespace hexscan
