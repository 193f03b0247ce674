// Counts the points that a machine reaches, in another program. usage: count_points FILE
#include <cstdio>

#include <hexscan/scan.h>

int main(int, char** argv) {
    const hexscan::Hexapod machine = hexscan::Hexapod::load(argv[1]);
    hexscan::ScanOptions options;
    options.x = options.y = {-0.9, 0.9, 101};
    options.z = {1.0, 1.9, 31};
    std::printf("%lld points\n", static_cast<long long>(hexscan::scan(machine, options).reachable_points()));
}
