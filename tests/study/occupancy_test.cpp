#include "src/study/occupancy_model.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/study/published_case_study.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {

void PrintTo(const Occupancy& occupancy, std::ostream* out) {
    *out << occupancy.blocks_per_sm << " blocks, " << occupancy.active_warps << " of " << occupancy.max_warps
         << " warps, limited by " << occupancy.limiter;
}

namespace {

using namespace hexscan_test;

#if __has_include(<cuda_occupancy.h>)
constexpr bool nvidias_header_is_here = true;
#else
constexpr bool nvidias_header_is_here = false;
#endif

constexpr ComputeCapability fermi{2, 0};

struct KnownResult {
    ComputeCapability capability;
    KernelResources resources;
    int blocks_per_sm, active_warps, max_warps;
    std::string limiter;
};

void expect_result(const KnownResult& known) {
    const Occupancy result = occupancy(known.resources, known.capability);
    SCOPED_TRACE(to_string(known.capability) + ", " + std::to_string(known.resources.threads_per_block) + " threads, " +
                 std::to_string(known.resources.registers_per_thread) + " registers: got " +
                 testing::PrintToString(result));
    EXPECT_EQ(result.blocks_per_sm, known.blocks_per_sm);
    EXPECT_EQ(result.active_warps, known.active_warps);
    EXPECT_EQ(result.max_warps, known.max_warps);
    EXPECT_DOUBLE_EQ(result.fraction, static_cast<double>(known.active_warps) / known.max_warps);
    EXPECT_EQ(result.limiter, known.limiter);
}

TEST(ComputeCapability, EveryKnownOneSurvivesTextAndBack) {
    ASSERT_GE(known_compute_capabilities().size(), 18U);
    EXPECT_TRUE(std::is_sorted(known_compute_capabilities().begin(), known_compute_capabilities().end()));
    for (const ComputeCapability capability : known_compute_capabilities()) {
        EXPECT_EQ(parse_compute_capability(to_string(capability)), capability);
    }
    EXPECT_EQ(parse_compute_capability("9.0"), (ComputeCapability{9, 0}));
    EXPECT_EQ(parse_compute_capability("12.1"), (ComputeCapability{12, 1}));
}

TEST(ComputeCapability, RejectsOtherTextNamingTheKnownOnes) {
    for (const char* text :
         {"", "9", "9.", ".0", "9.0 ", " 9.0", "9.00", "9,0", "sm_90", "-2.0", "1.3", "9.1", "99999999999.0"}) {
        const std::string message = message_of([&] { parse_compute_capability(text); });
        EXPECT_TRUE(contains(message, std::string("'") + text + "' is not known")) << message;
        EXPECT_TRUE(contains(message, "known are 2.0, 3.5, ") && contains(message, ", 12.1")) << message;
    }
}

TEST(Occupancy, ReproducesThePublishedColumn) {
    constexpr std::array expected_warps{8, 12, 12, 32, 20, 20, 24};
    for (const PublishedStep& step : published_case_study()) {
        const Occupancy result = occupancy(kernel_resources(step), fermi);
        SCOPED_TRACE("published step " + std::to_string(step.number) + ": " + testing::PrintToString(result));
        EXPECT_EQ(result.active_warps, expected_warps[static_cast<std::size_t>(step.number - 1)]);
        EXPECT_EQ(result.max_warps, 48);
        const double percent = 100 * result.fraction;
        // The source truncates step 1's 16.7 % to 16 %, and doubles the already rounded 41.7 %.
        if (step.occupancy_percent) {
            EXPECT_NEAR(percent, *step.occupancy_percent, step.number == 1 ? 0.7 : 0.05);
        }
        if (step.points_in_flight_percent) {
            EXPECT_NEAR(percent * step.points_per_thread, *step.points_in_flight_percent, 0.1);
        }
    }
}

TEST(Occupancy, PublishedStepsAreLimitedBySharedMemoryThenRegisters) {
    const auto& steps = published_case_study();
    const auto limiter = [&](std::size_t number) {
        return occupancy(kernel_resources(steps[number - 1]), fermi).limiter;
    };
    EXPECT_EQ(limiter(1), "shared memory");
    EXPECT_EQ(limiter(2), "shared memory");
    for (const std::size_t number : {4U, 5U, 6U, 7U}) EXPECT_EQ(limiter(number), "registers");
}

TEST(Occupancy, SpreadsheetExampleAt35) {
    // 8 warps per block: 64 / 8 = 8 blocks; 32 x 32 = 1024 registers per warp, 64 warps, 8 blocks;
    // 48 KB / 4 KB = 12 blocks.
    expect_result({{3, 5}, {256, 32, 4096}, 8, 64, 64, "registers, warps"});
}

TEST(Occupancy, KnownResults) {
    const std::vector<KnownResult> known_results{
        // 47 x 32 = 1504 -> 1536 registers per warp, 21 fit, 20 in pairs; 20 / 7 = 2 blocks, not 3.
        {{2, 0}, {224, 47, 0}, 2, 14, 48, "registers"},
        // 32 / 8 = 4 blocks by warps, 64 / 8 = 8 by registers.
        {{7, 5}, {256, 32, 0}, 4, 32, 32, "warps"},
        // 65536 / 12288 = 5 by shared memory; 1280 registers per warp, 51 -> 48 warps, 12 blocks.
        {{7, 5}, {128, 40, 12288}, 5, 20, 32, "shared memory"},
        // 37 x 32 = 1184 -> 1280 registers per warp, 51 -> 48 warps, 6 blocks.
        {{8, 0}, {256, 37, 0}, 6, 48, 64, "registers"},
        // 48 KB + 1 KB reserved = 50176 B; 167936 / 50176 = 3.
        {{8, 0}, {128, 32, 49152}, 3, 12, 64, "shared memory"},
        // One warp per block gives 16 blocks, although 48 warps, and the registers of 128 warps, would fit.
        {{8, 6}, {32, 16, 0}, 16, 16, 48, "blocks"},
        // 32 warps per block: 48 / 32 = 1; 64 warps' registers would allow 2.
        {{8, 6}, {1024, 32, 0}, 1, 32, 48, "warps"},
        // 31 x 32 = 992 -> 1024 registers per warp: 64 warps fit, as many as there are.
        {{9, 0}, {256, 31, 0}, 8, 64, 64, "registers, warps"},
        // 255 x 32 = 8160 -> 8192 registers per warp, 8 warps, 2 blocks.
        {{9, 0}, {128, 255, 0}, 2, 8, 64, "registers"},
        // Stage 1: 31816 + 1024 = 32840 -> 32896 B; 233472 / 32896 = 7.
        {{9, 0}, {256, 31, 31816}, 7, 56, 64, "shared memory"},
        // Stage 2: 100 threads are 4 warps, 16 blocks; 12472 + 1024 -> 13568 B would allow 17.
        {{9, 0}, {100, 31, 12472}, 16, 64, 64, "registers, warps"},
        // 48 / 2 = 24 blocks by warps, which is also the most blocks; 768 registers per warp, 84 warps, 42 blocks.
        {{12, 0}, {64, 24, 0}, 24, 48, 48, "warps, blocks"},
        // 20000 + 1024 = 21024 -> 21120 B; 102400 / 21120 = 4; 2560 registers per warp, 24 warps, 6 blocks.
        {{12, 0}, {128, 80, 20000}, 4, 16, 48, "shared memory"},
        // 3.7 has twice the registers of 3.5: 2048 per warp, 64 warps.
        {{3, 7}, {256, 64, 0}, 8, 64, 64, "registers, warps"},
        // The kernel uses neither registers nor shared memory, so only the limits of warps and blocks remain.
        {{5, 2}, {64, 0, 0}, 32, 64, 64, "warps, blocks"},
    };
    for (const KnownResult& known : known_results) expect_result(known);
}

TEST(Occupancy, TooLargeToLaunchGivesNoBlocksAndSaysWhy) {
    // 32 warps need 128 x 32 = 4096 registers each. A multiprocessor of 3.7 has them, but a block may not use so many.
    expect_result({{3, 7}, {1024, 128, 0}, 0, 0, 64, "registers: the block needs 131072, at most 65536 per block"});
    // 65 x 32 = 2080 -> 2304 registers per warp, 32 warps.
    expect_result({{9, 0}, {1024, 65, 0}, 0, 0, 64, "registers: the block needs 73728, at most 65536 per block"});
    // 10 warps of 6400 registers fit 6.0's two partitions, but the launch is checked as 12 warps.
    expect_result({{6, 0}, {320, 200, 0}, 0, 0, 64, "registers: the block needs 76800, at most 65536 per block"});
    expect_result({{9, 0}, {1025, 32, 0}, 0, 0, 64, "threads: 1025 per block, at most 1024"});
    expect_result({{9, 0}, {INT_MAX, 32, 0}, 0, 0, 64, "threads: 2147483647 per block, at most 1024"});
    expect_result({{2, 0}, {256, 64, 0}, 0, 0, 48, "registers: 64 per thread, at most 63"});
    expect_result({{9, 0}, {32, 256, 0}, 0, 0, 64, "registers: 256 per thread, at most 255"});
    expect_result({{9, 0}, {32, INT_MAX, 0}, 0, 0, 64, "registers: 2147483647 per thread, at most 255"});
    expect_result({{9, 0}, {32, 32, 49153}, 0, 0, 64, "shared memory: 49153 B per block, at most 49152 B"});
    expect_result({{7, 5}, {32, 32, INT_MAX}, 0, 0, 32, "shared memory: 2147483647 B per block, at most 49152 B"});
}

TEST(Occupancy, RejectsInputWithoutMeaning) {
    const auto error = [](const KernelResources& resources, ComputeCapability capability) {
        return message_of([&] { occupancy(resources, capability); });
    };
    EXPECT_EQ(error({0, 32, 0}, {9, 0}), "threads per block: 0 is not a positive number");
    EXPECT_EQ(error({-32, 32, 0}, {9, 0}), "threads per block: -32 is not a positive number");
    EXPECT_EQ(error({32, -1, 0}, {9, 0}), "registers per thread: -1 is negative");
    EXPECT_EQ(error({32, 32, -1}, {2, 0}), "shared memory per block: -1 B is negative");
    EXPECT_TRUE(contains(error({32, 32, 0}, {9, 7}), "compute capability '9.7' is not known; known are 2.0"));
}

TEST(Occupancy, NvidiasHeaderIsUsedWhereItCanBe) {
    const KernelResources resources{256, 32, 4096};
    EXPECT_EQ(detail::block_limits_from_cuda_header(resources, {9, 0}).has_value(), nvidias_header_is_here);
    EXPECT_FALSE(detail::block_limits_from_cuda_header(resources, fermi).has_value());
}

/// Compares the two models over threads x registers x shared memory. Returns the number of comparisons.
int compare_models(ComputeCapability capability) {
    int compared = 0;
    for (int threads = 1; threads <= 1024; threads += 11) {
        for (int registers = 0; registers <= 255; ++registers) {
            for (int shared_bytes = 0; shared_bytes <= 49152; shared_bytes += 4096 + (registers % 2)) {
                const KernelResources resources{threads, registers, shared_bytes};
                const auto nvidia = detail::block_limits_from_cuda_header(resources, capability);
                if (!nvidia) return compared;
                const auto own = detail::block_limits_from_table(resources, capability);
                if (own != *nvidia) {
                    ADD_FAILURE() << to_string(capability) << ": " << threads << " threads, " << registers
                                  << " registers, " << shared_bytes << " B: own " << own.registers << ' '
                                  << own.shared_memory << ' ' << own.warps << ' ' << own.blocks << ", NVIDIA "
                                  << nvidia->registers << ' ' << nvidia->shared_memory << ' ' << nvidia->warps << ' '
                                  << nvidia->blocks;
                    return compared;
                }
                ++compared;
            }
        }
    }
    return compared;
}

TEST(Occupancy, OwnModelAgreesWithNvidiasHeader) {
    if (!nvidias_header_is_here) GTEST_SKIP() << "this build has no cuda_occupancy.h";
    int capabilities_compared = 0;
    for (const ComputeCapability capability : known_compute_capabilities()) {
        if (compare_models(capability) > 0) ++capabilities_compared;
    }
    // Old headers know 5.0 to 9.0, new ones 7.5 to 12.1. Both ranges contain 11 of hexscan's capabilities.
    EXPECT_GE(capabilities_compared, 11);
}

TEST(Occupancy, EveryByteOfSharedMemoryAgreesWithNvidiasHeader) {
    if (!nvidias_header_is_here) GTEST_SKIP() << "this build has no cuda_occupancy.h";
    for (const ComputeCapability capability : known_compute_capabilities()) {
        for (int shared_bytes = 0; shared_bytes <= 49152; ++shared_bytes) {
            const KernelResources resources{128, 32, shared_bytes};
            const auto nvidia = detail::block_limits_from_cuda_header(resources, capability);
            if (!nvidia) break;
            ASSERT_EQ(detail::block_limits_from_table(resources, capability).shared_memory, nvidia->shared_memory)
                << to_string(capability) << ", " << shared_bytes << " B";
        }
    }
}

std::size_t columns_of(const std::string& line) {
    const auto continuation_bytes = std::count_if(
        line.begin(), line.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; });
    return line.size() - static_cast<std::size_t>(continuation_bytes);
}

void expect_fits_78_columns(const std::string& plots) {
    std::istringstream lines(plots);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_of(line), 78U) << line;
}

TEST(OccupancyPlots, FitAndMarkTheKernelAtEveryCapability) {
    for (const ComputeCapability capability : known_compute_capabilities()) {
        for (const PublishedStep& step : published_case_study()) {
            const std::string plots = occupancy_plots(kernel_resources(step), capability);
            expect_fits_78_columns(plots);
            // The heading of each plot has an X, too. In the plot of block sizes a sample has two columns.
            EXPECT_EQ(std::count(plots.begin(), plots.end(), 'X'), 3 + 4) << plots;
            EXPECT_TRUE(contains(plots, "Compute capability " + to_string(capability))) << plots;
        }
    }
}

TEST(OccupancyPlots, LabelTheAxesAndTellTheNumbers) {
    const std::string plots = occupancy_plots({256, 29, 72}, fermi);
    for (const char* part :
         {"Compute capability 2.0: 32 of 48 warps per multiprocessor, 66.7 %\n", "limited by registers\n",
          "occupancy against threads per block, X at 256\n", "occupancy against registers per thread, X at 29\n",
          "occupancy against bytes of shared memory per block, X at 72\n", " 100 % |", "   0 % +", "1024", " 63\n",
          "49152\n"}) {
        EXPECT_TRUE(contains(plots, part)) << part << "\n" << plots;
    }
}

TEST(OccupancyPlots, MarkTheRightPoint) {
    const std::string plots = occupancy_plots({256, 29, 72}, fermi);
    std::istringstream lines(plots.substr(plots.find("occupancy against registers")));
    std::string line;
    // 32 of 48 warps are 5.3 of the 8 rows, so the X is in the third row from the top, at 75 %. The margin ends before
    // column 8, which is 1 register, so 29 registers are in column 36.
    for (int read = 0; read < 1 + 3; ++read) std::getline(lines, line);
    EXPECT_EQ(line.substr(0, 8), "  75 % |") << plots;
    const std::size_t mark = line.find('X');
    ASSERT_NE(mark, std::string::npos) << plots;
    EXPECT_EQ(columns_of(line.substr(0, mark)), 36U) << plots;
}

TEST(OccupancyPlots, KernelTooLargeToLaunchIsMarkedAtTheEnd) {
    const std::string plots = occupancy_plots({2048, 300, 60000}, {9, 0});
    EXPECT_TRUE(contains(plots, "limited by threads: 2048 per block, at most 1024\n")) << plots;
    EXPECT_EQ(std::count(plots.begin(), plots.end(), 'X'), 3 + 4) << plots;
    expect_fits_78_columns(plots);
}

TEST(PublishedCaseStudy, StatesWhatTheTableStates) {
    const auto& steps = published_case_study();
    for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].number, static_cast<int>(i) + 1);
    EXPECT_EQ(steps[0].shared_bytes_per_block, 31816);
    // A thread has 31 floats of scratch memory, and a block has 18 more.
    EXPECT_EQ(steps[0].shared_bytes_per_block, (16 * 16 * 31 + 18) * 4);
    EXPECT_EQ(steps[1].shared_bytes_per_block, (10 * 10 * 31 + 18) * 4);
    EXPECT_EQ(kernel_resources(steps[1]).registers_per_thread, 27);
    EXPECT_EQ(kernel_resources(steps[2]).registers_per_thread, 27);
    // 5.6 s / 0.433 s is 12.9, as the lecture prints it.
    EXPECT_NEAR(*steps[0].time_ms / *steps[6].time_ms, *steps[6].speed_up, 0.05);
}

}  // namespace
}  // namespace hexscan
