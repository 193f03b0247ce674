// The machines of a sweep: the order of grids, Sobol's sequence, and random numbers that depend only on a machine's
// number.

#include "src/sweep/designs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/sweep_files.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

const std::string measured_volume = "measure: [volume]\n";

TEST(GridDesigns, ChangeTheLastNumberFastest) {
    const SweepFile sweep = closed_sweep(
        usual_file(),
        measured_volume +
            "vary: {legs.max: [1900, 2000], base.radius: {from: 800, to: 1100, points: 4}, home.z: [1, 2, 3]}\n");
    const Designs designs(sweep);
    ASSERT_EQ(designs.count(), 24);
    std::int64_t k = 0;
    for (const double longest : {1900.0, 2000.0})
        for (const double radius : {800.0, 900.0, 1000.0, 1100.0})
            for (const double z : {1.0, 2.0, 3.0}) {
                EXPECT_EQ(designs.varied(k), (std::vector{longest, radius, z}));
                const MachineDescription made = designs.description(k);
                EXPECT_EQ(made.telescopic().max_length, (PerLeg{longest, longest, longest, longest, longest, longest}));
                EXPECT_EQ(made.base.pairs.value().radius, radius);
                EXPECT_EQ(made.home.value().z, z);
                EXPECT_EQ(made.telescopic().min_length, sweep.machine.telescopic().min_length);
                EXPECT_TRUE(designs.deviations(k).empty());
                ++k;
            }
}

TEST(GridDesigns, HaveBothEndsOfARangeToTheBit) {
    const SweepFile sweep =
        closed_sweep(usual_file(), measured_volume + "vary: {base.radius: {from: 0.1, to: 0.7, points: 7}}\n");
    const Designs designs(sweep);
    EXPECT_EQ(designs.varied(0)[0], 0.1);
    EXPECT_EQ(designs.varied(6)[0], 0.7);
    for (int i = 0; i < 7; ++i) EXPECT_NEAR(designs.varied(i)[0], 0.1 * (i + 1), 1e-15);
}

/// Five varied numbers, one of them from a list.
std::string five_ranges() {
    return measured_volume +
           "vary: {base.radius: {from: 800, to: 1200}, platform.radius: {from: 500, to: 900}, "
           "legs.min: {from: 1100, to: 1300}, legs.max: {from: 1900, to: 2100}, home.z: [1400, 1450, 1500]}\n";
}

/// The places of numbers in their ranges; for the list the index.
std::vector<double> units_of(const SweepFile& sweep, const Designs& designs, std::int64_t design) {
    std::vector<double> units = designs.varied(design);
    for (std::size_t n = 0; n < 4; ++n)
        units[n] = (units[n] - sweep.varied[n].from) / (sweep.varied[n].to - sweep.varied[n].from);
    units[4] = (units[4] - 1400) / 50;
    return units;
}

TEST(SobolDesigns, AreBoostsSequenceFromItsStart) {
    const SweepFile sweep = closed_sweep(usual_file(), five_ranges() + "sampling: {sobol: 5000}\n");
    const Designs designs(sweep);
    boost::random::sobol_engine<std::uint32_t, 32> sequence(5);
    for (std::int64_t k = 0; k < designs.count(); ++k) {
        const std::vector<double> units = units_of(sweep, designs, k);
        for (std::size_t n = 0; n < 5; ++n) {
            const double unit = static_cast<double>(sequence()) * 0x1p-32;
            if (n < 4)
                ASSERT_NEAR(units[n], unit, 1e-12) << k;
            else
                ASSERT_EQ(units[n], std::floor(3 * unit)) << k;
        }
    }
}

/// The defining property of a low-discrepancy sequence in base 2 (Sobol 1967). Take any 2^m consecutive members from a
/// multiple of 2^m on: one lies in each of 2^m equal parts of every axis. Boost omits the first member, the origin.
TEST(SobolDesigns, CoverEveryAxisEvenly) {
    constexpr std::int64_t count = 4095, block = 256;
    const SweepFile sweep = closed_sweep(usual_file(), five_ranges() + fmt::format("sampling: {{sobol: {}}}\n", count));
    const Designs designs(sweep);
    for (std::size_t n = 0; n < 4; ++n)
        for (std::int64_t member = block; member + block <= count + 1; member += block) {
            std::set<std::int64_t> parts;
            for (std::int64_t k = member; k < member + block; ++k)
                parts.insert(static_cast<std::int64_t>(
                    std::floor(units_of(sweep, designs, k - 1)[n] * static_cast<double>(block) + 1e-6)));
            EXPECT_EQ(parts.size(), static_cast<std::size_t>(block)) << "number " << n << ", member " << member;
        }
    std::array<int, 3> listed{};
    for (std::int64_t k = 0; k < count; ++k) ++listed[static_cast<std::size_t>(units_of(sweep, designs, k)[4])];
    for (const int times : listed) EXPECT_NEAR(times, count / 3, 2);
}

std::string scattered(int samples, int seed) {
    return fmt::format(
        "tolerances: {{base.joints: {{normal: 0.5}}, legs.max: {{uniform: 2}}, samples: {}, seed: {}}}\n", samples,
        seed);
}

TEST(RandomDesigns, AreTheSameInAnyOrderAndFromAnyObject) {
    for (const char* sampling : {"{random: 1000000, seed: 5}", "{sobol: 1000000}"}) {
        const std::string text = five_ranges() + "sampling: " + sampling + "\n" + scattered(10, 3);
        const SweepFile sweep = closed_sweep(usual_file(), text), again = closed_sweep(usual_file(), text);
        const Designs designs(sweep);
        std::mt19937_64 dice(1);
        std::vector<std::int64_t> machines{0, 1, designs.count() - 1};
        for (int i = 0; i < 50; ++i) machines.push_back(static_cast<std::int64_t>(dice() % 10'000'000));
        std::vector<std::vector<double>> varied, deviations;
        for (const std::int64_t k : machines) {
            varied.push_back(designs.varied(designs.design_of(k)));
            deviations.push_back(designs.deviations(k));
        }
        for (std::size_t i = machines.size(); i-- > 0;) {
            const Designs other(again);
            EXPECT_EQ(other.deviations(machines[i]), deviations[i]);
            EXPECT_EQ(other.varied(other.design_of(machines[i])), varied[i]);
        }
    }
}

TEST(RandomDesigns, DependOnTheSeedAndOnNoOtherSize) {
    const auto drawn = [](int count, int seed, int samples) {
        const SweepFile sweep = closed_sweep(
            usual_file(), five_ranges() + fmt::format("sampling: {{random: {}, seed: {}}}\n", count, seed) +
                              scattered(samples, seed));
        const Designs designs(sweep);
        return std::pair(designs.varied(7), designs.deviations(7));
    };
    EXPECT_EQ(drawn(100, 1, 10), drawn(100'000, 1, 20));
    EXPECT_NE(drawn(100, 1, 10).first, drawn(100, 2, 10).first);
    EXPECT_NE(drawn(100, 1, 10).second, drawn(100, 2, 10).second);
}

/// The largest distance between a sample's distribution and the expected one, times the square root of the sample's
/// size (Kolmogorov 1933, Smirnov 1948). It exceeds 1.63 in one sample of a hundred.
double kolmogorov_smirnov(std::vector<double> sample, const std::function<double(double)>& distribution) {
    std::sort(sample.begin(), sample.end());
    const auto count = static_cast<double>(sample.size());
    double farthest = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const double at = distribution(sample[i]);
        farthest = std::max({farthest, static_cast<double>(i + 1) / count - at, at - static_cast<double>(i) / count});
    }
    return farthest * std::sqrt(count);
}
constexpr double one_in_a_hundred = 1.63;

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    const auto count = static_cast<double>(x.size());
    const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / count,
                 y_mean = std::accumulate(y.begin(), y.end(), 0.0) / count;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - x_mean) * (x[i] - x_mean);
        yy += (y[i] - y_mean) * (y[i] - y_mean);
        xy += (x[i] - x_mean) * (y[i] - y_mean);
    }
    return xy / std::sqrt(xx * yy);
}

/// The varied numbers and deviations of the first machines, one column per number.
class Draws : public testing::Test {
protected:
    static constexpr std::int64_t machines = 20'000;

    Draws()
        : sweep_(closed_sweep(
              usual_file(),
              five_ranges() +
                  "sampling: {random: 20000, seed: 1}\n"
                  "tolerances:\n  base.joints[0]: {normal: 0.5}\n  legs.max: {uniform: 2}\n  samples: 1\n  seed: 1\n")),
          varied_(5),
          deviations_(9) {
        const Designs designs(sweep_);
        for (std::int64_t k = 0; k < machines; ++k) {
            append(units_of(sweep_, designs, k), varied_);
            append(designs.deviations(k), deviations_);
        }
    }

    static void append(const std::vector<double>& values, std::vector<std::vector<double>>& columns) {
        ASSERT_EQ(values.size(), columns.size());
        for (std::size_t n = 0; n < values.size(); ++n) columns[n].push_back(values[n]);
    }

    SweepFile sweep_;
    std::vector<std::vector<double>> varied_, deviations_;
};

TEST_F(Draws, AreDistributedAsTheSweepSays) {
    for (std::size_t n = 0; n < 3; ++n)
        EXPECT_LE(kolmogorov_smirnov(deviations_[n], [](double x) { return std::erfc(-x / 0.5 / std::sqrt(2)) / 2; }),
                  one_in_a_hundred)
            << "normal " << n;
    for (std::size_t n = 3; n < 9; ++n) {
        EXPECT_LE(kolmogorov_smirnov(deviations_[n], [](double x) { return std::clamp((x + 2) / 4, 0.0, 1.0); }),
                  one_in_a_hundred)
            << "uniform " << n;
        EXPECT_LE(*std::max_element(deviations_[n].begin(), deviations_[n].end()), 2);
        EXPECT_GE(*std::min_element(deviations_[n].begin(), deviations_[n].end()), -2);
    }
    for (std::size_t n = 0; n < 4; ++n)
        EXPECT_LE(kolmogorov_smirnov(varied_[n], [](double x) { return std::clamp(x, 0.0, 1.0); }), one_in_a_hundred)
            << "varied " << n;
    for (const double chosen : {0, 1, 2})
        EXPECT_NEAR(static_cast<double>(std::count(varied_[4].begin(), varied_[4].end(), chosen)), machines / 3.0, 300);
}

TEST_F(Draws, AreIndependentOfEachOther) {
    std::vector<std::vector<double>> columns = deviations_;
    columns.insert(columns.end(), varied_.begin(), varied_.end());
    // The correlation of independent columns exceeds 4.5 / sqrt(n) with a probability of seven in a million.
    const double largest = 4.5 / std::sqrt(static_cast<double>(machines));
    for (std::size_t a = 0; a < columns.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) EXPECT_LE(std::abs(correlation(columns[a], columns[b])), largest);
        // Each machine must also be independent of earlier ones.
        for (const std::ptrdiff_t lag : {1, 2, 10, 100, 4096})
            EXPECT_LE(std::abs(correlation({columns[a].begin(), columns[a].end() - lag},
                                           {columns[a].begin() + lag, columns[a].end()})),
                      largest * 1.2)
                << "lag " << lag;
    }
}

TEST(Scatter, IsOnTopOfTheDesignAndMovesWhatItNames) {
    const SweepFile sweep = closed_sweep(
        usual_file(), measured_volume +
                          "vary: {legs.max: [1900, 2000]}\n"
                          "tolerances:\n  legs.max[2]: {uniform: 1}\n  home.z: {normal: 3}\n  samples: 5\n  seed: 2\n");
    const Designs designs(sweep);
    ASSERT_EQ(designs.count(), 10);
    for (std::int64_t k = 0; k < 10; ++k) {
        EXPECT_EQ(designs.design_of(k), k / 5);
        const double longest = k < 5 ? 1900 : 2000;
        const std::vector<double> by = designs.deviations(k);
        ASSERT_EQ(by.size(), 2U);
        EXPECT_NE(by[0], 0);
        const MachineDescription made = designs.description(k);
        EXPECT_EQ(made.telescopic().max_length, (PerLeg{longest, longest, longest + by[0], longest, longest, longest}));
        EXPECT_EQ(made.home.value().z, 1450 + by[1]);
        EXPECT_EQ(designs.nominal(k / 5).telescopic().max_length[2], longest / 1000);
    }
}

TEST(Scatter, MovesJointsThatARadiusGivesAndLeavesTheirAxes) {
    const SweepFile sweep = closed_sweep(
        usual_file(),
        measured_volume +
            "tolerances:\n  base.joints[1][2]: {uniform: 1}\n  platform.joints: {normal: 0.1}\n  samples: 4\n");
    const Designs designs(sweep);
    const Machine nominal = designs.nominal(0);
    for (std::int64_t k = 0; k < 4; ++k) {
        const Machine made = designs.machine(k);
        const std::vector<double> by = designs.deviations(k);
        for (std::size_t i = 0; i < leg_count; ++i) {
            const double base_z_mm = i == 1 ? by[0] : 0;
            EXPECT_NEAR(made.base.points_m[i].x, nominal.base.points_m[i].x, 1e-15);
            EXPECT_NEAR(made.base.points_m[i].z, nominal.base.points_m[i].z + base_z_mm / 1000, 1e-15);
            EXPECT_NEAR(made.platform.points_m[i].x, nominal.platform.points_m[i].x + by[1 + 3 * i] / 1000, 1e-15);
            EXPECT_NEAR(made.platform.points_m[i].y, nominal.platform.points_m[i].y + by[2 + 3 * i] / 1000, 1e-15);
            EXPECT_NEAR(made.platform.points_m[i].z, nominal.platform.points_m[i].z + by[3 + 3 * i] / 1000, 1e-15);
            EXPECT_NEAR(made.base.axes[i].z, nominal.base.axes[i].z, 1e-15);
            EXPECT_NEAR(made.platform.axes[i].x, nominal.platform.axes[i].x, 1e-15);
        }
    }
}

TEST(Scatter, CanMakeAMachineImpossible) {
    const SweepFile sweep =
        closed_sweep(usual_file(), measured_volume + "tolerances: {base.max_tilt: {uniform: 60}, samples: 200}\n");
    const Designs designs(sweep);
    int impossible = 0;
    for (std::int64_t k = 0; k < designs.count(); ++k) {
        const std::vector<double> by = designs.deviations(k);
        const bool is_none = std::any_of(by.begin(), by.end(), [](double d) { return 33 + d <= 0; });
        impossible += is_none;
        if (is_none)
            EXPECT_THROW((void)designs.machine(k), DescriptionError);
        else
            EXPECT_NO_THROW((void)designs.machine(k));
    }
    EXPECT_GT(impossible, 0);
    EXPECT_LT(impossible, 200);
}

/// The axes of both sides stay as designed, whether a side's joints or the home pose are scattered.
TEST(ScatteredDesigns, KeepTheirAxes) {
    for (const char* key : {"base.joints", "platform.joints", "base.radius", "home.z"}) {
        const SweepFile sweep =
            closed_sweep(usual_file(), measured_volume + "tolerances: {samples: 5, " + key + ": {normal: 10}}\n");
        const Designs designs(sweep);
        const Machine nominal = designs.nominal(0);
        for (std::int64_t k = 0; k < designs.count(); ++k) {
            const Machine machine = designs.machine(k);
            for (std::size_t i = 0; i < leg_count; ++i)
                for (const auto side : {&Machine::base, &Machine::platform}) {
                    const Vector apart = (machine.*side).axes[i] - (nominal.*side).axes[i];
                    EXPECT_LT(std::hypot(apart.x, apart.y, apart.z), 1e-15) << key << ", machine " << k;
                }
        }
    }
}

}  // namespace
