// Prints the positions that a machine reaches, level and at every tilt up to 5 degrees. usage: 2_workspace FILE
#include <cstdio>
#include <numbers>

#include <hexscan/scan.h>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: 2_workspace FILE");
        return 2;
    }
    const hexscan::Hexapod machine = hexscan::Hexapod::load(argv[1]);
    hexscan::ScanOptions options;
    options.x = options.y = {-0.9, 0.9, 101};
    options.z = {1.0, 1.9, 31};
    const hexscan::Scan level = hexscan::scan(machine, options);
    options.tilts = {5 * std::numbers::pi / 180, 5, 12};
    options.reached = hexscan::Reached::at_every_orientation;
    const hexscan::Scan tilted = hexscan::scan(machine, options);
    for (const auto& [name, scan] : {std::pair{"level", level}, {"tilted", tilted}})
        std::printf("%s: %lld points, %.6f m^3\n", name, static_cast<long long>(scan.reachable_points()),
                    scan.volume_m3());
}
