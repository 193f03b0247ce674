#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

/// How many random cases tests check.
namespace hexscan_test {

/// The environment's HEXSCAN_TEST_SHARE: the share of the usual number of machines. Tests with sanitizers use fewer,
/// long runs more.
inline double test_share() {
    const char* const given = std::getenv("HEXSCAN_TEST_SHARE");
    if (given == nullptr) return 1;
    const double share = std::atof(given);
    if (!(share > 0)) throw std::invalid_argument("HEXSCAN_TEST_SHARE must be a number above 0");
    return share;
}

/// That share of the usual number, at least one.
inline int how_many(int usual) { return std::max(1, static_cast<int>(std::lround(usual * test_share()))); }

/// The same number as a number of seeds, which count from 0.
inline std::uint64_t how_many_seeds(int usual) { return static_cast<std::uint64_t>(how_many(usual)); }

/// The environment's HEXSCAN_TEST_FIRST_SEED. Each process of a long run begins with a seed of its own.
inline std::uint64_t first_seed() {
    const char* const given = std::getenv("HEXSCAN_TEST_FIRST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 0;
}

/// The number in an environment variable, which long runs set; otherwise the usual number.
inline int number_of(const char* variable, int usual) {
    const char* const given = std::getenv(variable);
    return given != nullptr ? std::atoi(given) : usual;
}

/// True if there are so few cases that frequencies have no meaning.
inline bool asks_few() { return test_share() < 1; }

}  // namespace hexscan_test
