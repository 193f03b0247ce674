// Compares a scan that ranks share with the same scan of one engine, byte by byte.

#include "src/engines/sharded_engine.h"

#include <atomic>
#include <functional>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/ranks/rank_messages.h"
#include "src/scan/map_kind.h"
#include "src/scan/slice_bytes.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/thread_ranks.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// Runs `first` as rank 0 with the engine of all ranks. The other ranks serve it until it returns.
void on_ranks(int count, const Engine& engine, const ScanPlan& plan, const std::function<void(const Engine&)>& first) {
    ThreadRun run(count);
    run.run([&](Ranks& ranks) {
        const LocalEngine local{engine, {}};
        if (ranks.rank() != 0) return serve_scans(local, plan, ranks);
        const ShardedEngine sharded(local, ranks);
        first(sharded);
        sharded.end_scans();
    });
    EXPECT_EQ(run.messages_left(tag(RankTag::ready)), 0U);
}

bool same_fields(const std::vector<SliceField>& a, const std::vector<SliceField>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].name != b[i].name || a[i].unit != b[i].unit || field_bytes({a[i]}) != field_bytes({b[i]}))
            return false;
    return true;
}

void expect_same(const PreparedScan& alone, const PreparedScan& shared, const ScanPlan& plan) {
    for (int i = 0; i < plan.slices(); ++i) {
        ASSERT_EQ(alone.slice(i), shared.slice(i)) << i;
        ASSERT_TRUE(same_fields(alone.fields(i), shared.fields(i))) << i;
        ASSERT_EQ(alone.proved(i), shared.proved(i)) << i;
    }
    EXPECT_EQ(shared.unwritten_points(), 0);
}

void expect_the_same_on_all_numbers_of_ranks(const Engine& engine, const ScanPlan& plan) {
    ASSERT_TRUE(engine.supports(plan));
    const auto alone = engine.prepare(plan);
    alone->scan();
    for (const int count : {1, 2, 5})
        on_ranks(count, engine, plan, [&](const Engine& sharded) {
            const auto shared = sharded.prepare(plan);
            shared->scan();
            expect_same(*alone, *shared, plan);
            // Scans again over poisoned memory, and then scans only a part of the plan, like a slab.
            shared->poison(0xAA);
            EXPECT_EQ(shared->unwritten_points(), plan.points());
            shared->scan();
            expect_same(*alone, *shared, plan);
            if (plan.slices() < 3) return;
            const ScanPlan slab = plan.slab(1, plan.slices() - 2);
            const auto part = engine.prepare(slab), shared_part = sharded.prepare(slab);
            part->scan();
            shared_part->scan();
            expect_same(*part, *shared_part, slab);
        });
}

TEST(ShardedEngine, PlainScansAreTheSame) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        expect_the_same_on_all_numbers_of_ranks(cpu_engine(), make_scan_plan(random_platform(seed)));
}

Platform small_case_study() {
    Platform platform = built_in_platform();
    platform.scan.x.count = 24;
    platform.scan.y.count = 20;
    platform.scan.z.count = 30;
    return platform;
}

TEST(ShardedEngine, SetsMapsAndWhatIsProvedAreTheSame) {
    Platform platform = small_case_study();
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    expect_the_same_on_all_numbers_of_ranks(set_engine(), make_scan_plan(platform));
    platform.scan.orientations.roll = {-2 * degree, 2 * degree, 9};
    platform.scan.orientations.pitch = {-2 * degree, 2 * degree, 9};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.questions.certified = true;
    platform.scan.questions.maps = {MapKind::share, MapKind::limit, MapKind::clearance};
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_TRUE(plan.is_certified());
    expect_the_same_on_all_numbers_of_ranks(set_engine(), plan);
}

/// Counts the slices that it takes and their points.
class CountingConsumer final : public Consumer {
public:
    void take(const Slice& slice) override {
        points_ += slice.runs.reachable_points();
        ++slices_;
    }
    std::int64_t points() const { return points_; }
    int slices() const { return slices_; }

private:
    std::atomic<std::int64_t> points_{0};
    std::atomic<int> slices_{0};
};

TEST(ShardedEngine, SlabAfterSlabIsDeliveredAndVerified) {
    Platform platform = small_case_study();
    platform.scan.z.count = 333;
    const ScanPlan plan = make_scan_plan(platform);
    CountingConsumer alone;
    Consumer* list[] = {&alone};
    deliver(cpu_engine(), plan, list, {});
    on_ranks(3, reference_engine(), plan, [&](const Engine& sharded) {
        CountingConsumer consumer;
        Consumer* consumers[] = {&consumer};
        const Delivery delivery = deliver(sharded, plan, consumers, {.verify = true});
        EXPECT_EQ(delivery.slab_slices, 3 * reference_engine().slab_slices(plan));
        EXPECT_LT(delivery.slab_slices, plan.slices());
        EXPECT_TRUE(delivery.verification.passed);
        EXPECT_EQ(consumer.slices(), 333);
        EXPECT_EQ(consumer.points(), alone.points());
    });
}

/// An engine with a fault in slice 7: either its points are never written, or the device fails.
class FaultyEngine final : public Engine {
public:
    explicit FaultyEngine(bool throws) : throws_(throws) {}
    std::string_view name() const override { return "faulty"; }
    bool supports(const ScanPlan&) const override { return true; }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<Scan>(plan, throws_);
    }
    MemoryUse memory_per_slice(const ScanPlan&) const override { return {}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }

private:
    class Scan final : public PreparedScan {
    public:
        Scan(const ScanPlan& plan, bool throws) : plan_(plan), throws_(throws) {}
        void scan() override {
            if (throws_ && holds_fault()) throw DeviceError("slice 7 burns");
        }
        void poison(std::uint8_t pattern) override { poison_ = pattern; }
        std::int64_t unwritten_points() const override { return holds_fault() && poison_ == 0xCD ? 3 : 0; }
        WorkspaceSlice slice(int) const override {
            WorkspaceSlice empty;
            empty.row_begin.assign(static_cast<std::size_t>(plan_.rows()) + 1, 0);
            return empty;
        }

    private:
        bool holds_fault() const {
            const int first = plan_.z.begin;
            return first <= 7 && 7 < first + plan_.slices();
        }
        ScanPlan plan_;
        bool throws_;
        int poison_ = 0;
    };
    bool throws_;
};

TEST(ShardedEngine, PointsThatARankNeverWroteAreCounted) {
    const ScanPlan plan = make_scan_plan(small_case_study());
    on_ranks(3, FaultyEngine(false), plan, [&](const Engine& sharded) {
        const auto scan = sharded.prepare(plan);
        scan->poison(0xCD);
        scan->scan();
        EXPECT_EQ(scan->unwritten_points(), 3);
    });
}

TEST(ShardedEngine, WhereARankFailsAllFail) {
    const ScanPlan plan = make_scan_plan(small_case_study());
    const FaultyEngine engine(true);
    std::atomic<int> failed{0};
    ThreadRun run(4);
    run.run([&](Ranks& ranks) {
        const LocalEngine local{engine, {}};
        try {
            if (ranks.rank() == 0)
                ShardedEngine(local, ranks).prepare(plan)->scan();
            else
                serve_scans(local, plan, ranks);
        } catch (const DeviceError& error) {
            EXPECT_TRUE(std::string_view(error.what()).starts_with("slice 7 burns")) << error.what();
            ++failed;
        }
    });
    EXPECT_EQ(failed, 4);
}

}  // namespace
