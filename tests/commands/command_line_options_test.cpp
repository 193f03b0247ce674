#include "src/base/text.h"
#include "src/commands/command.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/commands/engine_choice.h"
#include "src/commands/platform_options.h"
#include "src/files/platform_file.h"
#include "src/results/output_kinds.h"
#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

ParsedCommand parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "hexscan");
    return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

/// The message of the error that a command line causes before it reads or writes any file, or "".
std::string usage_error_of(const std::vector<const char*>& arguments) {
    try {
        const ParsedCommand parsed = parse(arguments);
        requested_device(parsed.arguments);
        if (parsed.command.name == "scan") requested_platform(parsed.arguments, requested_document(parsed.arguments));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

Platform platform_of(const std::vector<const char*>& arguments, Platform platform) {
    apply_overrides(parse(arguments).arguments, platform);
    return platform;
}

TEST(CommandLine, WithoutACommandItScans) {
    EXPECT_EQ(parse({}).command.name, "scan");
    EXPECT_EQ(parse({"--stage", "7"}).command.name, "scan");
    EXPECT_EQ(parse({"scan", "--stage", "7"}).command.name, "scan");
    EXPECT_EQ(parse({"my.yaml"}).command.name, "scan");
    EXPECT_EQ(parse({"my.yaml"}).arguments.word(), "my.yaml");
}

TEST(CommandLine, EveryCommandHasANameAPurposeAndAHelpPage) {
    for (const Command& command : commands()) {
        EXPECT_FALSE(command.name.empty());
        EXPECT_FALSE(command.purpose.empty()) << command.name;
        EXPECT_TRUE(command.run) << command.name;
        EXPECT_NE(help_page(command).find("usage: hexscan " + command.name), std::string::npos);
        EXPECT_NE(help_page().find("  " + command.name), std::string::npos);
        EXPECT_EQ(parse({command.name.c_str(), "--help"}).command.name, "") << "help is a page of its own";
        EXPECT_EQ(parse({command.name.c_str(), "-h"}).command.name, "");
    }
}

TEST(CommandLine, HelpPagesFitATerminal) {
    const auto expect_fit = [](const std::string& page, std::size_t most_lines) {
        std::istringstream help(page);
        std::size_t lines = 0;
        for (std::string line; std::getline(help, line); ++lines) {
            EXPECT_LE(line.size(), 110U) << line;
            EXPECT_FALSE(line.ends_with(" ")) << line;
            EXPECT_EQ(find_unreadable(line), std::string::npos) << line;
        }
        EXPECT_LE(lines, most_lines);
    };
    expect_fit(help_page(), 25);
    for (const Command& command : commands()) expect_fit(help_page(command), 70);
}

TEST(CommandLine, QIsQuiet) {
    for (const Command& command : commands()) {
        const bool has_quiet = help_page(command).find("--quiet") != std::string::npos;
        EXPECT_EQ(usage_error_of({command.name.c_str(), "-q"}).empty(), has_quiet) << command.name;
        EXPECT_EQ(has_quiet && parse({command.name.c_str(), "-q"}).arguments.on("quiet"), has_quiet) << command.name;
    }
    EXPECT_TRUE(parse({"-q", "my.yaml"}).arguments.on("quiet"));
    EXPECT_FALSE(parse({"my.yaml"}).arguments.on("quiet"));
}

TEST(CommandLine, ACommandsNameMayBeAnOptionsValue) {
    EXPECT_EQ(parse({"--output", "check", "my.yaml"}).arguments.text("output"), "check");
    EXPECT_EQ(parse({"--output=check"}).command.name, "scan");
}

TEST(CommandLine, HelpIsOfTheCommandWhereverItStands) {
    for (const auto& arguments :
         std::vector<std::vector<const char*>>{{"--help", "check"}, {"-h", "check"}, {"help", "check"}}) {
        testing::internal::CaptureStdout();
        const ParsedCommand parsed = parse(arguments);
        parsed.command.run(parsed.arguments);
        std::fflush(stdout);
        EXPECT_NE(testing::internal::GetCapturedStdout().find("usage: hexscan check"), std::string::npos);
    }
}

TEST(CommandLine, OptionsAreGivenToTheCommandThatOwnsThem) {
    const Arguments scan = parse({"--platform", "p.yaml", "--stage", "ilp", "--device", "cuda:3", "--output", "out",
                                  "--image", "png", "--repeat", "7", "--verify", "--quiet"})
                               .arguments;
    EXPECT_EQ(scan.text("platform"), "p.yaml");
    EXPECT_EQ(scan.text("stage"), "ilp");
    EXPECT_EQ(requested_device(scan).kind, DeviceChoice::Kind::cuda);
    EXPECT_EQ(requested_device(scan).index, 3);
    EXPECT_TRUE(scan.on("verify") && scan.on("quiet"));
}

TEST(CommandLine, StageAllIsTheLadder) {
    for (const auto& arguments : std::vector<std::vector<const char*>>{{"--stage", "all"},
                                                                       {"--stage=all"},
                                                                       {"scan", "--stage", "all", "--repeat", "3"},
                                                                       {"--repeat", "3", "--stage", "all"}})
        EXPECT_EQ(parse(arguments).command.name, "ladder");
    EXPECT_EQ(parse({"--stage", "all", "--repeat", "3"}).arguments.text("repeat"), "3");
}

TEST(CommandLine, OfTheStudyHasItsOwnOptions) {
    EXPECT_EQ(parse({"occupancy", "256,32,4096", "--compute-capability", "3.5"}).arguments.word(), "256,32,4096");
    EXPECT_NE(usage_error_of({"--lesson", "banks"}).find("belongs to hexscan memory"), std::string::npos);
}

TEST(CommandLine, WhatIsWrongIsNamedWithWhatHelps) {
    const std::vector<std::pair<std::vector<const char*>, const char*>> cases = {
        {{"--stgae", "7"}, "did you mean --stage?"},
        {{"--stag", "7"}, "did you mean --stage?"},
        {{"--devices"}, "devices is a command"},
        {{"devices", "--verify"}, "belongs to hexscan scan"},
        {{"devices", "word"}, "takes options only"},
        {{"a.yaml", "b.yaml"}, "takes only one"},
        {{"--platform", "a.yaml", "b.yaml"}, "--platform already names the machine"},
        {{"--output", "--quiet"}, "needs a value"},
        {{"--json", "check", "my.yaml"}, "check: put the command first: hexscan check --json my.yaml"},
        {{"my file.yaml", "check"}, "hexscan check 'my file.yaml'"},
        {{"--quiet", "check"}, "put the command first: hexscan check --quiet"},
        {{"-o", "out"}, "did you mean --output?"},
        {{"check", "-o", "out"}, "see hexscan check --help"},
        {{"-v"}, "hexscan scan --verify checks every verdict"},
        {{"--stl"}, "did you mean --surface?"},
        {{"check", "--stl"}, "see hexscan check --help"},
        {{"--threads", "4"}, "taskset"},
        {{"-grid", "10x10x10"}, "did you mean --grid?"},
        {{"--z", "1.4", "--grid", "10x10x5"}, "one number gives one point along z, as in --grid 100x100x1"},
        {{"--x", "0", "--grid", "10x10x5"}, "one number gives one point along x, as in --grid 1x100x100"},
        {{"--z", "380,5"}, "write decimals with a point: 380.5"},
        {{"--map", "clearence"}, "did you mean clearance?"},
        {{"--workspace", "inclusiv"}, "did you mean inclusive?"},
        {{"--STL"}, "did you mean --surface?"},
        {{"--yaw", "5"}, "did you mean --orientation ROLL,PITCH,YAW?"},
        {{"--csv"}, "radii.csv and run.json are always written"},
        {{"sweep", "--resume"}, "continues where it stopped"},
        {{"occupancy", "--cc", "9.0"}, "did you mean --compute-capability?"},
        {{"--map", "clearance", "limit"}, "separate several maps by commas without spaces: --map clearance,limit"},
        {{"--map", "clearance,", "limit", "p.yaml"},
         "separate several maps by commas without spaces: --map clearance,limit"},
        {{"--z", "400:500:10"}, "--grid sets the number of points"},
        {{"--z", "400mm"}, "write the number without a unit: 400"},
        {{"--grid", "10x20"}, "NXxNYxNZ"},
        {{"--grid", "10x0x5"}, "each count must be"},
        {{"--grid", "10x-3x5"}, "each count must be"},
        {{"--grid", "99999999999x3x5"}, "NXxNYxNZ"},
        {{"--x", "a"}, "FROM:TO"},
        {{"--x", "nan:1"}, "FROM:TO"},
        {{"--x", "0:inf"}, "FROM:TO"},
        {{"--y", "1:2:3"}, "FROM:TO"},
        {{"--z", "a:b"}, "FROM:TO"},
        {{"--x", "0:1e7"}, "must lie between"},
        {{"--z", "2:1"}, "'from' must be below 'to'"},
        {{"--orientation", "1,2"}, "ROLL,PITCH,YAW"},
        {{"--orientation", "361,0,0"}, "must lie between -360 and 360 deg"},
        {{"--orientation", "1e308,0,0"}, "must lie between -360 and 360 deg"},
        {{"--orientation", "-5:5,0,0"}, "FROM:TO:POINTS"},
        {{"--orientation", "-5:5:x,0,0"}, "FROM:TO:POINTS"},
        {{"--orientation", "5:-5:3,0,0"}, "-5:3"},
        {{"--orientation", "-5:5:3,0,0"}, "must be total"},
        {{"--orientation", "-5:5:3,0,0", "--workspace", "all"}, "constant, total or inclusive"},
        {{"--orientation", "-5:5:3000,-5:5:3000,0", "--workspace", "total"}, "--orientation"},
        {{"--tilt", "10"}, "TO:RINGSxDIRECTIONS"},
        {{"--tilt", "10:0x4", "--workspace", "total"}, "--tilt"},
        {{"--tilt", "400:2x4", "--workspace", "total"}, "must lie between"},
        {{"--tilt", "10:2x4", "--orientation", "0,0,0"}, "give one of them"},
        {{"--map", "depth"}, "must be one or several of clearance, limit, "},
        {{"--map", "limit,limit"}, "twice"},
        {{"--map", "tilt"}, "needs a cone"},
        {{"--map", "share"}, "needs more than one"},
        {{"--tilt-inside", "0,0,1.4,0.1"}, "add --tilt TO:RxD --map tilt"},
        {{"--tilt", "10:2x4", "--workspace", "total", "--tilt-inside", "0,0,1.4,0.1"}, "add --tilt TO:RxD --map tilt"},
        {{"--tilt-inside", "0,0"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,0,1,1,1"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,0,1:2,1"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,0,1:2:3"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,a,1"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,nan,1"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,0:inf,1"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,0,1,nan"}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", ""}, "X0:X1,Y0:Y1,Z0:Z1"},
        {{"--tilt-inside", "0,2:1,1"}, "runs in y from 2 m to 1 m"},
        {{"--tilt-inside", "0,0,1,-1"}, "has a radius of -1 m"},
        {{"--tilt-inside", "0,0,1e300"}, "must lie within"},
        {{"--certified"}, "--certified"},
        {{"--orientation", "-5:5:3,0,0", "--workspace", "inclusive", "--certified"}, "--certified"},
        {{"--device", "gpu"}, "auto, cpu, cuda"},
        {{"--device", "cuda:-1"}, "auto, cpu, cuda"},
        {{"--device", "cuda:x"}, "auto, cpu, cuda"},
        {{"--stage"}, "stage"},
        {{"\x1b]0;title\x07.yaml", "b"}, "\\x1B]0;title\\x07"},
        {{"--gr\nid", "1x1x1"}, "--gr\\nid"},
    };
    for (const auto& [arguments, expected] : cases) {
        const std::string message = usage_error_of(arguments);
        EXPECT_NE(message.find(expected), std::string::npos)
            << arguments.front() << " gave '" << message << "', which does not say '" << expected << "'";
        EXPECT_EQ(message.find_first_of("\x1b\x07\n"), std::string::npos) << message;
    }
}

TEST(Overrides, AreInTheFilesUnits) {
    Platform given = built_in_platform();
    given.machine.units = {"mm", "deg"};
    const Platform platform = platform_of({"--x", "-100:100", "--grid", "5x6x7", "--orientation", "0,0,90"}, given);
    EXPECT_DOUBLE_EQ(platform.scan.x.from_m, -0.1);
    EXPECT_DOUBLE_EQ(platform.scan.x.to_m, 0.1);
    EXPECT_EQ(platform.scan.x.count, 5);
    EXPECT_EQ(platform.scan.y.count, 6);
    EXPECT_EQ(platform.scan.z.count, 7);
    EXPECT_DOUBLE_EQ(platform.scan.orientations.first().yaw_rad, 1.5707963267948966);
    EXPECT_EQ(platform.scan.y.from_m, given.scan.y.from_m);
}

TEST(Overrides, ARegionIsABoxABallOrTakenBack) {
    Platform given = built_in_platform();
    given.machine.units = {"mm", "deg"};
    const auto region_of = [&](const char* text, const Platform& before) {
        return platform_of({"--tilt", "10:2x4", "--workspace", "total", "--map", "tilt", "--tilt-inside", text}, before)
            .scan.questions.tilt_inside;
    };
    EXPECT_EQ(region_of("-100:100,5,1300:1500", given), Region(PositionBox{{-0.1, 0.005, 1.3}, {0.1, 0.005, 1.5}}));
    EXPECT_EQ(region_of("0,-20,1400,50", given), Region(PositionBall{{0, -0.02, 1.4}, 0.05}));
    given.scan.questions.tilt_inside = PositionBall{{0, 0, 1}, 0.5};
    EXPECT_EQ(
        platform_of({"--tilt", "10:2x4", "--workspace", "total", "--map", "tilt"}, given).scan.questions.tilt_inside,
        given.scan.questions.tilt_inside);
    EXPECT_EQ(region_of("none", given), std::nullopt);
    given.scan.questions.maps = {MapKind::clearance};
    EXPECT_TRUE(platform_of({"--map", "none", "--tilt-inside", "none"}, given).scan.questions.maps.empty());
}

TEST(Overrides, ATiltMapOfAConeNeedsNoWorkspace) {
    const auto workspace_of = [](std::vector<const char*> more) {
        std::vector<const char*> arguments{"--tilt", "10:2x4", "--map", "tilt"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return platform_of(arguments, built_in_platform()).scan.workspace;
    };
    EXPECT_EQ(workspace_of({}), WorkspaceKind::inclusive);
    EXPECT_EQ(workspace_of({"--workspace", "total"}), WorkspaceKind::total);
    EXPECT_NE(usage_error_of({"--tilt", "10:2x4", "--map", "tilt", "--workspace", "constant"}).find("must be total"),
              std::string::npos);
}

TEST(Overrides, OneNumberIsOneSection) {
    const Platform platform = platform_of({"--z", "1.3"}, built_in_platform());
    EXPECT_EQ(platform.scan.z, (ScanRange{1.3, 1.3, 1}));
    EXPECT_EQ(platform.scan.x, built_in_platform().scan.x);
}

}  // namespace
}  // namespace hexscan
