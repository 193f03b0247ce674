#include "src/options.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

Options parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "hexscan");
    return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

/// The message of the UsageError that the arguments cause, or "" if they cause none.
std::string error_of(const std::vector<const char*>& arguments) {
    try {
        parse(arguments);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(Options, NothingGivenMeansDefaults) {
    const Options options = parse({});
    EXPECT_FALSE(options.platform);
    EXPECT_FALSE(options.stage);
    EXPECT_EQ(options.device.kind, DeviceChoice::Kind::automatic);
    EXPECT_FALSE(options.grid || options.x || options.orientation || options.output || options.image);
    EXPECT_FALSE(options.verify || options.quiet || options.help || options.occupancy || options.intrinsics);
}

TEST(Options, EveryOptionIsRead) {
    const Options options =
        parse({"--platform", "p.yaml", "--stage", "ilp", "--device", "cuda:3", "--grid", "10x20x30", "--x", "-0.9:0.8",
               "--y", "1:2", "--z=-3:-2", "--orientation", "-1,2,-3", "--output", "out", "--image", "png", "--repeat",
               "7", "--verify", "--quiet"});
    EXPECT_EQ(options.platform, "p.yaml");
    EXPECT_EQ(options.stage, "ilp");
    EXPECT_EQ(options.device.kind, DeviceChoice::Kind::cuda);
    EXPECT_EQ(options.device.index, 3);
    ASSERT_TRUE(options.grid);
    EXPECT_EQ(options.grid->x, 10);
    EXPECT_EQ(options.grid->y, 20);
    EXPECT_EQ(options.grid->z, 30);
    EXPECT_EQ(options.x, RangeOverride(-0.9, 0.8));
    EXPECT_EQ(options.y, RangeOverride(1, 2));
    EXPECT_EQ(options.z, RangeOverride(-3, -2));
    ASSERT_TRUE(options.orientation);
    EXPECT_EQ(*options.orientation, (std::array<double, 3>{-1, 2, -3}));
    EXPECT_EQ(options.output, "out");
    EXPECT_EQ(options.image, ImageFormat::png);
    EXPECT_EQ(options.repeat, 7);
    EXPECT_TRUE(options.verify && options.quiet);
}

TEST(Options, OccupancyTakesAKernelOrNothing) {
    EXPECT_TRUE(parse({"--occupancy"}).occupancy);
    EXPECT_FALSE(parse({"--occupancy"}).occupancy_kernel);
    const Options options = parse({"--occupancy=256,32,4096", "--compute-capability", "3.5"});
    ASSERT_TRUE(options.occupancy_kernel);
    EXPECT_EQ(options.occupancy_kernel->threads_per_block, 256);
    EXPECT_EQ(options.occupancy_kernel->registers_per_thread, 32);
    EXPECT_EQ(options.occupancy_kernel->static_shared_bytes, 4096);
    EXPECT_EQ(options.compute_capability, (ComputeCapability{3, 5}));
}

TEST(Options, WhatIsWrongIsNamedWithWhatIsAllowed) {
    const std::vector<std::pair<std::vector<const char*>, const char*>> cases = {
        {{"--stgae", "7"}, "--stgae"},
        {{"--stag", "7"}, "--stag"},
        {{"stray"}, "stray"},
        {{"--grid", "10x20"}, "NXxNYxNZ"},
        {{"--grid", "10x0x5"}, "each count must be"},
        {{"--grid", "10x-3x5"}, "each count must be"},
        {{"--grid", "99999999999x3x5"}, "NXxNYxNZ"},
        {{"--x", "0.1"}, "FROM:TO"},
        {{"--x", "nan:1"}, "FROM:TO"},
        {{"--x", "0:inf"}, "FROM:TO"},
        {{"--y", "1:2:3"}, "FROM:TO"},
        {{"--z", "a:b"}, "FROM:TO"},
        {{"--orientation", "1,2"}, "ROLL,PITCH,YAW"},
        {{"--device", "gpu"}, "auto, cpu, cuda"},
        {{"--device", "cuda:-1"}, "auto, cpu, cuda"},
        {{"--device", "cuda:x"}, "auto, cpu, cuda"},
        {{"--image", "jpg"}, "bmp, png or none"},
        {{"--repeat", "0"}, "1 to 1000000"},
        {{"--repeat", "2.5"}, "1 to 1000000"},
        {{"--output", ""}, "must not be empty"},
        {{"--occupancy=many"}, "THREADS,REGISTERS,SHARED_BYTES"},
        {{"--compute-capability", "9.0"}, "--occupancy"},
        {{"--occupancy", "--compute-capability", "4.2"}, "--compute-capability"},
        {{"--stage"}, "--stage"},
    };
    for (const auto& [arguments, expected] : cases) {
        const std::string message = error_of(arguments);
        EXPECT_NE(message.find(expected), std::string::npos)
            << arguments.front() << " gave '" << message << "', which does not name '" << expected << "'";
    }
}

TEST(Options, HelpFitsAScreenAndEndsWithExamples) {
    std::istringstream help(help_text());
    std::vector<std::string> lines;
    for (std::string line; std::getline(help, line);) lines.push_back(line);
    EXPECT_LE(lines.size(), 50U);
    for (const std::string& line : lines) EXPECT_LE(line.size(), 110U) << line;
    ASSERT_GE(lines.size(), 3U);
    for (std::size_t i = lines.size() - 3; i < lines.size(); ++i) EXPECT_EQ(lines[i].find("  hexscan "), 0U);
}

TEST(Overrides, AreInTheFilesUnits) {
    Platform platform = built_in_platform();
    platform.units = {"mm", "deg"};
    apply_overrides(parse({"--x", "-100:100", "--grid", "5x6x7", "--orientation", "0,0,90"}), platform);
    EXPECT_DOUBLE_EQ(platform.scan.x.from_m, -0.1);
    EXPECT_DOUBLE_EQ(platform.scan.x.to_m, 0.1);
    EXPECT_EQ(platform.scan.x.count, 5);
    EXPECT_EQ(platform.scan.y.count, 6);
    EXPECT_EQ(platform.scan.z.count, 7);
    EXPECT_DOUBLE_EQ(platform.scan.yaw_rad, 1.5707963267948966);
    EXPECT_DOUBLE_EQ(platform.scan.y.from_m, built_in_platform().scan.y.from_m);
}

TEST(Overrides, BackwardsRangeIsRejected) {
    Platform platform = built_in_platform();
    EXPECT_THROW(apply_overrides(parse({"--z", "2:1"}), platform), UsageError);
}

}  // namespace
}  // namespace hexscan
