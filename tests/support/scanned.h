#pragma once

#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/engines/engine.h"

namespace hexscan_test {

/// Skips the test if there is no device.
template <class Base>
class OnDevice : public Base {
protected:
    void SetUp() override {
        const hexscan::DeviceList list = hexscan::list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
    }
};

/// A finished scan over poison, so that unwritten points show.
inline std::unique_ptr<hexscan::PreparedScan> scanned(const hexscan::Engine& engine, const hexscan::ScanPlan& plan) {
    std::unique_ptr<hexscan::PreparedScan> scan = engine.prepare(plan);
    scan->poison(0x55);
    scan->scan();
    return scan;
}

}  // namespace hexscan_test
