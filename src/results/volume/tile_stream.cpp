#include "src/results/volume/tile_stream.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace hexscan {
namespace {

// Numbers that RFC 1951 defines: symbols of the alphabet of literals and lengths.
constexpr int end_of_block = 256, first_length_symbol = 257, longest_symbol = 285, symbol_count = 286;
constexpr int shortest_match = 3, longest_match = 258;
// Symbols of the alphabet with which the header describes the two other alphabets, and the lengths of its runs of
// zeros.
constexpr int repeat_zero = 18, shortest_repeat = 11, longest_repeat = 138, length_symbol_count = 19;

constexpr std::uint64_t adler_modulus = 65521;

/// A code as it is written to the stream: its first bit is the lowest bit.
struct Code {
    std::uint32_t bits = 0;
    int length = 0;
};

/// The canonical prefix code with these code lengths. A symbol of length 0 has no code.
template <std::size_t count>
constexpr std::array<Code, count> canonical_code(const std::array<int, count>& lengths) {
    std::array<Code, count> codes{};
    std::uint32_t next = 0;
    for (int length = 1; length <= 15; ++length, next <<= 1)
        for (std::size_t symbol = 0; symbol < count; ++symbol) {
            if (lengths[symbol] != length) continue;
            for (int bit = 0; bit < length; ++bit) codes[symbol].bits |= (next >> bit & 1U) << (length - 1 - bit);
            codes[symbol].length = length;
            ++next;
        }
    return codes;
}

/// Code lengths of literals and match lengths. Long runs consist mostly of matches of the longest length. A run starts
/// with a literal and ends with a match of another length. Three literals besides 0 and 1 never occur; they make the
/// code complete, as inflaters require.
constexpr std::array<int, symbol_count> code_lengths() {
    std::array<int, symbol_count> lengths{};
    for (std::size_t symbol = 0; symbol < symbol_count; ++symbol)
        lengths[symbol] = symbol < 2 ? 3 : symbol < 5 || symbol >= end_of_block ? 6 : 0;
    lengths[longest_symbol] = 2;
    return lengths;
}
constexpr auto symbol_lengths = code_lengths();
constexpr auto symbol_codes = canonical_code(symbol_lengths);
constexpr int distance_code_length = 1;  ///< the only distance is 1, and its code is a single 0

/// Lengths of the codes with which the header encodes those code lengths. The length 6 is by far the most frequent.
constexpr std::array<int, length_symbol_count> header_lengths() {
    std::array<int, length_symbol_count> lengths{};
    lengths[6] = 1;
    lengths[1] = lengths[2] = lengths[3] = lengths[repeat_zero] = 3;
    return lengths;
}
constexpr auto header_code = canonical_code(header_lengths());
/// The order in which the header lists these lengths, up to the last one in use.
constexpr int header_order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1};

/// The bits for a match of each length: a symbol's code, its extra bits, and the code for the distance.
constexpr std::array<Code, longest_match + 1> match_codes() {
    std::array<Code, longest_match + 1> codes{};
    int length = shortest_match;
    for (int symbol = first_length_symbol; symbol < longest_symbol; ++symbol) {
        const int extra_bits = std::max(0, (symbol - first_length_symbol) / 4 - 1);
        const Code code = symbol_codes[static_cast<std::size_t>(symbol)];
        for (std::uint32_t extra = 0; extra < 1U << extra_bits; ++extra, ++length)
            if (length <= longest_match)
                codes[static_cast<std::size_t>(length)] = {code.bits | extra << code.length, code.length + extra_bits};
    }
    codes[longest_match] = symbol_codes[longest_symbol];
    // The code for the distance follows. It is a single 0 bit.
    for (Code& code : codes) code.length += distance_code_length;
    return codes;
}
constexpr auto match_code = match_codes();

}  // namespace

TileStream::TileStream() = default;

void TileStream::put(std::uint32_t bits, int count) {
    waiting_bits_ |= std::uint64_t{bits} << waiting_count_;
    waiting_count_ += count;
    if (waiting_count_ >= 32) take_waiting_bytes(4);
}

void TileStream::take_waiting_bytes(int count) {
    for (int i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(waiting_bits_ >> 8 * i));
    waiting_bits_ >>= 8 * count;
    waiting_count_ = std::max(0, waiting_count_ - 8 * count);
}

void TileStream::begin() {
    bytes_.assign({0x78, 0x01});  // zlib: deflate, 32 KiB window, fastest
    waiting_bits_ = 0;
    waiting_count_ = 0;
    pending_count_ = 0;
    sum_ = 1;
    sum_of_sums_ = 0;
    put(1, 1);  // the only block
    put(2, 2);  // this block defines its own code
    put(symbol_count - 257, 5);
    put(0, 5);  // one distance
    put(static_cast<std::uint32_t>(std::size(header_order)) - 4, 4);
    for (const int symbol : header_order)
        put(static_cast<std::uint32_t>(header_lengths()[static_cast<std::size_t>(symbol)]), 3);
    const auto put_length = [&](int length) {
        const Code code = header_code[static_cast<std::size_t>(length)];
        put(code.bits, code.length);
    };
    for (std::size_t symbol = 0; symbol < symbol_count; ++symbol) {
        std::size_t zeros = 0;
        while (zeros < longest_repeat && symbol_lengths[symbol + zeros] == 0) ++zeros;
        if (zeros == 0) {
            put_length(symbol_lengths[symbol]);
            continue;
        }
        put_length(repeat_zero);
        put(static_cast<std::uint32_t>(zeros) - shortest_repeat, 7);
        symbol += zeros - 1;
    }
    put_length(distance_code_length);
}

void TileStream::add(std::uint8_t value, std::int64_t count) {
    if (value != pending_value_) {
        emit_pending();
        pending_value_ = value;
    }
    pending_count_ += count;
}

void TileStream::emit_pending() {
    if (pending_count_ == 0) return;
    const auto count = static_cast<std::uint64_t>(pending_count_);
    sum_of_sums_ = (sum_of_sums_ + count * sum_ + pending_value_ * (count * (count + 1) / 2)) % adler_modulus;
    sum_ = (sum_ + count * pending_value_) % adler_modulus;

    const Code literal = symbol_codes[pending_value_];
    put(literal.bits, literal.length);
    std::int64_t left = pending_count_ - 1;
    for (; left >= longest_match; left -= longest_match)
        put(match_code[longest_match].bits, match_code[longest_match].length);
    if (left >= shortest_match) {
        const Code match = match_code[static_cast<std::size_t>(left)];
        put(match.bits, match.length);
        left = 0;
    }
    for (; left > 0; --left) put(literal.bits, literal.length);
    pending_count_ = 0;
}

void TileStream::finish() {
    emit_pending();
    put(symbol_codes[end_of_block].bits, symbol_codes[end_of_block].length);
    take_waiting_bytes((waiting_count_ + 7) / 8);
    for (const std::uint64_t half : {sum_of_sums_, sum_})
        bytes_.insert(bytes_.end(), {static_cast<std::uint8_t>(half >> 8), static_cast<std::uint8_t>(half)});
}

const std::vector<std::uint8_t>& TileStream::compress(const WorkspaceSlice& slice, const SliceTile& tile) {
    const int end_row = std::min(tile.row + tile.rows, slice.rows()), end_column = tile.column + tile.columns;
    bool any = false;
    begin();
    for (int row = tile.row; row < end_row; ++row) {
        int done = tile.column;
        for (const Run& run : slice.row(row)) {
            const int first = std::max(run.first, done), end = std::min(run.last + 1, end_column);
            if (first >= end) continue;
            if (first > done) add(0, first - done);
            add(1, end - first);
            done = end;
            any = true;
        }
        if (done < end_column) add(0, end_column - done);
    }
    if (!any) {
        bytes_.clear();
        return bytes_;
    }
    if (end_row < tile.row + tile.rows) add(0, std::int64_t{tile.row + tile.rows - end_row} * tile.columns);
    finish();
    return bytes_;
}

}  // namespace hexscan
