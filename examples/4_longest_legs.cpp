// A loop of one's own over machines: how long must the legs be at least, that a path is reachable? usage:
// 4_longest_legs FILE
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <hexscan/machine.h>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: 4_longest_legs FILE");
        return 2;
    }
    const hexscan::Hexapod machine = hexscan::Hexapod::load(argv[1]);
    std::vector<hexscan::PlatformPose> path;
    for (int k = 0; k < 100; ++k) {
        const double turn = 2 * std::numbers::pi * k / 100;
        path.push_back({0.2 * std::cos(turn), 0.2 * std::sin(turn), 1.45, 0.1 * std::sin(turn), 0, 0});
    }
    std::vector<std::uint8_t> reachable(path.size());
    double too_short = machine.numbers("legs.min")[0], enough = machine.numbers("legs.max")[0];
    while (enough - too_short > 1e-6) {
        const double middle[] = {(too_short + enough) / 2};
        machine.with_numbers("legs.max", middle).reachable(path, reachable);
        const bool all = std::all_of(reachable.begin(), reachable.end(), [](std::uint8_t one) { return one != 0; });
        (all ? enough : too_short) = middle[0];
    }
    std::printf("legs of %.5f m suffice\n", enough);
}
