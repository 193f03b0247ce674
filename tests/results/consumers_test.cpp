// Tests the images, radii and record of a scan. The workspace is a ball of known size.

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "src/engines/delivery.h"
#include "src/files/json_fields.h"
#include "src/files/platform_file.h"
#include "src/results/pictures/image_files.h"
#include "src/results/radii/radii_csv.h"
#include "src/results/radii/radii_file.h"
#include "src/results/run_record.h"
#include "tests/support/listener.h"
#include "tests/support/pictures.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// An engine whose workspace is a ball. It reports `unwritten` points that were never written.
class BallEngine final : public Engine {
public:
    explicit BallEngine(std::int64_t unwritten = 0) : unwritten_(unwritten) {}
    std::string_view name() const override { return "ball"; }
    bool supports(const ScanPlan&) const override { return true; }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<BallScan>(plan, unwritten_);
    }
    MemoryUse memory_per_slice(const ScanPlan&) const override { return {1, 0}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }

private:
    class BallScan final : public PreparedScan {
    public:
        BallScan(const ScanPlan& plan, std::int64_t unwritten) : plan_(plan), unwritten_(unwritten) {}
        void scan() override {}
        void poison(std::uint8_t) override {}
        std::int64_t unwritten_points() const override { return unwritten_; }
        WorkspaceSlice slice(int index) const override { return hexscan_test::scan(plan_, index); }

    private:
        ScanPlan plan_;
        std::int64_t unwritten_;
    };

    std::int64_t unwritten_;
};

class ConsumersTest : public FolderTest {
protected:
    const ScanPlan plan_ = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(-6, 4, 11));
};

TEST_F(ConsumersTest, TakeSlicesFromAllThreads) {
    ImageFiles images(plan_, folder_, ImageFormat::bmp);
    RadiiFile radii(plan_, folder_);
    Consumer* const consumers[] = {&images, &radii};
    const Delivery delivery = deliver(BallEngine(), plan_, consumers, {.verify = true});
    EXPECT_TRUE(delivery.verification.passed);
    radii.finish();

    std::vector<SliceRadii> expected;
    std::int64_t points = 0, half_cells = 0;
    for (int slice = 0; slice < plan_.slices(); ++slice) {
        const WorkspaceSlice runs = scan(plan_, slice);
        const double z_m = grid_coordinate(plan_.z, slice);
        expected.push_back(
            slice_radii(plan_, slice, row_extents(plan_, runs), exact_reachable(plan_.oriented().geometry, 0, 0, z_m)));
        points += runs.reachable_points();
        // The uppermost slice is on the border of the grid, so its points count half.
        half_cells += (slice == plan_.slices() - 1 ? 1 : 2) * runs.reachable_points();
        ImageWriter(ImageFormat::bmp, 17, 17, ImageShades::two, pixel_density(plan_)).write(folder_ / "alone", runs);
        EXPECT_EQ(content(folder_ / "alone"), content(folder_ / name_in_series(images.files().front(), slice)));
        fs::remove(folder_ / "alone");
    }
    EXPECT_EQ(content(folder_ / "radii.csv"), radii_csv(expected));
    EXPECT_EQ(names_in(folder_).size(), 12U);
    const ScanSummary& summary = radii.summary();
    EXPECT_EQ(summary.reachable_points, points);
    EXPECT_EQ(summary.volume_m3, static_cast<double>(half_cells) / 2);
    ASSERT_TRUE(summary.widest_slice);
    EXPECT_EQ(summary.widest_slice->z_m, 0);
    EXPECT_EQ(summary.widest_slice->circumcircle->radius_m, 5);
    EXPECT_EQ(describe(summary.border, plan_, {}), "z = 4 m (29 points)");
}

TEST_F(ConsumersTest, PointsNeverWrittenAreHandedToNobody) {
    RadiiFile radii(plan_, folder_);
    Consumer* const consumers[] = {&radii};
    const Delivery delivery = deliver(BallEngine(3), plan_, consumers, {.verify = true});
    EXPECT_EQ(delivery.verification.unwritten_points, 3);
    EXPECT_FALSE(delivery.verification.passed);
    EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(ConsumersTest, AnEmptyWorkspace) {
    const ScanPlan plan = ball(0.1, axis(1, 2, 3), axis(1, 2, 3), axis(1, 2, 2));
    RadiiFile radii(plan, folder_);
    Consumer* const consumers[] = {&radii};
    deliver(BallEngine(), plan, consumers, {});
    radii.finish();
    EXPECT_EQ(radii.summary().reachable_points, 0);
    EXPECT_EQ(radii.summary().volume_m3, 0);
    EXPECT_FALSE(radii.summary().widest_slice);
    EXPECT_FALSE(radii.summary().border.any());
}

TEST_F(ConsumersTest, AFailingDiskReachesTheCallerAndLeavesNothing) {
    ImageFiles images(plan_, folder_, ImageFormat::bmp);
    Consumer* const consumers[] = {&images};
    const std::string message = output_error_of([&] {
        const FileSizeLimit limit(100);
        deliver(BallEngine(), plan_, consumers, {});
    });
    EXPECT_TRUE(contains(message, "slice_0")) << message;
    EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(ConsumersTest, TheRecordWarnsOfWhatTheGridCutsOffAndRepeatsTheRun) {
    RunRecord record;
    record.platform = built_in_platform();
    record.platform.scan.x = {-0.2, 0.2, 9};
    record.platform.scan.y.count = record.platform.scan.z.count = 9;
    const ScanPlan plan = make_scan_plan(record.platform);
    RadiiFile radii(plan, folder_);
    Consumer* const consumers[] = {&radii};
    const Delivery delivery = deliver(BallEngine(), plan, consumers, {});
    radii.finish();
    const FinishedRun run{record, plan, delivery, radii, {}, 0};
    const std::vector<std::string> said = new_warnings(run);
    write_run_record(run, folder_);
    const nlohmann::json json = parsed_json(content(folder_ / "run.json"));
    EXPECT_GT(json.at("border_points").at("x_low").get<int>(), 0);
    EXPECT_EQ(json.at("border_points").at("z_low").get<std::int64_t>(), radii.summary().border.z_low);
    ASSERT_EQ(json.at("warnings").size(), 1U);
    EXPECT_TRUE(contains(json.at("warnings")[0].get<std::string>(), "x = -0.2 m"));
    EXPECT_EQ(json.at("warnings"), nlohmann::json(said));
}

}  // namespace
