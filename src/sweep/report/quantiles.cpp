#include "src/sweep/report/quantiles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace hexscan {
namespace {

constexpr std::size_t classes = 40;

/// Maps doubles to whole numbers in the same order.
std::uint64_t ordered(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
    return bits >> 63 ? ~bits : bits | (std::uint64_t{1} << 63);
}
double from_ordered(std::uint64_t number) {
    return std::bit_cast<double>(number >> 63 ? number & ~(std::uint64_t{1} << 63) : ~number);
}

/// The search for one quantile. `leading` holds those leading digits (of 16 bits each) of the quantile that are known,
/// `below` counts the figures with smaller leading digits, and `rank` is the quantile's rank.
struct Search {
    std::uint64_t leading = 0;
    std::int64_t below = 0, rank = 0;
};

constexpr int digit_bits = 16, digits = 64 / digit_bits;
constexpr std::size_t digit_values = std::size_t{1} << digit_bits;

/// Calls visit(measured) for every machine of a design that can be built.
template <class Visit>
void for_each_sample(const MeasuredMachines& machines, std::int64_t design, Visit visit) {
    const std::int64_t samples = machines.sweep().samples_per_design();
    const std::int64_t begin = design * samples, end = begin + samples;
    const MachineBlocks& blocks = machines.blocks();
    for (std::int64_t b = blocks.block_of(begin); b <= blocks.block_of(end - 1); ++b) {
        std::int64_t machine = blocks.first(b);
        for (const Measured& measured : machines.block(b)) {
            if (machine >= begin && machine < end && measured.is_machine != 0) visit(measured);
            ++machine;
        }
    }
}

/// The rank of a quantile among `count` figures in ascending order, counted from 1.
std::int64_t rank_of(double part, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(part * static_cast<double>(count))), 1, count);
}

Quantiles sorted_quantiles(std::int64_t count, const ForEachFigure& for_each) {
    std::vector<double> figures;
    figures.reserve(static_cast<std::size_t>(count));
    for_each([&](double value) { figures.push_back(value); });
    std::sort(figures.begin(), figures.end());
    Quantiles quantiles{};
    for (std::size_t q = 0; q < quantiles.size(); ++q)
        quantiles[q] = figures[static_cast<std::size_t>(rank_of(quantile_parts[q], count)) - 1];
    return quantiles;
}

}  // namespace

Quantiles quantiles_of(std::int64_t count, const ForEachFigure& for_each, std::int64_t sorted_at_most) {
    if (count <= sorted_at_most) return sorted_quantiles(count, for_each);
    std::array<Search, quantile_parts.size()> searches;
    for (std::size_t q = 0; q < searches.size(); ++q) searches[q].rank = rank_of(quantile_parts[q], count);
    for (int digit = digits - 1; digit >= 0; --digit) {
        std::array<std::vector<std::int64_t>, quantile_parts.size()> counts;
        for (auto& c : counts) c.assign(digit_values, 0);
        const int shift = digit * digit_bits;
        for_each([&](double value) {
            const std::uint64_t number = ordered(value);
            for (std::size_t q = 0; q < searches.size(); ++q) {
                const bool same = digit == digits - 1 || number >> (shift + digit_bits) == searches[q].leading;
                counts[q][(number >> shift) % digit_values] += same ? 1 : 0;
            }
        });
        for (std::size_t q = 0; q < searches.size(); ++q) {
            Search& search = searches[q];
            std::size_t value = 0;
            while (search.below + counts[q][value] < search.rank) search.below += counts[q][value++];
            search.leading = search.leading << digit_bits | value;
        }
    }
    Quantiles quantiles{};
    std::transform(searches.begin(), searches.end(), quantiles.begin(),
                   [](const Search& search) { return from_ordered(search.leading); });
    return quantiles;
}

std::optional<Distribution> distribution_of(const MeasuredMachines& machines, std::int64_t design,
                                            std::size_t measure) {
    ForEachFigure for_each = [&](const std::function<void(double)>& visit) {
        for_each_sample(machines, design, [&](const Measured& m) { visit(m.figures[measure].value); });
    };
    // If there are few figures, they are kept in memory, so they are read only once.
    std::vector<double> kept;
    if (machines.sweep().samples_per_design() <= tuning::most_kept_figures) {
        for_each([&](double value) { kept.push_back(value); });
        for_each = [&](const std::function<void(double)>& visit) { std::for_each(kept.begin(), kept.end(), visit); };
    }
    Distribution distribution;
    for_each_sample(machines, design, [&](const Measured& m) { distribution.gave_up += m.figures[measure].gave_up; });
    double sum = 0;
    for_each([&](double value) {
        distribution.least = distribution.machines == 0 ? value : std::min(distribution.least, value);
        distribution.largest = distribution.machines == 0 ? value : std::max(distribution.largest, value);
        sum += value;
        ++distribution.machines;
    });
    if (distribution.machines == 0) return std::nullopt;
    distribution.mean = sum / static_cast<double>(distribution.machines);
    distribution.quantiles = quantiles_of(distribution.machines, for_each);
    distribution.histogram.assign(classes, 0);
    const double width = distribution.largest - distribution.least;
    for_each([&](double value) {
        const double at = width > 0 ? (value - distribution.least) / width * classes : 0;
        ++distribution.histogram[std::min(static_cast<std::size_t>(at), classes - 1)];
    });
    return distribution;
}

}  // namespace hexscan
