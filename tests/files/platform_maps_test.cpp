// Maps, certificates and the region of the tilt map in machine files.

#include "src/scan/platform.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan/map_kind.h"
#include "tests/support/platform_text.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The valid file with a scan of a cone of tilts, a map and `tilt_inside`.
std::string with_region(const std::string& region, const std::string& map = "tilt") {
    return with("scan:",
                "scan:\n  orientation: {tilt: {to: 10, rings: 4, directions: 8}}\n  workspace: inclusive\n  map: " +
                    map + "\n  tilt_inside: " + region);
}

TEST(ParsePlatformMaps, ReadsMapsCertificateAndRegion) {
    const ScanRequest plain = parsed(valid_text).scan;
    EXPECT_TRUE(plain.questions.maps.empty());
    EXPECT_FALSE(plain.questions.certified);
    EXPECT_FALSE(plain.questions.tilt_inside);
    const ScanRequest box = parsed(with_region("{x: [-0.1, 0.2], y: 0.5, z: [1, 1.5]}", "[share, tilt]")).scan;
    EXPECT_EQ(box.questions.maps, (std::vector{MapKind::share, MapKind::tilt}));
    EXPECT_EQ(box.questions.tilt_inside, Region(PositionBox{{-0.1, 0.5, 1}, {0.2, 0.5, 1.5}}));
    const std::string in_mm = replaced(with_region("{x: 100, y: -5, z: 1e3, radius: 50}"), "length: m", "length: mm");
    const ScanRequest ball = parsed(in_mm).scan;
    EXPECT_EQ(ball.questions.maps, std::vector{MapKind::tilt});
    EXPECT_EQ(ball.questions.tilt_inside, Region(PositionBall{{0.1, -0.005, 1}, 0.05}));
    const std::string set =
        "scan:\n  orientation: {roll: {from: -1, to: 1, points: 3}}\n  workspace: total\n  certified: ";
    EXPECT_TRUE(parsed(with("scan:", set + "true")).scan.questions.certified);
    EXPECT_FALSE(parsed(with("scan:", set + "false")).scan.questions.certified);
}

TEST(ParsePlatformMaps, ATiltMapOfAConeNeedsNoWorkspace) {
    const std::string cone = "scan:\n  orientation: {tilt: {to: 10, rings: 4, directions: 8}}\n";
    EXPECT_EQ(parsed(with("scan:", cone + "  map: tilt")).scan.workspace, WorkspaceKind::inclusive);
    EXPECT_EQ(parsed(with("scan:", cone + "  map: tilt\n  workspace: total")).scan.workspace, WorkspaceKind::total);
    EXPECT_NE(error_of(with("scan:", cone + "  map: share")).find("scan.workspace: is missing"), std::string::npos);
}

TEST(ParsePlatformMaps, RejectsMapsCertificatesAndRegionsThatSayNothing) {
    const std::string known = "; must be " + listed_maps("or") + ", or a list of them";
    for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
             {with("scan:", "scan:\n  map: depth"), "15: scan.map: is \"depth\"" + known},
             {with("scan:", "scan:\n  map: [limit, 3]"), "15: scan.map[1]: is \"3\"" + known},
             {with("scan:", "scan:\n  map: [limit, limit]"),
              "15: scan.map[1]: appears twice in the list; name each map once"},
             {with("scan:", "scan:\n  map: tilt"),
              "15: scan.map: tilt: needs a cone of tilts; give scan.orientation, such as {tilt: {to: ..., rings: 4, "
              "directions: 8}}, or leave out the map"},
             {with("scan:", "scan:\n  certified: true"),
              "15: scan.certified: needs several orientations (the scan has one), because it proves what lies between "
              "them"},
             {with("scan:", "scan:\n  certified: 1"), "15: scan.certified: is \"1\"; must be true or false"},
             {with("scan:", "scan:\n  tilt_inside: {x: 0, y: 0, z: 1, radius: 1}"),
              "15: scan.tilt_inside: needs the map tilt and a cone of tilts; give map: tilt and orientation: "
              "{tilt: {to, rings, directions}}"},
             {with_region("{x: 0, y: 0, z: 1, radius: 1}", "share"),
              "18: scan.tilt_inside: needs the map tilt and a cone of tilts; give map: tilt and orientation: "
              "{tilt: {to, rings, directions}}"},
             {with_region("{x: [2, 1], y: 0, z: 1}"),
              "18: scan.tilt_inside.x: runs from 2 to 1; the first must not be larger"},
             {with_region("{x: [1, 2, 3], y: 0, z: 1}"),
              "18: scan.tilt_inside.x: is a list of 3; must be a list of 2 numbers, from and to; a comma ends a value; "
              "write decimals with a point, such as 380.5"},
             {with_region("{x: 0, y: [0, 1], z: 1, radius: 1}"),
              "18: scan.tilt_inside.y: is a list; must be a finite number"},
             {with_region("{x: 0, y: 0, z: .nan}"), "18: scan.tilt_inside.z: is \".nan\"; must be a finite number"},
             {with_region("{x: 0, y: 0, z: [0, .inf]}"),
              "18: scan.tilt_inside.z[1]: is \".inf\"; must be a finite number"},
             {with_region("{x: 0, y: 0, z: 1, radius: -1}"),
              "18: scan.tilt_inside.radius: is -1 m; must lie between 0 and 1000000 m"},
             {with_region("{x: 9e5, y: 0, z: 1, radius: 9e5}"),
              "18: scan.tilt_inside: reaches to x = 1800000 m; must lie within -1000000 and 1000000 m"},
             {with_region("{x: 0, y: 0}"),
              "18: scan.tilt_inside.z: is missing; must be a number or [from, to], or the centre's coordinate if "
              "radius is given"},
             {with_region("{x: 0, y: 0, z: 1, r: 1}"),
              "18: scan.tilt_inside.r: unknown key; did you mean radius? known keys are x, y, z, radius"},
             {with_region("3"), "18: scan.tilt_inside: is \"3\"; must be a map with the keys x, y, z, radius"}})
        EXPECT_EQ(error_of(text), "test.yaml:" + message);
}

}  // namespace
