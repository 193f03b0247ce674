// Tests the default folder for the results of a scan.

#include "src/commands/default_folder.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

Platform platform_asking(WorkspaceKind workspace, std::vector<MapKind> maps = {}) {
    Platform platform = built_in_platform();
    platform.machine.name = "My hexapod (2nd)";
    platform.scan.workspace = workspace;
    platform.scan.questions.maps = std::move(maps);
    return platform;
}

TEST(DefaultFolder, IsNamedByTheFileAndTheQuestion) {
    const auto folder = [](const char* file, const Platform& platform) {
        return default_scan_folder(file, platform, false, "engine").string();
    };
    EXPECT_EQ(folder("a/My 2.yaml", platform_asking(WorkspaceKind::constant)), "output/My 2");
    EXPECT_EQ(folder("a/My 2.yaml", platform_asking(WorkspaceKind::constant, {MapKind::clearance})), "output/My 2");
    EXPECT_EQ(folder("my.v2.yaml", platform_asking(WorkspaceKind::total, {MapKind::share})), "output/my.v2-total");
    EXPECT_EQ(folder("my", platform_asking(WorkspaceKind::inclusive)), "output/my-inclusive");
    EXPECT_EQ(folder("my.json", platform_asking(WorkspaceKind::inclusive, {MapKind::share, MapKind::tilt})),
              "output/my-tilt");
}

TEST(DefaultFolder, HasTheEngineWhereAStageIsNamedAndForTheCaseStudyWhichIsRecorded) {
    const Platform plain = platform_asking(WorkspaceKind::constant);
    EXPECT_EQ(default_scan_folder("my.yaml", plain, true, "intrinsics"), "output/my-intrinsics");
    EXPECT_EQ(default_scan_folder("case-study", plain, false, "row-runs"), "output/case-study-row-runs");
    EXPECT_EQ(default_scan_folder(std::nullopt, built_in_platform(), false, "row-runs"), "output/case-study-row-runs");
    EXPECT_EQ(default_scan_folder("case-study.yaml", platform_asking(WorkspaceKind::total), false, "sets"),
              "output/case-study-total");
}

TEST(DefaultFolder, IsNamedByTheMachineWhereNoFileIsKnownAndStaysBelowOutput) {
    const Platform plain = platform_asking(WorkspaceKind::constant);
    EXPECT_EQ(default_scan_folder(std::nullopt, plain, false, "engine"), "output/my-hexapod-2nd");
    for (const char* const none : {"", "..", ".", "a/", "a/.."})
        EXPECT_EQ(default_scan_folder(none, plain, false, "engine"), "output/my-hexapod-2nd") << none;
}

}  // namespace
}  // namespace hexscan
