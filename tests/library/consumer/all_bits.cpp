// Prints a hash of all bits of the library's results. It must not depend on the flags that compile this file.
//
// usage: all_bits FILE
#include <cstdint>
#include <cstdio>

#include <hexscan/check.h>
#include <hexscan/errors.h>
#include <hexscan/scan.h>

namespace {

class Hash {
public:
    void take(const void* bytes, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            hash_ = (hash_ ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001B3U;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xCBF29CE484222325U;
};

}  // namespace

int main(int, char** argv) {
    using namespace hexscan;
    const Hexapod machine = Hexapod::load(argv[1]);
    Hash hash;
    for (int i = 0; i < 2000; ++i) {
        // The flags that compile this file do not change these numbers.
        const double t = i / 2048.0;
        const PlatformPose pose{t, 0.5 - t, 1 + t, t / 4, -t / 8, t / 16};
        const bool reachable = machine.reachable(pose);
        const double clearance_m = machine.nearest_limit(pose).clearance_m;
        const auto lengths_m = machine.joint_values(pose);
        hash.take(&reachable, sizeof reachable);
        hash.take(&clearance_m, sizeof clearance_m);
        hash.take(lengths_m.data(), sizeof lengths_m);
    }
    ScanOptions options;
    options.x = options.y = {-0.9, 0.9, 61};
    options.z = {1.0, 1.9, 13};
    options.maps = {{"clearance", "limit"}};
    const Scan at_one = scan(machine, options);
    options.maps = {{"share"}};
    options.orientations = {{{-0.05, 0.05, 3}, {-0.05, 0.05, 3}, {0, 0, 1}}};
    options.reached = Reached::at_every_orientation;
    const Scan at_all = scan(machine, options);
    for (const Scan* const scanned : {&at_one, &at_all})
        for (int slice = 0; slice < scanned->slices(); ++slice) {
            for (int row = 0; row < scanned->rows(); ++row) {
                const auto runs = scanned->runs(slice, row);
                hash.take(runs.data(), runs.size_bytes());
            }
            for (const char* const map : {"clearance", "share"}) {
                const auto values = scanned->map(map, slice);
                hash.take(values.data(), values.size_bytes());
            }
            hash.take(scanned->limits(slice).data(), scanned->limits(slice).size_bytes());
        }
    const ProofResult proven = prove(machine, {{-0.05, -0.05, 1.4, 0, 0, 0}, {0.05, 0.05, 1.5, 0.02, 0.02, 0}}, 0.001);
    hash.take(&proven.verdict, sizeof proven.verdict);
    hash.take(&proven.least.clearance_m, sizeof proven.least.clearance_m);
    try {
        (void)Hexapod::parse("name: [", "broken.yaml");
        std::puts("no error");
    } catch (const InputError& error) {
        std::printf("%s line %d\n", error.facts().file.c_str(), error.facts().line);
    }
    std::printf("%016llx, %lld and %lld points\n", static_cast<unsigned long long>(hash.value()),
                static_cast<long long>(at_one.reachable_points()), static_cast<long long>(at_all.reachable_points()));
}
