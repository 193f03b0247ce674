#include "src/sweep/report/sensitivity.h"

#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

#include "src/sweep/sweep_tuning.h"

namespace hexscan {
namespace {

/// Sums over the samples, for scattered numbers x and measures y. To keep digits, a figure close to the measure's mean
/// is subtracted from every y.
struct Sums {
    double count = 0;
    std::vector<double> x, xx, y, yy, xy;  ///< xy has a row per measure and a column per number

    Sums(std::size_t numbers, std::size_t measures)
        : x(numbers), xx(numbers), y(measures), yy(measures), xy(measures * numbers) {}

    void add(const std::vector<double>& xs, const std::vector<double>& ys) {
        ++count;
        for (std::size_t n = 0; n < x.size(); ++n) {
            x[n] += xs[n];
            xx[n] += xs[n] * xs[n];
        }
        for (std::size_t m = 0; m < y.size(); ++m) {
            y[m] += ys[m];
            yy[m] += ys[m] * ys[m];
            for (std::size_t n = 0; n < x.size(); ++n) xy[m * x.size() + n] += xs[n] * ys[m];
        }
    }

    void add(const Sums& other) {
        const auto into = [](std::vector<double>& sums, const std::vector<double>& more) {
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
        };
        count += other.count;
        into(x, other.x);
        into(xx, other.xx);
        into(y, other.y);
        into(yy, other.yy);
        into(xy, other.xy);
    }
};

std::vector<double> values_of(const Measured& measured) {
    std::vector<double> values;
    for (const Found<double>& figure : measured.figures) values.push_back(figure.value);
    return values;
}

/// The figures of the first machine. They are close to the mean, so sums of squared differences from them lose no
/// digits.
std::vector<double> origin_of(const MeasuredMachines& machines) {
    std::vector<double> origin(machines.sweep().measures.size());
    bool found = false;
    machines.for_each([&](std::int64_t, const Measured& measured) {
        if (found || measured.is_machine == 0) return;
        origin = values_of(measured);
        found = true;
    });
    return origin;
}

void add_block(const MeasuredMachines& machines, std::int64_t block, const std::vector<double>& origin, Sums& sums) {
    std::int64_t machine = machines.blocks().first(block);
    for (const Measured& measured : machines.block(block)) {
        const std::int64_t k = machine++;
        if (measured.is_machine == 0) continue;
        std::vector<double> figures = values_of(measured);
        for (std::size_t m = 0; m < figures.size(); ++m) figures[m] -= origin[m];
        sums.add(machines.designs().deviations(k), figures);
    }
}

/// The sums over all machines. Blocks are added in order, so the result is the same to the bit for any number of cores.
Sums sums_of(const MeasuredMachines& machines) {
    const Sums none(machines.sweep().tolerances->numbers.size(), machines.sweep().measures.size());
    const std::vector<double> origin = origin_of(machines);
    const std::int64_t blocks = machines.blocks().count();
    Sums all = none;
    for (std::int64_t begin = 0; begin < blocks; begin += tuning::blocks_at_once) {
        std::vector<Sums> parts(static_cast<std::size_t>(std::min(tuning::blocks_at_once, blocks - begin)), none);
        tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t part) {
            add_block(machines, begin + static_cast<std::int64_t>(part), origin, parts[part]);
        });
        for (const Sums& part : parts) all.add(part);
    }
    return all;
}

}  // namespace

std::vector<Sensitivity> sensitivities_of(const MeasuredMachines& machines) {
    const Sums sums = sums_of(machines);
    const std::size_t numbers = sums.x.size();
    std::vector<Sensitivity> sensitivities;
    for (std::size_t m = 0; m < sums.y.size(); ++m) {
        const double y_spread = sums.yy[m] - sums.y[m] * sums.y[m] / sums.count;
        for (std::size_t n = 0; n < numbers; ++n) {
            const double x_spread = sums.xx[n] - sums.x[n] * sums.x[n] / sums.count;
            const double together = sums.xy[m * numbers + n] - sums.x[n] * sums.y[m] / sums.count;
            Sensitivity sensitivity{m, n, 0, 0};
            if (x_spread > 0 && y_spread > 0) {
                sensitivity.slope = together / x_spread;
                sensitivity.correlation = together / std::sqrt(x_spread * y_spread);
            }
            sensitivities.push_back(sensitivity);
        }
    }
    return sensitivities;
}

}  // namespace hexscan
