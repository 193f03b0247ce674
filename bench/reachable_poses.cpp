// Measures how long the library takes for the given number of poses near the case study's home. Prints wall-clock
// seconds and seconds of CPU time. The shortest of five runs counts. usage: reachable_poses POSES
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "hexscan/machine.h"

int main(int, char** argv) {
    using Clock = std::chrono::steady_clock;
    const hexscan::Hexapod machine = hexscan::Hexapod::built_in();
    const hexscan::PlatformPose home = machine.home().value();
    std::mt19937_64 engine(1);
    const auto within = [&](double most) { return most * (static_cast<double>(engine() >> 11) * 0x1p-52 - 1); };
    std::vector<hexscan::PlatformPose> poses(static_cast<std::size_t>(std::atol(argv[1])), home);
    for (hexscan::PlatformPose& pose : poses) {
        for (double* const position_m : {&pose.x_m, &pose.y_m, &pose.z_m}) *position_m += within(0.3);
        for (double* const angle_rad : {&pose.roll_rad, &pose.pitch_rad, &pose.yaw_rad}) *angle_rad += within(0.2);
    }
    std::vector<std::uint8_t> reachable(poses.size());
    double best_s = 1e9, best_cpu_s = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto begin = Clock::now();
        const std::clock_t begin_cpu = std::clock();
        machine.reachable(poses, reachable);
        best_s = std::min(best_s, std::chrono::duration<double>(Clock::now() - begin).count());
        best_cpu_s = std::min(best_cpu_s, static_cast<double>(std::clock() - begin_cpu) / CLOCKS_PER_SEC);
    }
    std::printf("%.6f %.6f\n", best_s, best_cpu_s);
}
