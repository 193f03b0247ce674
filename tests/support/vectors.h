#pragma once

#include <gtest/gtest.h>

#include "src/machine/machine.h"

namespace hexscan_test {

inline void expect_near(const hexscan::Vector& actual, const hexscan::Vector& expected, double tolerance) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
}

}  // namespace hexscan_test
