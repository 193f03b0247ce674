#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

/// Strict reading of a small YAML file. Every value knows its file, line and dotted key. Every error is an InputError
/// `file:line: key: what is wrong; what is allowed`.
namespace hexscan {

/// Size limit of a description; a hexapod takes about two thousand bytes.
inline constexpr std::size_t max_description_bytes = 256 * 1024;

/// Throws InputError `file:line: key: problem`.
[[noreturn]] void fail_at(const std::string& file, int line, const std::string& key, const std::string& problem);

/// A value of the file and its place. `file` must outlive it.
class Value {
public:
    Value(const std::string& file, std::string key, int line, const YAML::Node& node);

    /// Throws InputError naming this value. `problem` says what is wrong and what is allowed.
    [[noreturn]] void fail(const std::string& problem) const;

    /// The value's place for a message: "my.yaml:9: legs.max".
    std::string place() const;
    /// A description for a message: "is a list", "is \"abc\"".
    std::string description() const;

    bool is_list() const { return node_.IsSequence(); }
    bool is_map() const { return node_.IsMap(); }
    bool is_empty() const { return !is_list() && !is_map() && (!node_.IsScalar() || node_.Scalar().empty()); }
    /// The entry with that key, if this is a map that has it.
    std::optional<Value> find_in_map(std::string_view key) const;
    /// Reads a finite number; quoted text is an error.
    double number() const;
    /// Reads a whole number from 1 to `largest`, written without point or exponent.
    int count(int largest) const;
    /// Reads a non-empty line of text.
    std::string text() const;
    /// The items of a list that must hold `size` of them. `item_name` names them in errors. Their keys count from 0.
    std::vector<Value> items(std::size_t size, std::string_view item_name) const;
    /// The items of a list of any length.
    std::vector<Value> items(std::string_view item_name) const;
    /// The entries of a map with arbitrary keys, each of which must be unique. `item_name` names them in errors.
    std::vector<std::pair<std::string, Value>> entries(std::string_view item_name) const;

private:
    friend class Section;
    Value child(std::string key, int line, const YAML::Node& node) const;
    std::vector<Value> children() const;
    std::optional<Value> part(std::string_view name) const;

    const std::string* file_;
    std::string key_;
    int line_;
    YAML::Node node_;
};

/// Keys of another kind of file, and advice for users who wrote one of them.
struct OtherKind {
    std::vector<std::string_view> keys;
    std::string_view cure;
};

/// A map of the file. Only known keys are allowed, each once.
class Section {
public:
    Section(Value map, std::vector<std::string_view> known_keys, std::vector<OtherKind> others = {});

    std::optional<Value> find(std::string_view key) const;
    /// The value of a required key. `allowed` is the error's text if the key is missing.
    Value require(std::string_view key, std::string_view allowed) const;
    /// The value that a dotted key such as "legs.min[3]" names. If the key is missing, the innermost existing value
    /// around it.
    Value nearest(std::string_view dotted_key) const;
    /// Throws InputError naming the whole section.
    [[noreturn]] void fail(const std::string& problem) const { map_.fail(problem); }

private:
    struct Entry {
        std::string key;
        Value value;
        int line;
    };
    void add(const YAML::Node& key_node, const YAML::Node& value_node);
    [[noreturn]] void fail_unknown(const Value& value, const std::string& key) const;
    std::string path(std::string_view key) const;

    Value map_;
    std::vector<std::string_view> known_keys_;
    std::vector<OtherKind> others_;
    std::vector<Entry> entries_;
};

/// The root of the single document in `text`. `file` is its name in errors and must outlive the value. The reader
/// rejects input that a machine file does not need and that an attacker could abuse. Such input is a text of more than
/// `max_description_bytes`, control characters, deep nesting, tags and further documents. An alias is the value of its
/// anchor, at any depth. Aliases of a value that contains them, and aliases that expand to too many values, are
/// rejected.
Value read_document(std::string_view text, const std::string& file);

}  // namespace hexscan
