#include "src/study/published_case_study.h"

#include "kernels/warp.h"

namespace hexscan {
namespace {

constexpr int step_1_registers = 27;
constexpr int step_1_warps_per_block = 16 * 16 / warp_size;
constexpr int step_1_shared_bytes_per_warp = 3977;

constexpr std::array<PublishedStep, 7> steps{
    PublishedStep{.number = 1,
                  .name = "baseline",
                  .block = {16, 16},
                  .grid = GridShape{63, 63, 1},
                  .launches = 350,
                  .registers_per_thread = step_1_registers,
                  .shared_bytes_per_block = step_1_warps_per_block * step_1_shared_bytes_per_warp,
                  .occupancy_percent = 16,
                  .points_in_flight_percent = std::nullopt,
                  .time_ms = 5600,
                  .speed_up = std::nullopt,
                  .points_per_thread = 1},
    PublishedStep{.number = 2,
                  .name = "resized blocks",
                  .block = {10, 10},
                  .grid = GridShape{100, 100, 350},
                  .launches = 1,
                  .registers_per_thread = std::nullopt,
                  .shared_bytes_per_block = 12472,
                  .occupancy_percent = 25,
                  .points_in_flight_percent = std::nullopt,
                  .time_ms = 2400,
                  .speed_up = std::nullopt,
                  .points_per_thread = 1},
    PublishedStep{.number = 3,
                  .name = "asynchrony",
                  .block = {10, 10},
                  .grid = std::nullopt,
                  .launches = std::nullopt,
                  .registers_per_thread = std::nullopt,
                  .shared_bytes_per_block = 12472,
                  .occupancy_percent = std::nullopt,
                  .points_in_flight_percent = std::nullopt,
                  .time_ms = std::nullopt,
                  .speed_up = std::nullopt,
                  .points_per_thread = 1},
    PublishedStep{.number = 4,
                  .name = "resized again",
                  .block = {16, 16},
                  .grid = GridShape{63, 63, 50},
                  .launches = 7,
                  .registers_per_thread = 29,
                  .shared_bytes_per_block = 72,
                  .occupancy_percent = 66.7,
                  .points_in_flight_percent = std::nullopt,
                  .time_ms = 1096,
                  .speed_up = 5.2,
                  .points_per_thread = 1},
    PublishedStep{.number = 5,
                  .name = "ILP",
                  .block = {8, 16},
                  .grid = GridShape{63, 63, 50},
                  .launches = 7,
                  .registers_per_thread = 47,
                  .shared_bytes_per_block = 0,
                  .occupancy_percent = 41.7,
                  .points_in_flight_percent = 83.4,
                  .time_ms = 1090,
                  .speed_up = std::nullopt,
                  .points_per_thread = 2},
    PublishedStep{.number = 6,
                  .name = "ILP, unrolled",
                  .block = {8, 16},
                  .grid = GridShape{63, 63, 50},
                  .launches = 7,
                  .registers_per_thread = 47,
                  .shared_bytes_per_block = 0,
                  .occupancy_percent = 41.7,
                  .points_in_flight_percent = 83.4,
                  .time_ms = 1023,
                  .speed_up = std::nullopt,
                  .points_per_thread = 2},
    PublishedStep{.number = 7,
                  .name = "intrinsics",
                  .block = {8, 16},
                  .grid = GridShape{63, 63, 50},
                  .launches = 7,
                  .registers_per_thread = 40,
                  .shared_bytes_per_block = 0,
                  .occupancy_percent = 50,
                  .points_in_flight_percent = 100,
                  .time_ms = 433,
                  .speed_up = 12.9,
                  .points_per_thread = 2},
};

}  // namespace

const std::array<PublishedStep, 7>& published_case_study() { return steps; }

KernelResources kernel_resources(const PublishedStep& step) {
    return {.threads_per_block = step.block.x * step.block.y,
            .registers_per_thread = step.registers_per_thread.value_or(step_1_registers),
            .static_shared_bytes = step.shared_bytes_per_block.value_or(0)};
}

}  // namespace hexscan
