// Which of many machines reaches most? usage: 5_best_machine FILE
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <hexscan/sweep.h>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: 5_best_machine FILE");
        return 2;
    }
    const auto folder = std::filesystem::temp_directory_path() / "hexscan-example-best-machine";
    std::filesystem::remove_all(folder);
    hexscan::SweepOptions options;
    options.folder = folder;
    options.page = options.images = false;
    const hexscan::Sweep swept = hexscan::sweep(argv[1], options);
    const auto& volumes = swept.column("volume_m3");
    const auto best = std::max_element(volumes.begin(), volumes.end());
    std::printf("%lld machines; number %.0f reaches %.6f m^3\n", static_cast<long long>(swept.machines),
                swept.column("machine")[static_cast<std::size_t>(best - volumes.begin())], *best);
    std::filesystem::remove_all(folder);
}
