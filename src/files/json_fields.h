#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/base/spread.h"

/// Strict reading of JSON that hexscan wrote itself. Every error names the field by its path.
namespace hexscan {

/// A JSON value that knows its path from the root, for messages. All functions throw InputError naming a field that is
/// missing or has another type. The JSON must outlive this object.
class JsonField {
public:
    /// `document` is the name of the whole document in errors, such as "stages.json".
    JsonField(const nlohmann::json& value, std::string document);

    /// The field with that key, which must be there.
    JsonField at(const std::string& key) const;
    /// The field with that key, or nullopt if it is absent or null. For fields that records of earlier versions lack.
    std::optional<JsonField> find(const std::string& key) const;
    /// The field with that key, or nullopt if it is absent. Null is an error, because its writer meant a value, and
    /// reading null as absent would lose the value.
    std::optional<JsonField> find_unless_null(const std::string& key) const;
    /// A text that is a valid name: not empty, one line without control characters, at most as long as a machine file
    /// may be.
    std::string name() const;
    std::vector<JsonField> elements() const;
    bool is_null() const { return value_->is_null(); }
    bool is_object() const { return value_->is_object(); }
    std::string text() const;
    bool flag() const;
    /// Also accepts the strings "NaN", "Infinity" and "-Infinity"; see number_json().
    double number() const;

    template <std::signed_integral Integer>
    Integer integer() const {
        const std::int64_t value = whole_number();
        require(std::in_range<Integer>(value), "is too large");
        return static_cast<Integer>(value);
    }

    [[noreturn]] void fail(const std::string& complaint) const;

private:
    JsonField(const nlohmann::json* value, std::string document, std::string path);
    std::int64_t whole_number() const;
    void require(bool condition, const char* complaint) const {
        if (!condition) fail(complaint);
    }

    const nlohmann::json* value_;
    std::string document_, path_;
};

/// A number as JSON. JSON cannot express the numbers that are not finite, so they become "NaN", "Infinity" or
/// "-Infinity".
nlohmann::json number_json(double value);

/// Median, minimum and maximum.
nlohmann::json spread_json(const Spread& spread);

/// The text of a JSON document for a file. Bytes that are not UTF-8 are replaced, so that a run does not lose its
/// results.
std::string json_text(const nlohmann::json& json);

/// The text of a JSON document in ASCII on one line, for a page.
std::string ascii_json_text(const nlohmann::json& json);

/// Parses a JSON document. Throws nlohmann::json::parse_error, which users should not see; read_json_file() adds the
/// name of the file. Parser and writer are templates, which are compiled only once behind these functions.
nlohmann::json parsed_json(std::string_view text);

/// Reads and parses a JSON file of at most 16 MiB. Throws InputError.
nlohmann::json read_json_file(const std::filesystem::path& file);

}  // namespace hexscan
