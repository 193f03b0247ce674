#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/base/spread.h"

/// The price of intrinsics: the lecture's test of ordinary against intrinsic functions, rerun on one device.
namespace hexscan {

/// The two ways to compute a function, and the floor: the same kernel, reading and writing the same arrays,
/// with a bitwise exclusive or of its operands in place of the function.
struct PriceTimes {
    Spread ordinary_ms;
    Spread intrinsic_ms;
    Spread floor_ms;

    /// How many times as long the ordinary function takes.
    double ratio() const { return ordinary_ms.median / intrinsic_ms.median; }
    double ordinary_to_floor() const { return ordinary_ms.median / floor_ms.median; }
    double intrinsic_to_floor() const { return intrinsic_ms.median / floor_ms.median; }
};

/// Largest errors against double precision on the same inputs. The relative error is taken over the values
/// whose exact result is not zero.
struct PriceError {
    double absolute = 0;
    double relative = 0;
};

/// The inputs of one operand are uniform in from ... to; both ends are among them.
struct PriceRange {
    float from = 0;
    float to = 0;
};

/// Times printed in the lecture, on a GPU of its day.
struct PublishedPrice {
    double ordinary_ms = 0;
    double intrinsic_ms = 0;
};

/// One function of the test.
struct PriceRow {
    std::string function;
    std::string ordinary_call;
    std::string intrinsic_call;
    std::vector<PriceRange> operands;
    PriceTimes single;    ///< one evaluation per value: bound by memory for all but the slowest functions
    PriceTimes repeated;  ///< `evaluations_per_value` evaluations per value in registers: bound by arithmetic
    PriceError ordinary_error;
    PriceError intrinsic_error;
    std::optional<PublishedPrice> published;
};

/// The whole test, with what is needed to repeat it.
struct IntrinsicsPrice {
    std::string device;
    std::string date;  ///< ISO 8601, UTC; empty in old records
    std::int64_t values = 0;
    int evaluations_per_value = 0;
    int repeats = 0;
    int launches_per_repeat = 0;  ///< a time is that of one launch: of so many back to back, divided by them
    std::uint64_t seed = 0;
    std::vector<PriceRow> rows;
};

/// Runs the test on the device. Throws InputError when repeats is below 1, DeviceError where CUDA
/// fails, InternalError naming the function where a result is NaN or infinite.
IntrinsicsPrice measure_intrinsics(int device_index, int repeats);

}  // namespace hexscan
