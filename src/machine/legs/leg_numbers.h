#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/scan_geometry.h"
#include "src/machine/description/units.h"

/// The numbers of a kind of leg as a table. A row defines how a number is read from a platform file, written there and
/// into records, varied by a sweep and named in errors.
namespace hexscan {

using PerLeg = std::array<double, leg_count>;
/// For each leg the index of a word in a list.
using PerLegWord = std::array<std::uint8_t, leg_count>;

/// A number that each leg has, for the kind of legs `Legs`.
template <class Legs>
struct LegNumber {
    /// The member that holds the number of each leg.
    using Place = PerLeg Legs::*;
    using Flag = bool Legs::*;

    std::string_view key;     ///< "max". Key in `legs` of a platform file, with one number or a list of six.
    std::string_view record;  ///< "max_length_m". Key in a machine's record, in SI.
    std::string_view words;   ///< "the longest leg length"
    Dimension dimension = Dimension::length;
    Place values = nullptr;
    /// The number bounds the joint value. An error of the number is an error of the leg, and no axis depends on it.
    bool of_joint_value = false;
    std::string_view span_key{};  ///< "stroke". A key that may replace it and gives its distance ...
    Place above = nullptr;        ///< ... above this number, whose row comes earlier.
    /// A pair or a vector of each leg has one key and several rows, one after the other, part 0 first.
    int part = 0, parts = 1;
    bool is_signed = false;  ///< a length that may be negative
    /// Whether the legs have the number, for a key that may be left out. Null if all legs have it.
    Flag given = nullptr;

    bool is_given(const Legs& legs) const { return given == nullptr || legs.*given; }
};

/// A component, 0 to 2, of a direction that each leg has.
template <class Legs>
constexpr LegNumber<Legs> vector_part(std::string_view key, std::string_view record, std::string_view words,
                                      typename LegNumber<Legs>::Place values, int part,
                                      typename LegNumber<Legs>::Flag given = nullptr) {
    LegNumber<Legs> number;
    number.key = key;
    number.record = record;
    number.words = words;
    number.dimension = Dimension::number;
    number.values = values;
    number.given = given;
    number.part = part;
    number.parts = 3;
    return number;
}

/// A word that each leg has, from a short list.
template <class Legs>
struct LegWord {
    using Place = PerLegWord Legs::*;

    std::string_view key;     ///< "branch": key in `legs` of a platform file, with one word for all legs or a list of
                              ///< six
    std::string_view record;  ///< in a machine's record
    std::span<const std::string_view> allowed;  ///< the first is the default
    Place values = nullptr;
};

/// The reason why a leg's numbers, each valid alone, are invalid together.
struct LegProblem {
    std::string_view key;  ///< key of the number at fault
    std::string text;      ///< the problem, with what is allowed, in the units of a platform file
    std::string words;     ///< "has no length": the problem as a phrase about the leg
};

}  // namespace hexscan
