#include "src/study/commands/exercises.h"

#include <regex>
#include <string_view>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/study/ladder_page.h"

namespace hexscan {
namespace {

const std::vector<Exercise> all_exercises{
    {.number = 1,
     .stage = 2,
     .task = "choose blocks without idle lanes",
     .counter = "smsp__thread_inst_executed_per_inst_executed.ratio",
     .counter_meaning = "the active lanes of a warp, of 32",
     .hints = {"A block of 10 x 10 threads has 4 warps. How many lanes does the last one use?",
               "The number of threads in a block should be a multiple of 32.",
               "A row of 32 threads is a warp, and its stores are neighbours. Try 32 x 4. Then compare it "
               "with 16 x 16."},
     .changes = {{"block_x = 10, block_y = 10", "block_x = 32, block_y = 4"}}},
    {.number = 2,
     .stage = 3,
     .task = "choose chunks for the shortest total",
     .counter = "gpu__time_duration.sum",
     .counter_meaning = "how long a launch takes; nsys profile shows when launches and copies run",
     .hints = {"No kernel hides the copy of the last chunk. How does the number of chunks affect that copy?",
               "Let K be the time of all kernels and C that of all copies. With n chunks, "
               "total = max(K, C) + min(K, C) / n, until the cost of each launch and each copy shows.",
               "Try 10 slices per chunk: 35 chunks."},
     .changes = {{"s += 50", "s += 10"}, {"std::min(50, ", "std::min(10, "}}},
    {.number = 3,
     .stage = 4,
     .task = "remove the early exit, and nothing else, to see what it is worth",
     .counter = "smsp__inst_executed.sum",
     .counter_meaning = "the executed instructions",
     .hints = {"Which two lines depend on the verdict of the leg before?",
               "The loop ends when a point is out of reach. Let it go on.",
               "Now each leg overwrites the verdict of the one before: combine them with &.",
               "&& skips what is to its right, too. Replace the three in the test by &."},
     .changes = {{"i < 6 && reachable;", "i < 6;"},
                 {"reachable = length >= leg.shortest && length <= leg.longest &&",
                  "reachable = reachable & length >= leg.shortest & length <= leg.longest &"},
                 {">= leg.least[0] &&", ">= leg.least[0] &"}}},
    {.number = 4,
     .stage = 5,
     .task = "execute fewer instructions for the same arithmetic",
     .counter = "smsp__inst_executed.sum",
     .counter_meaning = "the executed instructions",
     .hints = {"Which instructions compute nothing about a leg?",
               "A loop has a counter, a branch, and addresses that depend on the counter.",
               "#pragma unroll 1 keeps the loop over the legs rolled."},
     .changes = {{"#pragma unroll 1\n", "#pragma unroll\n"}}},
    {.number = 5,
     .stage = 8,
     .task = "give each thread eight points",
     .counter = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     .counter_meaning = "the store requests",
     .hints = {"One constant has the number of points. What else depends on it?",
               "The mask has eight bits now, and a 4-byte store has room for four verdicts.",
               "Store the lower four bits, then mask >> 4 at place + 4."},
     .changes = {{"points_per_thread = 4;", "points_per_thread = 8;"},
                 {"    *reinterpret_cast<unsigned*>(verdicts + place) = (mask * 0x00204081) & 0x01010101;",
                  "    for (int k = 0; k < points_per_thread; k += 4)\n"
                  "        *reinterpret_cast<unsigned*>(verdicts + place + k) =\n"
                  "            ((mask >> k & 15) * 0x00204081) & 0x01010101;"}}},
    {.number = 6,
     .stage = 10,
     .task = "give each block four warps in place of two",
     .counter = "sm__warps_active.avg.pct_of_peak_sustained_active",
     .counter_meaning = "the resident warps, in percent",
     .hints = {"One constant has the number of warps. Predict first: does a warp wait for another one of its block?",
               "Each warp packs its own runs and needs no barrier, so the block's size should hardly matter.",
               "Change warps = 2."},
     .changes = {{"constexpr int warps = 2,", "constexpr int warps = 4,"}}}};

}  // namespace

std::span<const Exercise> exercises() { return all_exercises; }

std::string start_of(const Exercise& exercise) { return plain_stage(exercise.stage).text; }

std::string solution_of(const Exercise& exercise) {
    std::string text = start_of(exercise);
    for (const auto& [before, after] : exercise.changes) {
        const std::size_t place = text.find(before);
        if (place == std::string::npos || text.find(before, place + 1) != std::string::npos)
            throw InternalError(fmt::format("exercise {}: its start must contain '{}' once", exercise.number, before));
        text.replace(place, before.size(), after);
    }
    return text;
}

ExerciseResult read_exercise(int exit_code, const std::string& output) {
    static const std::regex line(R"(stage \d+: kernels? ([0-9.]+) ms, total ([0-9.]+) ms;[^\n]*)");
    std::smatch found;
    if (!std::regex_search(output, found, line)) return {};
    return {exit_code == 0, parse_number<double>(found.str(1)).value_or(0),
            parse_number<double>(found.str(2)).value_or(0), found.str(0)};
}

}  // namespace hexscan
