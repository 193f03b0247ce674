// Counts the positions that a machine reaches. usage: first [FILE]     default: my.yaml
#include <cstdio>
#include <exception>

#include <hexscan/scan.h>

// Prints warnings, for example that the grid cuts off the workspace.
struct Warnings : hexscan::Observer {
    void warn(std::string_view text) override {
        std::fprintf(stderr, "warning: %.*s\n", static_cast<int>(text.size()), text.data());
    }
};

int main(int argc, char** argv) try {
    const hexscan::Hexapod machine = hexscan::Hexapod::load(argc > 1 ? argv[1] : "my.yaml");
    hexscan::ScanOptions options;
    options.x = options.y = {-0.35, 0.35, 141};  // from and to in metres, and the number of points
    options.z = {0.35, 0.8, 91};
    Warnings warnings;
    const hexscan::Scan scan = hexscan::scan(machine, options, warnings);
    std::printf("%lld points, %.2f litres\n", static_cast<long long>(scan.reachable_points()), 1000 * scan.volume_m3());
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
