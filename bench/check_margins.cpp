#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/version.h"
#include "src/check/requirement_check.h"
#include "src/files/machine_file.h"
#include "src/files/requirement_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/system/all_cores.h"
#include "src/system/stopwatch.h"

/// Measures the time of a proof as a function of the box's distance from a limit. Prints the table of
/// docs/explanation/how-fast.md as Markdown on standard output.
/// usage: hexscan_check_margins PLATFORM.yaml ...
/// Each machine has a requirement in six dimensions. It is scaled about its middle to fractions of the largest size
/// that is proved. One more case has large rotations: the first machine about home, at full size with roll and pitch of
/// 20 degrees and yaw of 40 degrees to either side.
namespace {

using namespace hexscan;

constexpr int runs = 201;

struct Case {
    std::string name;
    ProvenMachine machine;
    PoseBox largest;
    double clearance_m;
};

ProofRequest verdict_only(const Machine& machine, double clearance_m) {
    ProofRequest request;
    request.clearance_m = clearance_m;
    request.tolerance_m = grazing_tolerance_m(machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    return request;
}

bool is_kept(const Proof& proof, double clearance_m) { return !proof.violated && proof.at_least_m >= clearance_m; }

/// Scales the box to the largest size for which the proof succeeds, to a relative accuracy of 1e-7.
PoseBox largest_kept(const ProvenMachine& machine, const PoseBox& box, double clearance_m) {
    const ProofRequest request = verdict_only(machine.machine, clearance_m);
    double kept = 0, lost = 1;
    while (is_kept(prove_box(machine, scaled_box(box, lost), request, on_all_cores), clearance_m)) lost *= 2;
    while (lost - kept > 1e-7 * lost) {
        const double middle = 0.5 * (kept + lost);
        (is_kept(prove_box(machine, scaled_box(box, middle), request, on_all_cores), clearance_m) ? kept : lost) =
            middle;
    }
    return scaled_box(box, kept);
}

bool is_six_dimensional(const PoseBox& box) {
    bool wide = true;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) wide = wide && box.low[k] < box.high[k];
    return wide;
}

void add_cases(const std::filesystem::path& file, std::vector<Case>& cases) {
    const PlatformDocument document = PlatformDocument::load(file);
    const ProvenMachine machine(read_machine(document));
    for (const Requirement& requirement : read_requirements(document, machine.machine))
        if (const PoseBox* const box = box_of(*requirement.poses); box && is_six_dimensional(*box))
            cases.push_back({fmt::format("{}: {}", machine.machine.name, requirement.name), machine,
                             largest_kept(machine, *box, requirement.clearance_m), requirement.clearance_m});
}

Case far_turning(const ProvenMachine& machine) {
    PoseBox box;
    box.low = box.high = coordinates_of(*machine.machine.home);
    const std::array<double, 3> half_deg{20, 20, 40};
    for (std::size_t k = 0; k < half_deg.size(); ++k) {
        box.low[PoseBox::angles_begin + k] -= half_deg[k] * std::acos(-1.0) / 180;
        box.high[PoseBox::angles_begin + k] += half_deg[k] * std::acos(-1.0) / 180;
    }
    return {machine.machine.name + ": turning far at home", machine, largest_kept(machine, box, 0), 0};
}

std::string cell(const Case& c, double size) {
    const ProofRequest request = verdict_only(c.machine.machine, c.clearance_m);
    const PoseBox box = scaled_box(c.largest, size);
    std::vector<double> times_ms;
    Proof proof;
    for (int run = 0; run < runs; ++run) {
        const Stopwatch watch;
        proof = prove_box(c.machine, box, request, on_all_cores);
        times_ms.push_back(watch.milliseconds());
    }
    std::nth_element(times_ms.begin(), times_ms.begin() + runs / 2, times_ms.end());
    const char* const outcome = proof.violated ? "violated" : is_kept(proof, c.clearance_m) ? "proved" : "grazes";
    return fmt::format("{}, {} parts, {} ms", outcome, proof.parts, three_digits(times_ms[runs / 2]));
}

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown processor";
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
    return text.data();
}

void print_table(const std::vector<Case>& cases) {
    fmt::print("{}, {} threads, {}, hexscan {}; median of {} runs, the verdict alone.\n\n| size of the box |",
               processor(), std::thread::hardware_concurrency(), today(), version, runs);
    for (const Case& c : cases) fmt::print(" {} |", c.name);
    fmt::print("\n| --: |");
    for (std::size_t i = 0; i < cases.size(); ++i) fmt::print(" :-- |");
    fmt::print("\n");
    for (const double size : {0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.99999, 1.0001, 1.01, 1.1}) {
        fmt::print("| {} % |", significant(100 * size, 6));
        for (const Case& c : cases) fmt::print(" {} |", cell(c, size));
        fmt::print("\n");
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::vector<Case> cases;
        for (int i = 1; i < argc; ++i) add_cases(argv[i], cases);
        if (cases.empty()) {
            fmt::print(stderr, "usage: hexscan_check_margins PLATFORM.yaml ...\n");
            return 2;
        }
        cases.push_back(far_turning(cases.front().machine));
        print_table(cases);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "hexscan_check_margins: {}\n", error.what());
        return 2;
    }
}
