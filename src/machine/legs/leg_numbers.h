#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/scan_geometry.h"
#include "src/machine/description/units.h"

/// The numbers of a kind of leg as a table. A row is what reads a number from a platform file, writes it there and into
/// records, lets a sweep vary it, and names it in errors.
namespace hexscan {

using PerLeg = std::array<double, leg_count>;
/// Of each leg the number of a word in a list of them.
using PerLegWord = std::array<std::uint8_t, leg_count>;

/// A number that each leg has, of the kind of legs that `Legs` is.
template <class Legs>
struct LegNumber {
    /// Where the number of each leg stands.
    using Place = PerLeg Legs::*;
    using Flag = bool Legs::*;

    std::string_view key;     ///< "max": in `legs` of a platform file, one number for all legs or a list of six
    std::string_view record;  ///< "max_length_m": in a machine's record, in SI
    std::string_view words;   ///< "the longest leg length"
    Dimension dimension = Dimension::length;
    Place values = nullptr;
    /// It bounds the joint's value: what it is off by is what the leg is off by, and no axis follows it.
    bool of_joint_value = false;
    std::string_view span_key{};  ///< "stroke": a key that may stand in its place, of how far it is ...
    Place above = nullptr;        ///< ... above this number, whose row comes earlier
    /// A pair or a vector of each leg is one key and as many rows, one after the other, part 0 first.
    int part = 0, parts = 1;
    bool is_signed = false;  ///< a length that may be below 0
    /// Whether the legs have the number; null where all do. Of a key that may be left out.
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

/// A word that each leg has, of a few.
template <class Legs>
struct LegWord {
    using Place = PerLegWord Legs::*;

    std::string_view key;     ///< "branch": in `legs` of a platform file, one word for all legs or a list of six
    std::string_view record;  ///< in a machine's record
    std::span<const std::string_view> allowed;  ///< the first is meant where a file says nothing
    Place values = nullptr;
};

/// What keeps a leg's numbers, each right by itself, from being a leg's.
struct LegProblem {
    std::string_view key;  ///< of the number that is to blame
    std::string text;      ///< what is wrong with it and what is allowed, in the units of a platform file
    std::string words;     ///< "has no length": the same of the leg
};

}  // namespace hexscan
