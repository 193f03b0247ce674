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

/// Strict reading of JSON that hexscan wrote itself: every complaint names the field by its path.
namespace hexscan {

/// A JSON value that knows its path from the root, for messages. Everything throws InputError naming the field that is
/// missing or has another type. It refers to the JSON, which must outlive it.
class JsonField {
public:
    /// `document` is what errors call the whole, e.g. "stages.json".
    JsonField(const nlohmann::json& value, std::string document);

    JsonField at(const std::string& key) const;
    /// The field of that key, or nothing where it is absent or null: for what later versions added.
    std::optional<JsonField> find(const std::string& key) const;
    /// Likewise, but that null is refused: where it would be read as nothing, and who wrote it meant something.
    std::optional<JsonField> find_unless_null(const std::string& key) const;
    /// A text that is a name: not empty, one line without control characters, of at most most_name_bytes.
    std::string name() const;
    std::vector<JsonField> elements() const;
    bool is_null() const { return value_->is_null(); }
    bool is_object() const { return value_->is_object(); }
    std::string text() const;
    bool flag() const;
    /// Also of the strings "NaN", "Infinity" and "-Infinity", see number_json().
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

/// A number as JSON; what JSON has no form for is the string "NaN", "Infinity" or "-Infinity".
nlohmann::json number_json(double value);

/// Median, minimum and maximum.
nlohmann::json spread_json(const Spread& spread);

/// The text of a JSON document for a file. Bytes that are no UTF-8 are replaced: they must not cost the results of a
/// run.
std::string json_text(const nlohmann::json& json);

/// The same in ASCII on one line, for a page.
std::string ascii_json_text(const nlohmann::json& json);

/// The document that a text is. Throws nlohmann::json::parse_error, which a user should not see as it is:
/// read_json_file() says where the text came from. Parser and writer are templates, which are compiled once behind
/// these functions.
nlohmann::json parsed_json(std::string_view text);

/// Reads and parses a JSON file of at most 16 MiB. Throws InputError.
nlohmann::json read_json_file(const std::filesystem::path& file);

}  // namespace hexscan
