#include "src/engines/verification.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "src/scan/map_kind.h"
#include "src/scan/reference.h"

namespace hexscan {
namespace {

/// The larger of two |margins|. If one is NaN, so is the result. Any comparison with a tolerance then fails.
double worse_margin(double a, double b) { return std::isnan(a) || a >= b ? a : b; }

/// Calls visit(column) for every column on which the two rows disagree.
template <class Visit>
void for_each_difference(std::span<const Run> a, std::span<const Run> b, Visit visit) {
    std::vector<int> edges;  // the verdicts of both rows change only at these columns
    for (const std::span<const Run> runs : {a, b})
        for (const Run& run : runs) edges.insert(edges.end(), {run.first, run.last + 1});
    std::sort(edges.begin(), edges.end());
    const auto contains = [](std::span<const Run> runs, int column) {
        return std::any_of(runs.begin(), runs.end(),
                           [&](const Run& run) { return run.first <= column && column <= run.last; });
    };
    for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
        if (contains(a, edges[e]) == contains(b, edges[e])) continue;
        for (int column = edges[e]; column < edges[e + 1]; ++column) visit(column);
    }
}

Verification compare_slices(const WorkspaceSlice& scanned, const WorkspaceSlice& reference, const OrientedPlan& plan,
                            int slice) {
    Verification result;
    if (scanned == reference) return result;
    for (int row = 0; row < plan.rows(); ++row)
        for_each_difference(scanned.row(row), reference.row(row), [&](int column) {
            const double distance = std::abs(grid_margin(plan, column, row, slice));
            ++result.differences;
            result.worst_margin = worse_margin(result.worst_margin, distance);
        });
    return result;
}

/// True if two bytes are equal, or two numbers have the same sign and differ by at most `tolerance`, relative to `a`.
bool are_alike(std::uint8_t a, std::uint8_t b, double) { return a == b; }
bool are_alike(float a, float b, double tolerance) {
    if (a == b) return true;
    return std::signbit(a) == std::signbit(b) && std::isfinite(a) &&
           std::abs(double{a} - double{b}) <= tolerance * std::abs(double{a});
}

/// Counts the numbers that differ by more than the tolerance. If the lists differ in size, all numbers count.
template <class Number>
std::int64_t different_numbers(const std::vector<Number>& a, const std::vector<Number>& b, double tolerance) {
    if (a.size() != b.size()) return static_cast<std::int64_t>(std::max(a.size(), b.size()));
    std::int64_t differences = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differences += are_alike(a[i], b[i], tolerance) ? 0 : 1;
    return differences;
}

std::int64_t different_numbers(const ScanPlan& plan, const SliceField& a, const SliceField& b) {
    if (a.name != b.name || a.values.index() != b.values.index()) return 1;
    const auto map = map_kind(a.name);
    const double tolerance = map ? tolerance_of(*map, plan) : 0;
    return std::visit(
        [&](const auto& values) {
            return different_numbers(values, std::get<std::decay_t<decltype(values)>>(b.values), tolerance);
        },
        a.values);
}

std::int64_t different_points(const WorkspaceSlice& a, const WorkspaceSlice& b) {
    if (a == b) return 0;
    if (a.rows() != b.rows()) return 1;
    std::int64_t differences = 0;
    for (int row = 0; row < a.rows(); ++row) for_each_difference(a.row(row), b.row(row), [&](int) { ++differences; });
    return differences;
}

std::int64_t differences_in_slice(const PreparedScan& referee, const PreparedScan& scan, const ScanPlan& plan,
                                  int slice) {
    std::int64_t differences = different_points(referee.slice(slice), scan.slice(slice));
    if (plan.is_certified()) differences += different_points(referee.proved(slice), scan.proved(slice));
    if (plan.maps.empty()) return differences;
    const std::vector<SliceField> expected = referee.fields(slice), fields = scan.fields(slice);
    if (expected.size() != fields.size()) return differences + 1;
    for (std::size_t f = 0; f < fields.size(); ++f) differences += different_numbers(plan, expected[f], fields[f]);
    return differences;
}

}  // namespace

Verification verify_against(const PreparedScan& referee, const PreparedScan& scan, const ScanPlan& plan) {
    Verification whole;
    whole.done = true;
    whole.unwritten_points = scan.unwritten_points();
    if (whole.unwritten_points != 0) return whole;
    std::vector<std::int64_t> differences(static_cast<std::size_t>(plan.slices()));
    tbb::parallel_for(0, plan.slices(), [&](int slice) {
        differences[static_cast<std::size_t>(slice)] = differences_in_slice(referee, scan, plan, slice);
    });
    for (const std::int64_t here : differences) whole.differences += here;
    whole.passed = whole.differences == 0;
    return whole;
}

Verification verify(const PreparedScan& scan, const OrientedPlan& plan, const Workspace& reference,
                    double margin_tolerance) {
    std::vector<Verification> parts(static_cast<std::size_t>(plan.slices()));
    Verification whole;
    whole.done = true;
    whole.unwritten_points = scan.unwritten_points();
    whole.margin_tolerance = margin_tolerance;
    // Verdicts that the stage did not write cannot be read as runs.
    if (whole.unwritten_points != 0) return whole;
    tbb::parallel_for(0, plan.slices(), [&](int slice) {
        const auto index = static_cast<std::size_t>(slice);
        parts[index] = compare_slices(scan.slice(slice), reference[index], plan, slice);
    });
    for (const Verification& part : parts) {
        whole.differences += part.differences;
        whole.worst_margin = worse_margin(whole.worst_margin, part.worst_margin);
    }
    whole.passed = whole.differences == 0 || (margin_tolerance > 0 && whole.worst_margin <= margin_tolerance);
    return whole;
}

Verification worse_of(const Verification& a, const Verification& b) {
    Verification both = a;
    both.done = a.done && b.done;
    both.passed = a.passed && b.passed;
    both.differences = std::max(a.differences, b.differences);
    both.unwritten_points = std::max(a.unwritten_points, b.unwritten_points);
    both.worst_margin = worse_margin(a.worst_margin, b.worst_margin);
    return both;
}

Verification sum_of(const Verification& a, const Verification& b) {
    Verification both = worse_of(a, b);
    both.differences = a.differences + b.differences;
    both.unwritten_points = a.unwritten_points + b.unwritten_points;
    return both;
}

std::string describe(const Verification& verification) {
    if (!verification.done) return "not verified (the option verify checks every verdict)";
    if (verification.unwritten_points != 0)
        return fmt::format("FAILED: {} points were never written", verification.unwritten_points);
    if (verification.differences == 0) return "every verdict equals the double-precision reference";
    // Scans of sets have no margin, because none of their verdicts may differ.
    if (verification.worst_margin == 0)
        return fmt::format("FAILED: {} verdicts or numbers differ from the double-precision reference",
                           verification.differences);
    return fmt::format(
        "{}{} verdicts differ from the double-precision reference, at points up to {:.2g} from a limit, as a share of "
        "the longest leg length or in rad (allowed: {})",
        verification.passed ? "" : "FAILED: ", verification.differences, verification.worst_margin,
        verification.margin_tolerance > 0 ? fmt::format("{:g}", verification.margin_tolerance) : "none");
}

}  // namespace hexscan
