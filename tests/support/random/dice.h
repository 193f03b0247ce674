#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <random>

namespace hexscan_test {

inline double between(std::mt19937_64& engine, double low, double high) {
    return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
}

/// Seeded random numbers that are the same on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    double between(double low, double high) { return hexscan_test::between(engine_, low, high); }
    /// A whole number from low to high, both included.
    int whole(int low, int high) {
        return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(double probability) { return between(0, 1) < probability; }
    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return *(choices.begin() + whole(0, static_cast<int>(choices.size()) - 1));
    }
    /// A number whose logarithm is uniformly distributed.
    double magnitude(double low, double high) { return low * std::pow(high / low, between(0, 1)); }

private:
    std::mt19937_64 engine_;
};

}  // namespace hexscan_test
