#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/base/spread.h"

/// The price of intrinsics: the lecture's test, which compares ordinary with intrinsic functions, repeated on one
/// device.
namespace hexscan {

/// Times of the two ways to compute a function, and of the floor. For the floor, the same kernel runs on the same
/// arrays with a bitwise exclusive or of its operands instead of the function.
struct PriceTimes {
    Spread ordinary_ms;
    Spread intrinsic_ms;
    Spread floor_ms;

    /// The ordinary function's time divided by the intrinsic function's.
    double ratio() const { return ordinary_ms.median / intrinsic_ms.median; }
    double ordinary_to_floor() const { return ordinary_ms.median / floor_ms.median; }
    double intrinsic_to_floor() const { return intrinsic_ms.median / floor_ms.median; }
};

/// Largest errors, compared with double precision on the same inputs. The relative error is computed for values whose
/// exact result is not zero.
struct PriceError {
    double absolute = 0;
    double relative = 0;
};

/// The inputs of one operand. They are uniformly distributed over from ... to, both ends included.
struct PriceRange {
    float from = 0;
    float to = 0;
};

/// The times that the lecture gives. They were measured on a GPU of its time.
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
    PriceTimes single;    ///< One evaluation per value. Memory limits all except the slowest functions.
    PriceTimes repeated;  ///< `evaluations_per_value` evaluations per value in registers. Arithmetic limits them.
    PriceError ordinary_error;
    PriceError intrinsic_error;
    std::optional<PublishedPrice> published;
};

/// The whole test, with everything needed to repeat it.
struct IntrinsicsPrice {
    std::string device;
    std::string date;  ///< ISO 8601, UTC; empty in old records
    std::int64_t values = 0;
    int evaluations_per_value = 0;
    int repeats = 0;
    int launches_per_repeat = 0;  ///< each time is the mean of this many consecutive launches
    std::uint64_t seed = 0;
    std::vector<PriceRow> rows;
};

/// Runs the test on the device. Throws InputError if `repeats` is below 1, and DeviceError if CUDA fails. If a result
/// is NaN or infinite, throws InternalError that names the function.
IntrinsicsPrice measure_intrinsics(int device_index, int repeats);

}  // namespace hexscan
