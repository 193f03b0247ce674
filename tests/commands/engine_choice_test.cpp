#include "src/commands/engine_choice.h"

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "stages/registry.h"

namespace hexscan {
namespace {

ScanPlan small_plan() {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = 20;
    platform.scan.z.count = 5;
    return make_scan_plan(platform);
}

constexpr DeviceChoice cpu{DeviceChoice::Kind::cpu};

TEST(EngineChoice, TakesTheCpuFormOfAStageForTheCpu) {
    for (const StageEntry& entry : stage_registry()) {
        const EngineChoice choice = engine_of_run({.stage = entry.name, .device = cpu}, small_plan());
        EXPECT_EQ(choice.engine, entry.on_host) << entry.name;
        EXPECT_EQ(choice.stage, &entry);
        EXPECT_FALSE(choice.device);
        EXPECT_EQ(choice.notice, "") << "nobody is told what he asked for";
    }
}

TEST(EngineChoice, WithoutAStageTheCpuEngineScans) {
    const EngineChoice choice = engine_of_run({.device = cpu}, small_plan());
    EXPECT_EQ(choice.stage, nullptr);
    EXPECT_EQ(choice.engine->name(), "cpu");
}

/// Every caller gets the same engine. Without a wish for a stage, only the notice differs.
TEST(EngineChoice, IsTheSameForTheLibraryAndTheProgram) {
    const ScanPlan plan = small_plan();
    for (const DeviceChoice& device : {cpu, DeviceChoice{}})
        EXPECT_EQ(choose_engine(plan, {.device = device}).engine, engine_of_run({.device = device}, plan).engine);
    EXPECT_EQ(choose_engine(plan, {.device = cpu, .takes_device = true}).notice, "");
    const auto refused = [&](const std::string_view option) {
        try {
            (void)choose_engine(plan, {.device = {DeviceChoice::Kind::cuda, 1 << 20}, .option = option});
        } catch (const DeviceError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refused("--device").find("--device cuda:1048576"), 0U);
    EXPECT_EQ(refused("device").find("device cuda:1048576"), 0U);
}

/// The device fails while a stage is timed.
TEST(EngineChoice, FallsBackToTheCpuFormWithTheReason) {
    const StageEntry& entry = *find_stage("7");
    const auto on_device = [&] {
        EngineChoice choice;
        choice.stage = &entry;
        choice.device = DeviceInfo{};
        return choice;
    };
    EngineChoice choice = on_device();
    EXPECT_TRUE(fall_back_to_host({}, DeviceError("the GPU fell off the bus"), choice));
    EXPECT_EQ(choice.engine, entry.on_host);
    EXPECT_FALSE(choice.device);
    EXPECT_EQ(choice.notice, "the GPU fell off the bus; stage 7 intrinsics runs on this CPU instead");

    EngineChoice insisted = on_device();
    EXPECT_FALSE(fall_back_to_host({DeviceChoice::Kind::cuda}, DeviceError("it fails"), insisted));
    EXPECT_TRUE(insisted.device);
    EngineChoice no_stage;
    no_stage.device = DeviceInfo{};
    EXPECT_FALSE(fall_back_to_host({}, DeviceError("it fails"), no_stage));
}

TEST(EngineChoice, KnowsTheStagesByNumberAndName) {
    EXPECT_THROW(engine_of_run({.stage = "99", .device = cpu}, small_plan()), UsageError);
    EXPECT_EQ(engine_of_run({.stage = "packed-bits", .device = cpu}, small_plan()).stage->number, 9);
}

}  // namespace
}  // namespace hexscan
