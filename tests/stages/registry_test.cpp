#include "stages/registry.h"

#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/scan/plan.h"

namespace hexscan {
namespace {

constexpr std::size_t longest_change_line = 110;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// True if a name consists of lower-case words and numbers, joined by single hyphens, with a letter first.
bool is_kebab_case(const std::string& name) {
    bool after_hyphen = true;
    for (const char c : name) {
        if (c == '-' && after_hyphen) return false;
        if (c != '-' && !is_lower(c) && !is_digit(c)) return false;
        after_hyphen = c == '-';
    }
    return !after_hyphen && is_lower(name.front());
}

TEST(StageRegistry, NumbersAscendFromOneWithoutGaps) {
    ASSERT_GE(stage_registry().size(), 11U);
    int number = 0;
    for (const StageEntry& entry : stage_registry()) EXPECT_EQ(entry.number, ++number);
}

TEST(StageRegistry, NamesAreUniqueKebabCaseAndNoNumbers) {
    std::set<std::string> names;
    for (const StageEntry& entry : stage_registry()) {
        EXPECT_TRUE(is_kebab_case(entry.name)) << entry.name;
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " twice";
        EXPECT_NE(entry.name, "all") << "what --stage calls every stage";
    }
}

TEST(StageRegistry, TheLadderKeepsItsPublishedNames) {
    const char* const names[] = {"baseline-grid", "resized-blocks", "async-pinned", "low-shared-memory",
                                 "ilp",           "ilp-unroll",     "intrinsics",   "squared-tests",
                                 "packed-bits",   "row-runs",       "row-deltas"};
    const auto entries = stage_registry();
    ASSERT_GE(entries.size(), std::size(names));
    for (std::size_t i = 0; i < std::size(names); ++i) EXPECT_EQ(entries[i].name, names[i]);
}

TEST(StageRegistry, EveryChangeIsOneShortLine) {
    for (const StageEntry& entry : stage_registry()) {
        EXPECT_FALSE(entry.change.empty()) << entry.name;
        EXPECT_LE(entry.change.size(), longest_change_line) << entry.name;
        EXPECT_EQ(entry.change.find('\n'), std::string::npos) << entry.name;
    }
}

TEST(StageRegistry, HasEveryStageOrNoneCompiledIn) {
    for (const StageEntry& entry : stage_registry())
        EXPECT_EQ(entry.stage != nullptr, HEXSCAN_WITH_CUDA != 0) << entry.name;
}

TEST(StageRegistry, TheDefaultStageIsNamedAndExact) {
    EXPECT_EQ(default_stage().name, "row-runs");
    EXPECT_EQ(&default_stage(), find_stage("row-runs"));
    if (!HEXSCAN_WITH_CUDA) GTEST_SKIP() << "the stages are not compiled in";
    EXPECT_EQ(default_stage().stage->margin_tolerance(make_scan_plan(built_in_platform())), 0);
    for (const StageEntry& entry : stage_registry()) EXPECT_EQ(entry.stage->name(), entry.name);
}

TEST(FindStage, ByNumberAndByName) {
    for (const StageEntry& entry : stage_registry()) {
        EXPECT_EQ(find_stage(std::to_string(entry.number)), &entry);
        EXPECT_EQ(find_stage(entry.name), &entry);
    }
}

TEST(FindStage, LeadingZerosAreStillThatNumber) {
    EXPECT_EQ(find_stage("07"), find_stage("7"));
    EXPECT_EQ(find_stage("010"), find_stage("10"));
}

TEST(FindStage, AnythingElseIsNoStage) {
    for (const char* const text : {"",
                                   " ",
                                   "0",
                                   "-1",
                                   "-7",
                                   "+7",
                                   "7 ",
                                   " 7",
                                   "7.0",
                                   "7a",
                                   "0x7",
                                   "1e1",
                                   "all",
                                   "ILP",
                                   "Intrinsics",
                                   "intrinsics ",
                                   "intrinsic",
                                   "99",
                                   "99999999999999999999",
                                   "4294967303"})
        EXPECT_EQ(find_stage(text), nullptr) << "'" << text << "'";
    EXPECT_EQ(find_stage(std::to_string(stage_registry().size() + 1)), nullptr);
}

}  // namespace
}  // namespace hexscan
