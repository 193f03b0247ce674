#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hexscan/errors.h"

/// Converts values to bytes and back, for messages between the processes of one run. The bytes are those in memory,
/// without padding between values.
namespace hexscan {

class ByteWriter {
public:
    template <class T>
    void add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    /// Writes the number of values, then the values.
    template <class T>
    void add_all(const std::vector<T>& values) {
        static_assert(std::is_trivially_copyable_v<T>);
        add(values.size());
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    void add_text(std::string_view text) {
        add(text.size());
        bytes_.append(text);
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Reads what a ByteWriter wrote, in the same order. Every text that it returns is a view of the bytes, which must
/// outlive the text. Throws InternalError if the bytes end too early.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    T next() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, next_bytes(sizeof value).data(), sizeof value);
        return value;
    }
    template <class T>
    std::vector<T> next_all() {
        static_assert(std::is_trivially_copyable_v<T>);
        const auto count = next<std::size_t>();
        if (count > rest_.size() / sizeof(T)) next_bytes(rest_.size() + 1);
        std::vector<T> values(count);
        const std::string_view bytes = next_bytes(count * sizeof(T));
        if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    std::string_view next_text() { return next_bytes(next<std::size_t>()); }
    std::string_view rest() const { return rest_; }

private:
    std::string_view next_bytes(std::size_t count) {
        if (count > rest_.size()) throw InternalError("a message between processes is incomplete");
        const std::string_view bytes = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return bytes;
    }

    std::string_view rest_;
};

}  // namespace hexscan
