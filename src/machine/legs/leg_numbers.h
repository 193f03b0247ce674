#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/scan_geometry.h"
#include "src/machine/description/units.h"

/// The numbers of a kind of leg as a table. Each row defines how one number is read from a machine file, written to
/// files and records, varied by a sweep, and named in errors.
namespace hexscan {

using PerLeg = std::array<double, leg_count>;
/// For each leg, an index into a list of words.
using PerLegWord = std::array<std::uint8_t, leg_count>;

/// A number that each leg has, for the kind of legs `Legs`.
template <class Legs>
struct LegNumber {
    /// The member that holds the number of each leg.
    using Place = PerLeg Legs::*;
    using Flag = bool Legs::*;

    std::string_view key;     ///< "max". Key in `legs` of a machine file, with one number or a list of six.
    std::string_view record;  ///< "max_length_m". Key in a machine's record, in SI.
    std::string_view words;   ///< "the longest leg length"
    Dimension dimension = Dimension::length;
    Place values = nullptr;
    /// True if the number bounds the joint value. A tolerance of the number counts as an error of the joint value, and
    /// no axis depends on the number.
    bool of_joint_value = false;
    std::string_view span_key{};  ///< "stroke". A key that may replace this one. It gives this number minus `above`.
    Place above = nullptr;        ///< The number to which `span_key` refers. Its row comes first.
    /// A pair or a vector of each leg has one key and several consecutive rows, starting with part 0.
    int part = 0, parts = 1;
    bool is_signed = false;  ///< true for a length that may be negative
    /// The flag that says whether the legs have this number, if its key is optional. It is null if all legs have it.
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

/// A word that each leg has, chosen from a short list.
template <class Legs>
struct LegWord {
    using Place = PerLegWord Legs::*;

    std::string_view key;     ///< "branch": key in `legs` of a machine file, with one word for all legs or a list of
                              ///< six
    std::string_view record;  ///< key in a machine's record
    std::span<const std::string_view> allowed;  ///< the first is the default
    Place values = nullptr;
};

/// The words for branches 0 and 1, the two positions of an arm or a carriage for one rod (RotaryLegs, SliderLegs).
inline constexpr std::array<std::string_view, 2> branch_words{"behind", "ahead"};

/// The reason why a leg's numbers are invalid together although each is valid alone.
struct LegProblem {
    std::string_view key;  ///< key of the faulty number
    std::string text;      ///< the problem and what is allowed, in the units of the machine file
    std::string words;     ///< the problem as a phrase about the leg, such as "has no length"
};

}  // namespace hexscan
