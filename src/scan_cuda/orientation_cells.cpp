#include "src/scan_cuda/orientation_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace hexscan {
namespace {

using Elements = std::array<double, 9>;

Elements elements_of(const Rotation& r) { return {r.x.x, r.x.y, r.x.z, r.y.x, r.y.y, r.y.z, r.z.x, r.z.y, r.z.z}; }

double square_between(const Elements& a, const Elements& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

class CellMaker {
public:
    explicit CellMaker(std::span<const Rotation> orientations) {
        for (const Rotation& rotation : orientations) elements_.push_back(elements_of(rotation));
    }

    /// Appends a cell with these orientations, and all its descendants.
    void append(std::span<int> members) {
        const std::size_t number = cells_.size();
        cells_.push_back({nearest_to_mean(members), 0, 0});
        if (members.size() > 1) {
            cells_[number].turned = turned_from(cells_[number].orientation, members);
            append_halves(members, halvings);
        }
        cells_[number].end = static_cast<int>(cells_.size());
    }

    OrientationCells finish(int most_roots) {
        std::vector<int> roots{0};
        for (std::vector<int> next = children_of(roots); static_cast<int>(next.size()) <= most_roots;
             next = children_of(roots)) {
            if (next.size() == roots.size()) break;
            roots = next;
        }
        const auto far = [&](int root) { return square_between(own(root), own(0)); };
        std::ranges::stable_sort(roots, [&](int a, int b) { return far(a) > far(b); });
        return {std::move(cells_), std::move(roots)};
    }

private:
    static constexpr int halvings = 3;

    const Elements& at(int orientation) const { return elements_[static_cast<std::size_t>(orientation)]; }
    const Elements& own(int cell) const { return at(cells_[static_cast<std::size_t>(cell)].orientation); }

    void append_halves(std::span<int> members, int times) {
        if (times == 0 || members.size() == 1) return append(members);
        const std::size_t k = widest_element(members), half = members.size() / 2;
        std::ranges::nth_element(members, members.begin() + static_cast<std::ptrdiff_t>(half),
                                 [&](int a, int b) { return at(a)[k] < at(b)[k]; });
        append_halves(members.first(half), times - 1);
        append_halves(members.subspan(half), times - 1);
    }

    std::size_t widest_element(std::span<const int> members) const {
        Elements width{};
        for (std::size_t k = 0; k < width.size(); ++k) {
            const auto [low, high] =
                std::ranges::minmax_element(members, [&](int a, int b) { return at(a)[k] < at(b)[k]; });
            width[k] = at(*high)[k] - at(*low)[k];
        }
        return static_cast<std::size_t>(std::ranges::max_element(width) - width.begin());
    }

    int nearest_to_mean(std::span<const int> members) const {
        Elements mean{};
        for (const int member : members)
            for (std::size_t k = 0; k < mean.size(); ++k)
                mean[k] += at(member)[k] / static_cast<double>(members.size());
        return *std::ranges::min_element(
            members, [&](int a, int b) { return square_between(at(a), mean) < square_between(at(b), mean); });
    }

    /// The norm of the difference of two rotation matrices is their Frobenius distance over the root of 2.
    double turned_from(int orientation, std::span<const int> members) const {
        constexpr double rounding = 1e-12;
        double most = 0;
        for (const int member : members) most = std::max(most, square_between(at(member), at(orientation)));
        return std::sqrt(most / 2) * (1 + rounding) + rounding;
    }

    /// The children of cells. A cell without children stays.
    std::vector<int> children_of(const std::vector<int>& parents) const {
        std::vector<int> children;
        for (const int parent : parents) {
            const int end = cells_[static_cast<std::size_t>(parent)].end;
            if (end == parent + 1) children.push_back(parent);
            for (int c = parent + 1; c < end; c = cells_[static_cast<std::size_t>(c)].end) children.push_back(c);
        }
        return children;
    }

    std::vector<Elements> elements_;
    std::vector<OrientationCell> cells_;
};

}  // namespace

OrientationCells cells_of(std::span<const Rotation> orientations, int most_roots) {
    CellMaker maker(orientations);
    std::vector<int> members(orientations.size());
    std::iota(members.begin(), members.end(), 0);
    maker.append(members);
    return maker.finish(most_roots);
}

OrientationCells single_cells(int count) {
    OrientationCells single;
    for (int k = 0; k < count; ++k) {
        single.cells.push_back({k, k + 1, 0});
        single.roots.push_back(k);
    }
    return single;
}

}  // namespace hexscan
