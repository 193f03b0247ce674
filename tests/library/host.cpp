// A host program of the library with a locale of its own. It prints the library's results, and fails if the library
// changes the state of the process.
//
// usage: host MACHINE SWEEP FOLDER [LOCALE]
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <locale>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hexscan/check.h"
#include "hexscan/errors.h"
#include "hexscan/machine.h"
#include "hexscan/scan.h"
#include "hexscan/sweep.h"

namespace {

namespace fs = std::filesystem;
using State = std::map<std::string, std::string>;

std::string bytes_of(const void* start, std::size_t size) { return {static_cast<const char*>(start), size}; }

void add_descriptors(State& state) {
    const long most = sysconf(_SC_OPEN_MAX) < 4096 ? sysconf(_SC_OPEN_MAX) : 4096;
    for (int descriptor = 0; descriptor < most; ++descriptor) {
        std::error_code absent;
        const fs::path open = fs::read_symlink(fmt::format("/proc/self/fd/{}", descriptor), absent);
        if (!absent) state[fmt::format("descriptor {}", descriptor)] = open.string();
    }
}

void add_signals(State& state) {
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) != 0) continue;
        state[fmt::format("signal {}", signal)] =
            fmt::format("{} {} {}", bytes_of(&action.sa_handler, sizeof action.sa_handler), action.sa_flags,
                        sigismember(&blocked, signal));
    }
}

State state_of_process() {
    State state;
    add_descriptors(state);
    add_signals(state);
    state["current folder"] = fs::current_path().string();
    state["locale of C"] = setlocale(LC_ALL, nullptr);
    state["locale of C++"] = std::locale().name();
    const locale_t of_thread = uselocale(locale_t{});
    state["locale of the thread"] = bytes_of(&of_thread, sizeof of_thread);
    const mode_t mask = umask(0);
    umask(mask);
    state["umask"] = std::to_string(mask);
    return state;
}

void answer(const fs::path& machine_file, const fs::path& sweep_file, const fs::path& folder) {
    using namespace hexscan;
    const Hexapod machine = Hexapod::load(machine_file);
    const Hexapod changed = machine.with_numbers("legs.max", std::vector{1.98765});
    fmt::print("{}\n{}\n", check(changed).text, changed.text());
    ScanOptions scan_options;
    scan_options.device.kind = Device::Kind::cpu;
    const Scan found = scan(changed, scan_options);
    fmt::print("{} points, {} m^3\n", found.reachable_points(), found.volume_m3());
    found.save(folder / "scan");
    SweepOptions options{.folder = folder / "sweep"};
    options.device.kind = hexscan::Device::Kind::cpu;
    for (const auto& [title, text] : sweep(sweep_file, options).summary) fmt::print("{}: {}\n", title, text);
    try {
        (void)Hexapod::parse("name: broken\nlegs: 1,5");
        fmt::print("broken is no error\n");
    } catch (const InputError& error) {
        fmt::print("{}\n", error.what());
    }
}

int differences(const State& before, const State& after) {
    int count = 0;
    State all = before;
    all.insert(after.begin(), after.end());
    for (const auto& [name, value] : all) {
        const auto was = before.find(name), is = after.find(name);
        if (was != before.end() && is != after.end() && was->second == is->second) continue;
        ++count;
        fmt::print(stderr, "{} was {}, is {}\n", name, was == before.end() ? "absent" : was->second,
                   is == after.end() ? "absent" : is->second);
    }
    return count;
}

}  // namespace

int main(int count, char** words) {
    try {
        if (count < 4) return 2;
        if (count > 4) std::locale::global(std::locale(words[4]));
        (void)std::signal(SIGUSR1, SIG_IGN);
        const State before = state_of_process();
        answer(words[1], words[2], words[3]);
        return differences(before, state_of_process()) == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
