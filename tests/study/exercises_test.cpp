#include "src/study/commands/exercises.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(Exercises, HaveAStartThatTheirSolutionChanges) {
    int number = 0;
    for (const Exercise& exercise : exercises()) {
        EXPECT_EQ(exercise.number, ++number);
        EXPECT_NE(solution_of(exercise), start_of(exercise)) << number;
        EXPECT_GE(exercise.hints.size(), 2U) << number;
    }
    EXPECT_EQ(number, 6);
}

/// An && would skip what is to its right and so keep a part of the early exit.
TEST(Exercises, TheSolutionWithoutEarlyExitHasNoShortCircuit) {
    const std::string solution = solution_of(exercises()[2]);
    const std::size_t begin = solution.find("reachable = reachable &"), end = solution.find(';', begin);
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(solution.substr(begin, end - begin).find("&&"), std::string::npos);
}

TEST(Exercises, RefuseAChangeOfATextThatTheStartLacksOrRepeats) {
    Exercise exercise = exercises().front();
    exercise.changes = {{"no such text", ""}};
    EXPECT_ANY_THROW(solution_of(exercise));
    exercise.changes = {{"block_x", "x"}};
    EXPECT_ANY_THROW(solution_of(exercise));
}

TEST(Exercises, AreCorrectOnlyIfTheProgramEndsWell) {
    const std::string report = "stage 2: kernel 13.546 ms, total 37.365 ms; 1 of 2 points are reachable, 0 verdicts";
    const ExerciseResult right = read_exercise(0, "warning\n" + report + "\nmore\n");
    EXPECT_TRUE(right.correct);
    EXPECT_EQ(right.kernel_ms, 13.546);
    EXPECT_EQ(right.total_ms, 37.365);
    EXPECT_EQ(right.report, report);
    EXPECT_FALSE(read_exercise(1, report).correct);
    EXPECT_EQ(read_exercise(0, "stage 11: kernels 0.0326 ms, total 0.0360 ms; 3").kernel_ms, 0.0326);
}

TEST(Exercises, HaveNoResultWithoutAReport) {
    EXPECT_FALSE(read_exercise(0, "").correct);
    EXPECT_EQ(read_exercise(0, "kernel 1 ms").report, "");
}

}  // namespace
}  // namespace hexscan
