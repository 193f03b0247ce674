#include "src/sweep/sensitivity.h"

#include <cmath>

#include <tbb/parallel_for.h>

namespace hexscan {
namespace {

/// Sums over samples, of numbers x and measures y less a figure near their mean.
struct Sums {
    double count = 0;
    std::vector<double> x, xx, y, yy, xy;  ///< xy: measures by numbers

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

std::vector<double> figures_of(const MeasuredMachines& machines, const Measured& measured) {
    std::vector<double> figures;
    for (const Measure measure : machines.study().measures) figures.push_back(machines.value(measure, measured));
    return figures;
}

/// The first machine's figures: near the mean, so that sums of squares lose no digits.
std::vector<double> origin_of(const MeasuredMachines& machines) {
    std::vector<double> origin(machines.study().measures.size());
    bool found = false;
    machines.for_each([&](std::int64_t, const Measured& measured) {
        if (found || measured.is_machine == 0) return;
        origin = figures_of(machines, measured);
        found = true;
    });
    return origin;
}

/// Summed block by block, and the blocks in order: the same to the last bit on any number of cores.
Sums sums_of(const MeasuredMachines& machines) {
    const std::size_t numbers = machines.study().tolerances->numbers.size(),
                      measures = machines.study().measures.size();
    const std::vector<double> origin = origin_of(machines);
    std::vector<Sums> parts(static_cast<std::size_t>(machines.blocks().count()), Sums(numbers, measures));
    tbb::parallel_for(std::int64_t{0}, machines.blocks().count(), [&](std::int64_t b) {
        std::int64_t machine = machines.blocks().first(b);
        for (const Measured& measured : machines.block(b)) {
            const std::int64_t k = machine++;
            if (measured.is_machine == 0) continue;
            std::vector<double> figures = figures_of(machines, measured);
            for (std::size_t m = 0; m < measures; ++m) figures[m] -= origin[m];
            parts[static_cast<std::size_t>(b)].add(machines.designs().deviations(k), figures);
        }
    });
    Sums all(numbers, measures);
    for (const Sums& part : parts) all.add(part);
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
            Sensitivity sensitivity{machines.study().measures[m], n, 0, 0};
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
