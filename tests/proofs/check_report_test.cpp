#include "src/proofs/check_report.h"
#include "src/files/platform_document.h"
#include "src/proofs/requirement_record.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/requirements/box_requirement.h"
#include "src/proofs/requirement_record.h"
#include "src/system/stopwatch.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

const std::string case_study_text = R"(name: example
units: {length: mm, angle: deg}
base: {radius: 1000, spread: 20, azimuth: 0, axis: home, max_tilt: 33}
platform: {radius: 700, spread: 20, azimuth: 60, axis: home, max_tilt: 36}
legs: {min: 1200, max: 2000}
home: {z: 1450}
)";

CheckReport case_study_report(const std::string& requirements) {
    return check_platform(PlatformDocument(case_study_text + requirements, "test.yaml"));
}

/// The report on a machine with thick legs and a load.
CheckReport report_of_loaded(const std::string& requirements) {
    std::string text = case_study_text;
    const std::string legs = "legs: {min: 1200, max: 2000";
    text.insert(text.find(legs) + legs.size(), ", diameter: 20, free_ends: 100");
    return check_platform(
        PlatformDocument(text + "load: {force: [0, 0, -600]}\nrequirements:\n" + requirements, "test.yaml"));
}

/// All of the report, in lines that hold whole sentences.
std::string details(const CheckReport& report) { return check_text(report, {.columns = 1000, .details = true}); }

/// The report's first `count` lines.
std::string first_lines(const CheckReport& report, int count) {
    const std::string text = check_text(report, {.columns = 1000});
    std::size_t end = 0;
    for (int line = 0; line < count && end != std::string::npos; ++line) end = text.find('\n', end + 1);
    return text.substr(0, end);
}

TEST(CheckReport, ShippedMachinesKeepWhatTheirSourcesSay) {
    int requirements = 0, six_dimensional = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms")) {
        const CheckReport report = check_platform(PlatformDocument::load(file.path()));
        EXPECT_TRUE(report.all_hold()) << file.path();
        EXPECT_FALSE(report.requirements.empty()) << file.path();
        for (const auto& [requirement, result, seconds] : report.requirements) {
            ++requirements;
            EXPECT_EQ(result.outcome, Outcome::proved) << requirement.name;
            EXPECT_EQ(result.proof.assembly, OneAssembly::proved) << file.path() << ": " << requirement.name;
            EXPECT_GE(result.proof.at_least_m, requirement.clearance_m);
            ASSERT_TRUE(result.growth);
            EXPECT_GE(result.growth->kept_to, 1);
            const PoseBox* const box = box_of(*requirement.poses);
            ASSERT_TRUE(box);
            bool wide = true;
            for (std::size_t k = 0; k < PoseBox::dimensions; ++k) wide = wide && box->low[k] < box->high[k];
            six_dimensional += wide ? 1 : 0;
        }
    }
    EXPECT_GE(requirements, 15);
    EXPECT_EQ(six_dimensional, 7);
}

TEST(CheckReport, SaysWhatIsProvedAndWhatIsNot) {
    const CheckReport report = case_study_report(
        "requirements:\n"
        "  - {name: easy, x: [-100, 100], z: [1400, 1500], roll: [-2, 2], clearance: 5}\n"
        "  - {name: far, z: [1400, 1900]}\n"
        "  - {name: home only, z: 1450}\n");
    EXPECT_FALSE(report.all_hold());
    ASSERT_EQ(report.requirements.size(), 3U);
    EXPECT_EQ(report.requirements[0].result.outcome, Outcome::proved);
    EXPECT_EQ(report.requirements[1].result.outcome, Outcome::violated);
    EXPECT_EQ(report.requirements[2].result.outcome, Outcome::proved);
    EXPECT_FALSE(report.requirements[2].result.growth);
    const std::string text = details(report);
    EXPECT_TRUE(contains(text, "2 of 3 requirements proved (strokes and joint tilts), 1 violated")) << text;
    // Legs are at most 2 m long. In a level pose, the upper ends of the legs are 646.33 mm beside the base joints.
    const double longest_mm =
        std::sqrt(1900.0 * 1900 + 1000 * 1000 + 700 * 700 - 1400e3 * std::cos(40 * 0.017453292519943295));
    EXPECT_TRUE(contains(text, "far: violated by " + std::to_string(longest_mm - 2000).substr(0, 5))) << text;
    EXPECT_TRUE(contains(text, "z 1900 mm")) << text;
    EXPECT_TRUE(contains(text, "centre fails") == false) << text;
}

TEST(CheckReport, AtHomeAllLegsMayTie) {
    const std::string tied = details(case_study_report(""));
    EXPECT_TRUE(contains(tied, "clearance at home 387.46 mm (all legs, shortest length)")) << tied;
    std::string off = case_study_text;
    off.replace(off.find("{z: 1450}"), 9, "{x: 5, z: 1450}");
    const std::string pair = details(check_platform(PlatformDocument(off, "test.yaml")));
    EXPECT_TRUE(contains(pair, "clearance at home 385.79 mm (legs 1 and 2, shortest length)")) << pair;
    off.replace(off.find("{x: 5, z: 1450}"), 15, "{x: 5, y: 1, z: 1450}");
    const std::string single = details(check_platform(PlatformDocument(off, "test.yaml")));
    EXPECT_TRUE(contains(single, "clearance at home") && contains(single, " mm (leg ")) << single;
}

/// A row names what the machine has: arms have angles, and joints without limits are left out.
TEST(CheckReport, NamesTheMotionsThatLegsOfTheirKindHave) {
    const auto text_of = [](const std::string& sides, const std::string& legs) {
        return check_text(check_platform(
            PlatformDocument("name: rods\nunits: {length: mm, angle: deg}\nhome: {z: 200}\nlegs: " + legs +
                                 "\nbase: {radius: 200, spread: 30" + sides +
                                 "}\nplatform: {radius: 100, spread: 30, azimuth: 60}\n"
                                 "requirements: [{name: home, z: 200}]\n",
                             "rods.yaml")));
    };
    const std::string arm =
                          "{kind: rotary, arm: 40, rod: 220, azimuth: [150, -90, 30, 150, -90, 30], angle: [-60, 60]}",
                      slider = "{kind: slider, rod: 260, rail: [0, 0, 1], travel: [-50, 260]}";
    EXPECT_TRUE(contains(text_of("", arm), "axis at a time (limits: arm angles)")) << text_of("", arm);
    EXPECT_TRUE(contains(text_of(", max_tilt: 90", arm), "axis at a time (limits: arm angles and\njoint tilts)"));
    EXPECT_TRUE(contains(text_of("", slider), "requirement proved (travels)")) << text_of("", slider);
}

/// The report explains its words to a stranger.
TEST(CheckReport, ExplainsItsWords) {
    const auto text_with = [](const std::string& from, const std::string& to) {
        std::string changed = case_study_text + "requirements: [{name: far, z: [1400, 1900]}]\n";
        if (const std::size_t at = changed.find(from); at != std::string::npos) changed.replace(at, from.size(), to);
        return check_text(check_platform(PlatformDocument(changed, "test.yaml")), {.columns = 1000});
    };
    const std::string text = text_with("", "");
    EXPECT_TRUE(contains(text, "1 violated; no fault found in the machine file")) << text;
    EXPECT_TRUE(contains(text, "limit           all legs, longest length")) << text;
    EXPECT_TRUE(contains(text, "All legs at home: length 1587.5 mm; base joint 0 deg; platform joint 0 deg"));
    EXPECT_TRUE(contains(text,
                         "Legs: leg 1 has its base joint at x 984.808, y -173.648 mm; the others follow "
                         "counter-clockwise, seen from above."))
        << text;
    // Clearance is explained only where the report uses the word.
    const std::string clearance = "Clearance: how far the platform can move in any direction, without turning";
    EXPECT_FALSE(contains(text, clearance)) << text;
    EXPECT_TRUE(contains(text_with("[1400, 1900]", "[1400, 1500]"), clearance)) << text;
    EXPECT_TRUE(contains(text, "Angles: first roll about x, then pitch about y, then yaw about z")) << text;
    const std::string other = text_with("name: example", "name: example\norientation_order: xyz");
    EXPECT_TRUE(contains(other, "Angles: first yaw about z, then pitch about y, then roll about x")) << other;
}

TEST(CheckReport, AtHomeSeveralKindsOfLimitsMayTie) {
    const auto limits_of = [](const std::string& from, const std::string& to) {
        std::string changed = case_study_text;
        for (std::size_t at = 0; (at = changed.find(from)) != std::string::npos;) changed.replace(at, from.size(), to);
        const std::string text = details(check_platform(PlatformDocument(changed, "test.yaml")));
        const std::size_t at = text.find('(', text.find("clearance at home"));
        return text.substr(at, text.find('\n', at) - at);
    };
    EXPECT_EQ(limits_of("axis: home, max_tilt: 3", "axis: home, max_tilt: 0.3"), "(all legs, base joint's tilt)");
    const double home_mm =
        std::sqrt(1450.0 * 1450 + 1000 * 1000 + 700 * 700 - 1400e3 * std::cos(40 * 0.017453292519943295));
    EXPECT_EQ(limits_of("{min: 1200, max: 2000}", fmt::format("{{min: {:.12g}, stroke: 800}}", home_mm - 400)),
              "(all legs, shortest length; all legs, longest length)");
}

/// Legs that cannot change their length.
TEST(CheckReport, SaysOfALimitThatIsTouchedAtBothEndsThatItIs) {
    const double home_mm =
        std::sqrt(1450.0 * 1450 + 1000 * 1000 + 700 * 700 - 1400e3 * std::cos(40 * 0.017453292519943295));
    std::string text = case_study_text;
    text.replace(text.find("min: 1200, max: 2000"), 20, fmt::format("min: {0:.12g}, max: {0:.12g}", home_mm));
    const std::string told = details(check_platform(PlatformDocument(text, "test.yaml")));
    EXPECT_TRUE(contains(told, "home touches leg ") && contains(told, ", length at both ends")) << told;
}

/// A singular home keeps all limits of its legs, and yet no box about it is proved.
TEST(CheckReport, OfASingularHomeNamesNoLimitThatItTouches) {
    std::string text = case_study_text;
    text.replace(text.find("max_tilt: 33"), 12, "max_tilt: 80").replace(text.find("max_tilt: 36"), 12, "max_tilt: 80");
    text.replace(text.find("{z: 1450}"), 9, "{z: 1450, yaw: 90}").replace(text.find("max: 2000"), 9, "max: 2900");
    const CheckReport report = check_platform(PlatformDocument(text, "test.yaml"));
    ASSERT_TRUE(report.sheet);
    const std::string told = details(report);
    EXPECT_TRUE(contains(told, "home itself is singular, see above")) << told;
    EXPECT_FALSE(contains(told, "home touches")) << told;
}

TEST(CheckReport, TellsWhereItsConditionHoldsAndWhatErrorsDo) {
    const std::string text = details(case_study_report(""));
    EXPECT_TRUE(
        contains(text, "at the centre of the platform joints, lengths divided by their RMS distance of 700 mm from it"))
        << text;
    EXPECT_TRUE(contains(text, "pose error at home if each leg is off by 10 µm: at most ")) << text;
    EXPECT_TRUE(contains(text, "nearest legs at home: ")) << text;
}

/// Every report on telescopes says this, whatever their joints. Reports on other legs do not.
TEST(CheckReport, TellsWhetherATelescopeCouldHaveTheLengths) {
    const auto report_of_side = [](const std::string& joint, const std::string& requirement) {
        return check_platform(
            PlatformDocument("name: example\nunits: {length: mm, angle: deg}\n"
                             "base: {radius: 1000, spread: 20, axis: home" +
                                 joint +
                                 "}\n"
                                 "platform: {radius: 700, spread: 20, azimuth: 60, axis: home}\n"
                                 "legs: {min: 700, max: 2000}\nhome: {z: 1450}\nrequirements:\n  - {name: it, " +
                                 requirement + "}\n",
                             "test.yaml"));
    };
    const std::string universal = ", universal: {axis: [1, 0, 0], ranges: [[-60, 60], [-60, 60]]}";
    for (const std::string& joint : {std::string(), universal, std::string(", max_misalignment: 80")}) {
        const CheckReport suits = report_of_side(joint, "z: [1400, 1500]"),
                          not_so = report_of_side(joint, "z: [500, 1900]");
        EXPECT_NE(details(suits).find("telescope"), std::string::npos) << joint;
        EXPECT_NE(details(suits).find(" yes"), std::string::npos) << joint;
        EXPECT_EQ(details(suits).find("over 2:1"), std::string::npos) << joint;
        EXPECT_NE(details(not_so).find("no: over 2:1"), std::string::npos) << joint;
        EXPECT_EQ(check_json(suits).at("requirements").at(0).at("least_sizes").at("suit_a_telescope"), true) << joint;
        EXPECT_EQ(check_json(not_so).at("requirements").at(0).at("least_sizes").at("suit_a_telescope"), false) << joint;
    }
    const CheckReport rods = check_platform(PlatformDocument::load(HEXSCAN_SOURCE_DIR "/platforms/pkm-6-pus.yaml"));
    EXPECT_EQ(details(rods).find("telescope"), std::string::npos);
    EXPECT_FALSE(check_json(rods).at("requirements").at(0).at("least_sizes").contains("suit_a_telescope"));
}

/// A smaller lower end allows more. Both numbers are therefore rounded away from each other.
TEST(CheckReport, TellsWhatIsNeededWhereMoreIsProvedToBeEnough) {
    CheckReport rods = check_platform(PlatformDocument::load(HEXSCAN_SOURCE_DIR "/platforms/pkm-6-pus.yaml"));
    const auto size_of = [&](std::string_view json) -> LimitSize& {
        return *std::ranges::find(rods.limit_sizes.at(0), json, [](const LimitSize& size) { return size.kind->json; });
    };
    const auto told = [&] { return check_json(rods).at("requirements").at(0).at("least_sizes"); };
    EXPECT_EQ(told().at("needed"), nlohmann::json::object());
    EXPECT_EQ(details(rods).find("In brackets: what at least one pose needs"), std::string::npos);
    size_of("travel_from") = {size_of("travel_from").kind, 0.01234567, 0.02345678};
    size_of("travel_to") = {size_of("travel_to").kind, 0.2345678, 0.1234567};
    EXPECT_EQ(told().at("needed"), nlohmann::json({{"travel_from_m", 0.02345678}, {"travel_to_m", 0.1234567}}));
    const std::string text = details(rods);
    EXPECT_NE(text.find(" 12.345 (23.457) "), std::string::npos) << text;
    EXPECT_NE(text.find(" 234.57 (123.45)"), std::string::npos) << text;
    EXPECT_NE(text.find("In brackets: what at least one pose needs"), std::string::npos) << text;
}

/// Forces computed by hand: each of six equally leaning legs carries a sixth of the weight over the cosine of its lean.
TEST(CheckReport, TellsForcesWithoutALimitAndWithBothSigns) {
    const CheckReport report = report_of_loaded("  - {name: at home, z: 1450}\n");
    ASSERT_TRUE(report.forces_at_home && report.home);
    const double by_hand_n = 100 * report.home->length_m[0] / 1.45;
    for (const double force_n : report.forces_at_home->rod_n) EXPECT_NEAR(force_n, by_hand_n, 1e-9 * by_hand_n);
    const nlohmann::json json = check_json(report), loads = json.at("requirements").at(0).at("loads");
    EXPECT_NEAR(json.at("home").at("forces").at("rod_n").at(0).get<double>(), by_hand_n, 1e-9 * by_hand_n);
    EXPECT_NEAR(loads.at("push_n").at("met").get<double>(), by_hand_n, 1e-6 * by_hand_n);
    EXPECT_NEAR(loads.at("pull_n").at("met").get<double>(), by_hand_n, 1e-6 * by_hand_n);
    EXPECT_TRUE(loads.at("torque_nm").is_null());
    const nlohmann::json needs = json.at("requirements").at(0).at("needs_of_legs");
    EXPECT_NEAR(needs.at("force_n").at("proved").get<double>(), by_hand_n, 1e-6 * by_hand_n);
    EXPECT_TRUE(needs.contains("gap_m") && needs.contains("conditioning") && !needs.contains("rate"));
    EXPECT_TRUE(contains(details(report), "forces at home in the legs 1 to 6: "));
}

TEST(CheckReport, TheMiddleIsLost) {
    const CheckReport report = case_study_report("requirements:\n  - {name: far, z: [1800, 2400]}\n");
    EXPECT_TRUE(contains(details(report), "none: centre fails"));
}

TEST(CheckReport, GrazesWhereTheCornerIsTheLimit) {
    const double longest_mm =
        std::sqrt(2000.0 * 2000 - (1000 * 1000 + 700 * 700 - 1400e3 * std::cos(40 * 0.017453292519943295)));
    // The joints' limits are wide, so the legs' length limits the box.
    const std::string open =
        "name: open\nunits: {length: mm, angle: deg}\nbase: {radius: 1000, spread: 20, azimuth: 0}\n"
        "platform: {radius: 700, spread: 20, azimuth: 60}\nlegs: {min: 1200, max: 2000}\nhome: {z: 1450}\n";
    char box[100];
    std::snprintf(box, sizeof box, "requirements:\n  - {name: touch, z: [1450, %.17g]}\n", longest_mm);
    const CheckReport report = check_platform(PlatformDocument(open + box, "test.yaml"));
    EXPECT_EQ(report.requirements[0].result.outcome, Outcome::grazes);
    EXPECT_FALSE(report.all_hold());
    EXPECT_TRUE(contains(details(report), "touch: grazes leg")) << details(report);
}

class CheckedPath : public hexscan_test::FolderTest {};

TEST_F(CheckedPath, IsProvedOrThePlaceIsNamed) {
    std::ofstream(folder_ / "path.csv") << "x,y,z,roll,pitch,yaw\n0,0,1450,0,0,0\n200,0,1450,0,0,0\n900,0,1450,0,0,0\n";
    const auto checked = [&](const std::string& extra) {
        return check_platform(PlatformDocument(
            case_study_text + "requirements:\n  - {name: path, poses: path.csv" + extra + "}\n", "test.yaml", folder_));
    };
    const CheckReport poses = checked("");
    EXPECT_EQ(poses.requirements[0].result.outcome, Outcome::violated);
    EXPECT_TRUE(contains(details(poses), "pose 3 of 3: x 900")) << details(poses);
    EXPECT_TRUE(contains(details(checked(", interpolate: linear")), "pose 3 of 3")) << details(poses);
    EXPECT_THROW(check_platform(PlatformDocument(case_study_text + "requirements:\n  - {poses: none.csv}\n",
                                                 "test.yaml", folder_)),
                 InputError);
}

/// The first lines of the report name each of the mistakes that this command must find.
TEST(CheckReport, KnownMistakesAreNamedFirst) {
    const auto with = [](const std::string& from, const std::string& to) {
        std::string text = case_study_text;
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return check_platform(PlatformDocument(text.replace(at, from.size(), to), "test.yaml"));
    };
    const std::string lower =
        "[[1000, 0, 0], [500, 866, 0], [-500, 866, 0], [-1000, 0, 0], [-500, -866, 0], [500, -866, 0]]";
    EXPECT_TRUE(contains(first_lines(with("max: 2000", "max: 1500"), 5), "legs would be too long"));
    EXPECT_TRUE(contains(first_lines(with("home: {z: 1450}", "home: {z: 3000}"), 5), "the home pose is unreachable"));
    EXPECT_TRUE(contains(first_lines(with("axis: home, max_tilt: 33",
                                          "axis: [[0, 0, -1], [0, 0, -1], [0, 0, -1], [0, 0, -1], "
                                          "[0, 0, -1], [0, 0, -1]], max_tilt: 33"),
                                     5),
                         "point away from their legs"));
    // The base joints are in order, and the platform's are shifted by one.
    const std::string shifted =
        "name: shifted\nunits: {length: mm, angle: deg}\n"
        "base: {joints: [[985, -174, 0], [985, 174, 0], [-342, 940, 0], [-643, 766, 0], [-643, -766, 0], [-342, -940, "
        "0]]}\n"
        "platform: {joints: [[450, 536, 0], [239, 658, 0], [-689, 122, 0], [-689, -122, 0], [239, -658, 0], [450, "
        "-536, 0]]}\n"
        "legs: {min: 1200, max: 2000}\nhome: {z: 1450}\n";
    EXPECT_TRUE(contains(first_lines(check_platform(PlatformDocument(shifted, "test.yaml")), 5), "different orders"));
    const std::string similar = "name: similar\nunits: {length: mm, angle: deg}\nbase: {joints: " + lower +
                                "}\nplatform: {joints: [[500, 0, 0], [250, 433, 0], [-250, 433, 0], [-500, 0, 0], "
                                "[-250, -433, 0], [250, -433, 0]]}\nlegs: {min: 1200, max: 2000}\nhome: {z: 1450}\n";
    EXPECT_TRUE(contains(first_lines(check_platform(PlatformDocument(similar, "test.yaml")), 5), "similar hexagons"));
}

Requirement requirement_again(const nlohmann::json& written, const Machine& machine) {
    const nlohmann::json list = nlohmann::json::array({written});
    return requirements_from_json(JsonField(list, "test.json"), machine).front();
}

TEST(CheckReport, ARecordOfRequirementsAsksTheSameAgain) {
    const CheckReport report = case_study_report(
        "requirements:\n  - {name: far, x: [-50, 900], yaw: 3, clearance: 7}\n  - {name: home, z: 1450}\n");
    for (const CheckedRequirement& checked : report.requirements) {
        const nlohmann::json json = outcome_json(checked);
        const Requirement again = requirement_again(json, report.platform.machine);
        EXPECT_EQ(again.name, checked.requirement.name);
        EXPECT_EQ(again.clearance_m, checked.requirement.clearance_m);
        const PoseBox *const box = box_of(*again.poses), *const earlier = box_of(*checked.requirement.poses);
        ASSERT_TRUE(box && earlier);
        EXPECT_EQ(box->low, earlier->low);
        EXPECT_EQ(box->high, earlier->high);
        const auto outcomes = check_requirements(report.platform.machine, {again}, Asked::outcome, silent_observer());
        ASSERT_EQ(outcomes.size(), 1U);
        EXPECT_EQ(outcomes[0].result.outcome, checked.result.outcome);
        EXPECT_FALSE(outcomes[0].result.growth);
        EXPECT_EQ(outcome_json(outcomes[0]), json);
    }
}

TEST(CheckReport, ARecordHasTheFiguresOfCheckAndItsWords) {
    const CheckReport report =
        case_study_report("requirements:\n  - {name: far, x: [-50, 900], clearance: 7}\n  - {name: home, z: 1450}\n");
    const nlohmann::json said = check_json(report)["requirements"];
    for (std::size_t i = 0; i < report.requirements.size(); ++i) {
        nlohmann::json record = recorded_json(report.requirements[i], report.platform.machine);
        const nlohmann::json result = record["result"];
        for (const char* const key : {"proved_clearance_m", "other_assembly", "gave_up", "least"})
            EXPECT_EQ(result.at(key), said[i].at(key)) << key;
        EXPECT_EQ(requirement_again(record, report.platform.machine).name, report.requirements[i].requirement.name);
        record.erase("result");
        EXPECT_EQ(record, outcome_json(report.requirements[i]));
    }
    const auto words = [&](std::size_t i) {
        return recorded_json(report.requirements[i], report.platform.machine)["result"]["words"];
    };
    EXPECT_TRUE(words(0)["outcome"].get<std::string>().starts_with("FAILS at x ")) << words(0);
    EXPECT_TRUE(contains(words(0)["asks_for"].get<std::string>(), "; clearance 7 mm")) << words(0);
    EXPECT_TRUE(contains(words(0)["because"].get<std::string>(), " allowed")) << words(0);
    EXPECT_EQ(words(1)["outcome"], "HOLDS, proved");
    EXPECT_EQ(words(1)["because"], "");
}

TEST(CheckReport, TellsNoMassWhereLegsDoNotGet) {
    const CheckReport report = report_of_loaded(
        "  - {name: far, x: [-20, 2000], max_force: 200}\n"
        "  - {name: heavy, x: [-20, 20], max_force: 0.1}\n");
    const nlohmann::json json = check_json(report);
    EXPECT_EQ(json["requirements"][0]["outcome"], "violated");
    EXPECT_FALSE(json["requirements"][0].contains("largest_mass"));
    EXPECT_EQ(json["requirements"][1]["outcome"], "violated");
    EXPECT_TRUE(json["requirements"][1].contains("largest_mass")) << "it is the load alone that is too much";
}

TEST(CheckReport, TellsWhatRequirementsAskOfLegsAndWhoDoesNotKeepIt) {
    const CheckReport report = report_of_loaded(
        "  - {name: gentle, x: [-20, 20], apart: 50, conditioning: 0.15, rate: 1, max_force: 200}\n"
        "  - {name: strong, x: [-20, 20], max_force: [90, 200, 200, 200, 200, 200]}\n"
        "  - {name: usual, x: [-20, 20]}\n");
    const std::string text = details(report);
    EXPECT_TRUE(contains(text, "2 of 3 requirements proved (strokes, joint tilts and gaps), 1 violated")) << text;
    EXPECT_TRUE(contains(text,
                         "gentle (apart 50 mm, conditioning 0.15, rate 1, max_force 200 N): proved: strokes, "
                         "joint"))
        << text;
    EXPECT_TRUE(contains(text, "strong (max_force [90, 200, 200, 200, 200, 200] N): violated (leg 1, largest")) << text;
    EXPECT_TRUE(contains(text, "90 N allowed)")) << text;
    const nlohmann::json json = check_json(report);
    const auto& gentle = json["requirements"][0];
    EXPECT_EQ(gentle["outcome"], "proved: strokes, joint tilts, gaps, singularities, loads and rates");
    EXPECT_EQ(gentle["apart_m"], 0.05);
    EXPECT_EQ(gentle["conditioning"], 0.15);
    EXPECT_EQ(gentle["rate"], 1);
    EXPECT_EQ(gentle["max_force_n"], (std::array<double, 6>{200, 200, 200, 200, 200, 200}));
    EXPECT_FALSE(gentle.contains("max_torque_nm"));
    const auto& least = json["requirements"][1]["least"];
    EXPECT_EQ(least["limit"], "force");
    EXPECT_EQ(least["leg"], 1);
    EXPECT_EQ(least["allowed"], 90);
    EXPECT_GT(least["asked"].get<double>(), 90);
    EXPECT_FALSE(json["requirements"][2].contains("apart_m"));
    const auto& mass = gentle["largest_mass"];
    EXPECT_TRUE(contains(text, "in place of the load, the legs carry a mass of 106 kg everywhere")) << text;
    EXPECT_GT(mass["proved_kg"].get<double>(), 600 / 9.80665);
    EXPECT_GE(mass["fails_kg"].get<double>(), mass["proved_kg"].get<double>());
    EXPECT_EQ(mass["limit"], "force");
    EXPECT_TRUE(mass.contains("leg") && mass.contains("pose"));
    EXPECT_LT(json["requirements"][1]["largest_mass"]["fails_kg"].get<double>(), 600 / 9.80665);
    EXPECT_FALSE(json["requirements"][2].contains("largest_mass")) << "nothing limits what legs carry";
    for (const CheckedRequirement& checked : report.requirements) {
        const nlohmann::json record = outcome_json(checked);
        const Machine& machine = report.platform.machine;
        const Requirement again = requirement_again(record, machine);
        const auto outcomes = check_requirements(machine, {again}, Asked::outcome, silent_observer());
        EXPECT_EQ(outcome_json(outcomes[0]), record);
    }
}

TEST(CheckReport, ARecordOfRequirementsThatIsNoneIsRefused) {
    const CheckReport report = case_study_report("requirements:\n  - {name: far, x: [-50, 900]}\n");
    const nlohmann::json right = outcome_json(report.requirements[0]);
    const auto refused = [&](const char* place, const nlohmann::json& value) {
        nlohmann::json wrong = right;
        wrong[nlohmann::json::json_pointer(place)] = value;
        EXPECT_THROW((void)requirement_again(wrong, report.platform.machine), InputError) << place;
    };
    refused("/name", 3);
    refused("/clearance_m", "much");
    refused("/box", nullptr);
    refused("/box/low", nlohmann::json::array({1, 2, 3}));
    refused("/box/low/0", 2.0);
    refused("/box/high/5", nullptr);
    refused("/box/high/0", "NaN");
    refused("/conditioning", 1.5);
    refused("/rate", "Infinity");
    refused("/apart_m", 0.1);
    refused("/max_force_n", 3);
    for (const char* const key : {"/apart_m", "/conditioning", "/rate", "/max_force_n", "/max_torque_nm"})
        refused(key, nullptr);
}

TEST(CheckReport, JsonHasWhatTheDocumentationSays) {
    const nlohmann::json json = check_json(case_study_report("requirements:\n  - {name: a, x: [-50, 50]}\n"));
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["all_hold"], true);
    EXPECT_EQ(json["machine"], "example");
    EXPECT_EQ(json["file"], "test.yaml");
    EXPECT_TRUE(json["findings"].is_array());
    EXPECT_EQ(json["home"]["reachable"], true);
    EXPECT_EQ(json["home"]["legs"].size(), 6U);
    EXPECT_EQ(json["home"]["inverse_jacobian"]["rank"], 6);
    EXPECT_NEAR(json["home"]["inverse_jacobian"]["length_m"].get<double>(), 0.7, 1e-12);
    EXPECT_EQ(json["home"]["pose_error"]["leg_error_m"], asked_leg_error_m);
    EXPECT_GT(json["home"]["pose_error"]["displacement_m"].get<double>(), 0);
    EXPECT_GT(json["home"]["nearest_legs"]["distance_m"].get<double>(), 0);
    EXPECT_EQ(json["home"]["nearest_legs"]["legs"].size(), 2U);
    const auto& requirement = json["requirements"][0];
    EXPECT_EQ(requirement["outcome"], "proved: strokes and joint tilts");
    EXPECT_EQ(requirement["box"]["low"].size(), 6U);
    EXPECT_GE(requirement["least"]["clearance_m"].get<double>(), requirement["proved_clearance_m"].get<double>());
    EXPECT_GT(requirement["growth"]["lost_at"].get<double>(), requirement["growth"]["kept_to"].get<double>());
    EXPECT_GT(json["grazing_tolerance_m"].get<double>(), 0);
}

/// The JSON for rods, rod ends and universal joints has exactly the keys of the documentation.
TEST(CheckReport, JsonOfRodsHasWhatTheDocumentationSays) {
    const auto keys_of = [](const nlohmann::json& object) {
        std::vector<std::string> keys;
        for (const auto& [key, value] : object.items()) keys.push_back(key);
        return keys;
    };
    const auto first_leg = [](const std::string& joints, const std::string& legs) {
        const CheckReport report = check_platform(
            PlatformDocument("name: rods\nunits: {length: mm, angle: deg}\nhome: {z: 200}\nlegs: " + legs +
                                 "\nbase: {radius: 200, spread: 30, " + joints +
                                 "}\nplatform: {radius: 100, spread: 30, azimuth: 60, max_misalignment: 80}\n",
                             "rods.yaml"));
        return check_json(report).at("home").at("legs").at(0);
    };
    using Keys = std::vector<std::string>;
    const nlohmann::json slider = first_leg("universal: {axis: [1, 0, 0], ranges: [[-80, 80], [-80, 80]]}",
                                            "{kind: slider, rod: 260, rail: [0, 0, 1], travel: [-50, 260]}");
    EXPECT_EQ(keys_of(slider), (Keys{"base", "gap_to_the_rail_m", "max_gap_to_the_rail_m", "max_travel_m",
                                     "min_travel_m", "platform", "travel_m"}));
    EXPECT_EQ(keys_of(slider["base"]),
              (Keys{"carried_axis_angle_rad", "fixed_axis_angle_rad", "left_rad", "max_carried_axis_angle_rad",
                    "max_fixed_axis_angle_rad", "min_carried_axis_angle_rad", "min_fixed_axis_angle_rad"}));
    EXPECT_EQ(keys_of(slider["platform"]), (Keys{"left_rad", "max_misalignment_rad", "misalignment_rad"}));
    const nlohmann::json arm = first_leg(
        "max_tilt: 90", "{kind: rotary, arm: 40, rod: 220, azimuth: [150, -90, 30, 150, -90, 30], angle: [-60, 60]}");
    EXPECT_EQ(keys_of(arm),
              (Keys{"angle_rad", "base", "gap_to_the_arm_m", "max_angle_rad", "max_gap_to_the_arm_m", "min_angle_rad",
                    "min_room_of_the_folded_arm_m", "platform", "room_of_the_folded_arm_m"}));
    std::ifstream file(HEXSCAN_SOURCE_DIR "/docs/reference/check.md");
    const std::string page(std::istreambuf_iterator<char>(file), {});
    for (const nlohmann::json& leg : {slider, arm})
        for (const std::string& key : keys_of(leg)) EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << key;
}

/// A box about home moves if new limits move home. The report says how to keep home, and its sizes then suffice.
TEST(CheckReport, SaysHowToKeepAHomeThatNewLimitsMove) {
    const auto report = [](const std::string& travel, const std::string& home) {
        return check_platform(PlatformDocument(
            "name: rails\nunits: {length: mm, angle: deg}\n"
            "base: {radius: 240, spread: 30, axis: home, max_tilt: 20}\n"
            "platform: {radius: 85, spread: 80, azimuth: 60, axis: home, max_tilt: 20}\n"
            "legs: {kind: slider, rod: 260, rail: up, travel: " +
                travel + "}\nhome: " + home + "\nrequirements: [{name: job, about: home, x: 40, z: 40, roll: 8}]\n",
            "rails.yaml"));
    };
    const auto is_proved = [](const CheckReport& of) {
        return of.requirements.front().result.outcome == Outcome::proved;
    };
    const auto text = [](const CheckReport& of) { return check_text(of, {.columns = 1000}); };
    const std::string kept = "new limits of the legs move it. To keep it, write home: {z: 268.374}.";
    const CheckReport given = report("[0, 120]", "mid");
    EXPECT_TRUE(contains(text(given), "need -8.009 … 140.3 mm")) << text(given);
    EXPECT_TRUE(contains(text(given), kept)) << text(given);
    EXPECT_FALSE(is_proved(report("[-8.01, 140.4]", "mid")));
    EXPECT_TRUE(is_proved(report("[-8.01, 140.4]", "{z: 268.374}")));
    EXPECT_FALSE(contains(text(report("[0, 120]", "{z: 268.374}")), kept));
    EXPECT_FALSE(contains(text(report("[-100, 220]", "mid")), kept));
}

}  // namespace
}  // namespace hexscan
