// A host program of the library for failing_allocations_sweep_test.sh. It runs a sweep and ends as hexscan does: with
// 0, or with 3 and a line that gives the reason.
//
// usage: sweeping_host SWEEP FOLDER
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "hexscan/sweep.h"

namespace {

constexpr int failed = 3;

}  // namespace

int main(int, char** argv) {
    // The JSON library allocates in destructors, so an error there is lost.
    std::set_terminate([] {
        std::fputs("hexscan: an error was lost\n", stderr);
        std::_Exit(failed);
    });
    try {
        hexscan::sweep(argv[1], {.folder = argv[2], .device = {hexscan::Device::Kind::cpu}});
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan: %s\n", error.what());
        return failed;
    }
}
