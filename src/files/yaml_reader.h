#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

/// Strict reading of a small YAML file: every value knows its file, line and dotted key, and every
/// complaint is an InputError `file:line: key: what is wrong; what is allowed`.
namespace hexscan {

/// Longest description that is read; a hexapod takes about two thousand bytes.
inline constexpr std::size_t max_description_bytes = 256 * 1024;

/// Throws InputError `file:line: key: problem`.
[[noreturn]] void fail_at(const std::string& file, int line, const std::string& key, const std::string& problem);

/// A value of the file and where it stands. `file` must outlive it.
class Value {
public:
    Value(const std::string& file, std::string key, int line, const YAML::Node& node);

    /// Throws InputError naming this value. `problem` says what is wrong and what is allowed.
    [[noreturn]] void fail(const std::string& problem) const;

    /// Where this stands, for a message: "my.yaml:9: legs.max".
    std::string place() const;
    /// What this is, for a message: "is a list", "is \"abc\"".
    std::string description() const;

    bool is_list() const { return node_.IsSequence(); }
    bool is_map() const { return node_.IsMap(); }
    bool is_empty() const { return !is_list() && !is_map() && (!node_.IsScalar() || node_.Scalar().empty()); }
    /// The entry of that key where this is a map that has one.
    std::optional<Value> find_in_map(std::string_view key) const;
    /// A finite number; quoted text is none.
    double number() const;
    /// A whole number from 1 to `largest`, written without point or exponent.
    int count(int largest) const;
    /// A non-empty line of text.
    std::string text() const;
    /// The items of a list that must hold `size` of them; `item_name` says what they are.
    /// Their keys count from 0.
    std::vector<Value> items(std::size_t size, std::string_view item_name) const;
    /// The items of a list of any length.
    std::vector<Value> items(std::string_view item_name) const;
    /// The keys of a map, whatever they are, each once, with their values; `item_name` says what they are.
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

/// Keys of another kind of file, and what helps who wrote one of them.
struct OtherKind {
    std::vector<std::string_view> keys;
    std::string_view cure;
};

/// A map of the file in which only known keys may stand, each once.
class Section {
public:
    Section(Value map, std::vector<std::string_view> known_keys, std::vector<OtherKind> others = {});

    std::optional<Value> find(std::string_view key) const;
    /// The value of a key that must be there; `allowed` is what the error says when it is not.
    Value require(std::string_view key, std::string_view allowed) const;
    /// The value that a dotted key such as "legs.min[3]" names, or of what is around it the innermost that is there.
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

/// The root of the single document in `text`. `file` is what errors call it and must outlive the value.
/// Refuses what a platform file has no use for and a hostile one could abuse: more than `max_description_bytes`,
/// control characters, deep nesting, tags and further documents. An alias is the value that its anchor names, at
/// whatever place it stands; aliases of a value around them and those that stand for too many values are refused.
Value read_document(std::string_view text, const std::string& file);

}  // namespace hexscan
