#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

/// How much of what is random tests ask.
namespace hexscan_test {

/// HEXSCAN_TEST_SHARE of the environment: of the usual number of machines, the share that is asked. Sanitizers are
/// content with fewer, long runs ask more.
inline double test_share() {
    const char* const given = std::getenv("HEXSCAN_TEST_SHARE");
    if (given == nullptr) return 1;
    const double share = std::atof(given);
    if (!(share > 0)) throw std::invalid_argument("HEXSCAN_TEST_SHARE must be a number above 0");
    return share;
}

/// Of the usual number, one at least.
inline int how_many(int usual) { return std::max(1, static_cast<int>(std::lround(usual * test_share()))); }

/// The same as seeds count: from 0 on.
inline std::uint64_t how_many_seeds(int usual) { return static_cast<std::uint64_t>(how_many(usual)); }

/// HEXSCAN_TEST_FIRST_SEED of the environment: processes of a long run each begin with one of their own.
inline std::uint64_t first_seed() {
    const char* const given = std::getenv("HEXSCAN_TEST_FIRST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 0;
}

/// What a variable of its own says in a long run, else as usual.
inline int number_of(const char* variable, int usual) {
    const char* const given = std::getenv(variable);
    return given != nullptr ? std::atoi(given) : usual;
}

/// So few that nothing is learned from how often something comes about.
inline bool asks_few() { return test_share() < 1; }

}  // namespace hexscan_test
