// Sign changes of polynomials of degree four. Every root must be in an emitted part, and parts must be as short as the
// distance of their roots.

#include "kernels/polynomial.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using hexscan_test::Dice;

struct Part {
    double from, to;
};

std::vector<Part> parts_of(const Polynomial<4>& p, double low, double high, const RootPrecision& precision) {
    std::vector<Part> parts;
    emit_sign_changes(p, low, high, precision, [&](double from, double to) { parts.push_back({from, to}); });
    EXPECT_LE(parts.size(), static_cast<std::size_t>(most_sign_changes));
    return parts;
}

/// A product, of degree at most 4, of linear factors and of parabolas without roots, with its roots.
struct Product {
    Polynomial<4> p{{1, 0, 0, 0, 0}};
    std::vector<double> roots;

    explicit Product(Dice& dice) {
        p.c[0] = dice.chance(0.5) ? -dice.magnitude(0.1, 10) : dice.magnitude(0.1, 10);
        const int kind = dice.whole(0, 4);
        int power = 0;
        for (; power + 2 <= kind; power += 2) {
            if (dice.chance(0.3)) {
                const double vertex = dice.between(-1, 1), height = dice.magnitude(1e-4, 1);
                times_line(vertex, height);
                continue;
            }
            const double root = dice.chance(0.5) ? dice.between(-1, 1) : dice.whole(-2, 2) * 0.5;
            const double apart = dice.chance(0.3) ? 0 : dice.magnitude(1e-5, 1);
            times_line(root);
            times_line(root + apart);
        }
        if (power < kind) times_line(dice.between(-1, 1));
        std::sort(roots.begin(), roots.end());
    }

private:
    void times(const Polynomial<2>& q) {
        Polynomial<4> product{};
        for (int i = 0; i <= 4; ++i)
            for (int j = 0; j <= 2 && i + j <= 4; ++j) product.c[i + j] += p.c[i] * q.c[j];
        p = product;
    }
    void times_line(double root) {
        roots.push_back(root);
        times({{-root, 1, 0}});
    }
    void times_line(double vertex, double height) { times({{vertex * vertex + height, -2 * vertex, 1}}); }
};

TEST(SignChanges, AreInThePartsThatAreEmitted) {
    int roots = 0, touching = 0;
    double longest = 0;
    for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
        Dice dice(seed);
        const Product product(dice);
        const double low = dice.between(-1.5, 0), high = dice.between(0, 1.5);
        const std::vector<Part> parts = parts_of(product.p, low, high, {1e-13, 1e-9});
        double apart = 2;
        for (std::size_t k = 0; k < product.roots.size(); ++k) {
            const double root = product.roots[k];
            if (k > 0) apart = std::min(apart, root - product.roots[k - 1]);
            if (root < low || root > high) continue;
            ++roots;
            EXPECT_TRUE(
                std::any_of(parts.begin(), parts.end(),
                            [&](const Part& part) { return part.from <= root + 1e-12 && root - 1e-12 <= part.to; }))
                << "seed " << seed << " root " << root;
        }
        touching += apart < 1e-6 ? 1 : 0;
        if (apart > 1e-2)
            for (const Part& part : parts) longest = std::max(longest, part.to - part.from);
    }
    EXPECT_GT(roots, 50'000);
    EXPECT_GT(touching, 1000);
    EXPECT_LT(longest, 1e-5) << "roots that are apart are told to within noise";
}

TEST(SignChanges, OfWhatNeverChangesAreNone) {
    EXPECT_TRUE(parts_of({{1, 0, 0, 0, 1}}, -2, 2, {1e-13, 1e-9}).empty());
    EXPECT_TRUE(parts_of({{-1, 0, 0, 0, 0}}, -2, 2, {1e-13, 1e-9}).empty());
    EXPECT_TRUE(parts_of({{1e-9, 0, 1, 0, 0}}, -2, 2, {1e-13, 1e-9}).empty());
    EXPECT_EQ(parts_of({{0, 0, 0, 0, 0}}, -2, 2, {1e-13, 1e-9}).size(), 1U) << "noise is in doubt everywhere";
}

/// A fourfold root in the middle of the row, where the second derivative is 0 too.
TEST(SignChanges, OfAFourfoldRootAreInDoubtAroundIt) {
    for (const double sign : {-1.0, 1.0}) {
        const std::vector<Part> parts = parts_of({{0, 0, 0, 0, sign}}, -2, 2, {1e-13, 1e-9});
        ASSERT_EQ(parts.size(), 1U);
        EXPECT_LT(parts[0].from, 0);
        EXPECT_GT(parts[0].to, 0);
        EXPECT_LT(parts[0].to - parts[0].from, 0.01);
    }
}

}  // namespace
