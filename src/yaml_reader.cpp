#include "src/yaml_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/eventhandler.h>

#include "src/platform.h"

namespace hexscan {
namespace {

constexpr const char* document_key = "document";
constexpr int max_nesting = 16;

/// yaml-cpp counts lines from 0 and marks an unknown place with -1.
int line_of(const YAML::Mark& mark) {
    return std::max(mark.line + 1, 1);
}

/// Bytes of the UTF-8 character at the front of `text`; 0 if it is malformed or a control character other
/// than tab, line feed and carriage return.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
    const std::uint32_t first = byte(0);
    if (first < 0x80)
        return (first >= 0x20 && first != 0x7F) || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size)
        return 0;
    std::uint32_t code_point = first & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U)
            return 0;
        code_point = code_point << 6 | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0xA0, 0x800, 0x10000};
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    return code_point < smallest[size] || surrogate || code_point > 0x10FFFF ? 0 : size;
}

/// Index of the first byte that is no readable text, or npos.
std::size_t find_unreadable(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = character_bytes(text.substr(i));
        if (size == 0)
            return i;
        i += size;
    }
    return std::string_view::npos;
}

/// Walks the events of a file before any tree is built from them.
class StructureCheck final : public YAML::EventHandler {
public:
    explicit StructureCheck(const std::string& file) : file_(file) {}

    int documents() const { return documents_; }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1)
            fail(mark, "a second document or stray text starts here; a platform file holds one document");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        fail(mark, "is an alias; write the value out");
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  const std::string&) override {
        check_tag(mark, tag);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {
        descend(mark, tag);
    }
    void OnSequenceEnd() override { --depth_; }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {
        descend(mark, tag);
    }
    void OnMapEnd() override { --depth_; }

private:
    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& problem) const {
        fail_at(file_, line_of(mark), document_key, problem);
    }
    /// "?" and "!" are what yaml-cpp reports for plain and quoted values without a tag.
    void check_tag(const YAML::Mark& mark, const std::string& tag) const {
        if (!tag.empty() && tag != "?" && tag != "!")
            fail(mark, fmt::format("has the tag {}; write the value without a tag", excerpt(tag)));
    }
    void descend(const YAML::Mark& mark, const std::string& tag) {
        check_tag(mark, tag);
        if (++depth_ > max_nesting)
            fail(mark, fmt::format("is nested too deep; at most {} levels are allowed", max_nesting));
    }

    const std::string& file_;
    int documents_ = 0;
    int depth_ = 0;
};

void check_text(std::string_view text, const std::string& file) {
    if (text.size() > max_description_bytes)
        fail_at(file, 1, document_key,
                fmt::format("is too long; at most {} bytes are allowed", max_description_bytes));
    const std::size_t bad = find_unreadable(text);
    if (bad == std::string_view::npos)
        return;
    const auto breaks = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    fail_at(file, static_cast<int>(breaks) + 1, document_key,
            fmt::format("holds the byte 0x{:02X}, which is no text; the file must be UTF-8 without control "
                        "characters",
                        static_cast<unsigned char>(text[bad])));
}

void check_structure(const std::string& text, const std::string& file) {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    StructureCheck check(file);
    while (parser.HandleNextDocument(check)) {
    }
    if (check.documents() == 0)
        fail_at(file, 1, document_key, "is empty; a platform description is needed");
}

std::string lower_case(std::string_view text) {
    std::string lowered(text);
    for (char& c : lowered)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lowered;
}

/// Single-character edits that turn one word into the other (Levenshtein), capitals aside.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    const std::string a = lower_case(from), b = lower_case(to);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// The word at most two edits away and closest to `word`, or nothing.
std::optional<std::string_view> nearest_word(const std::string& word,
                                             const std::vector<std::string_view>& words) {
    constexpr std::size_t farthest = 2;
    std::optional<std::string_view> nearest;
    std::size_t smallest = farthest + 1;
    for (const std::string_view candidate : words) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < smallest && distance < candidate.size()) {
            smallest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

/// Reads all of `text` as a number. from_chars knows no leading plus sign; YAML does.
template <class Number>
std::errc read_number(std::string_view text, Number& number) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return end == text.data() + text.size() ? error : std::errc::invalid_argument;
}

}  // namespace

void fail_at(const std::string& file, int line, const std::string& key, const std::string& problem) {
    throw PlatformError(fmt::format("{}:{}: {}: {}", file, line, key, problem));
}

std::string excerpt(const std::string& text) {
    constexpr std::size_t longest = 40;
    if (text.size() <= longest)
        return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end) + "...";
}

Value::Value(const std::string& file, std::string key, int line, YAML::Node node)
    : file_(&file), key_(std::move(key)), line_(line), node_(std::move(node)) {}

void Value::fail(const std::string& problem) const {
    fail_at(*file_, line_, key_.empty() ? document_key : key_, problem);
}

Value Value::child(std::string key, int line, YAML::Node node) const {
    return {*file_, std::move(key), line, std::move(node)};
}

std::string Value::description() const {
    if (node_.IsSequence())
        return "is a list";
    if (node_.IsMap())
        return "is a map";
    if (!node_.IsScalar() || node_.Scalar().empty())
        return "is empty";
    return fmt::format("is {}\"{}\"", node_.Tag() == "!" ? "the quoted text " : "", excerpt(node_.Scalar()));
}

double Value::number() const {
    constexpr const char* allowed = "must be a finite number";
    if (!node_.IsScalar() || node_.Tag() == "!")
        fail(fmt::format("{}; {}", description(), allowed));
    double number = 0;
    const std::errc error = read_number(node_.Scalar(), number);
    if (error == std::errc::result_out_of_range)
        fail(fmt::format("{}, beyond double precision; {}", description(), allowed));
    if (error != std::errc{} || !std::isfinite(number))
        fail(fmt::format("{}; {}", description(), allowed));
    return number;
}

int Value::count(int largest) const {
    std::int64_t number = 0;
    const bool whole =
        node_.IsScalar() && node_.Tag() != "!" && read_number(node_.Scalar(), number) == std::errc{};
    if (!whole || number < 1 || number > largest)
        fail(fmt::format("{}; must be a whole number from 1 to {}", description(), largest));
    return static_cast<int>(number);
}

std::string Value::text() const {
    if (!node_.IsScalar() || node_.Scalar().empty())
        fail(fmt::format("{}; must be text", description()));
    const std::string& text = node_.Scalar();
    if (find_unreadable(text) != std::string_view::npos || text.find_first_of("\t\n\r") != std::string::npos)
        fail("holds line breaks or control characters; must be one line of text");
    return text;
}

std::vector<Value> Value::items(std::size_t size, std::string_view item_name) const {
    if (!node_.IsSequence())
        fail(fmt::format("{}; must be a list of {} {}", description(), size, item_name));
    if (node_.size() != size)
        fail(fmt::format("is a list of {}; must be a list of {} {}", node_.size(), size, item_name));
    std::vector<Value> values;
    for (const auto& node : node_)
        values.push_back(child(fmt::format("{}[{}]", key_, values.size()), line_of(node.Mark()), node));
    return values;
}

Section::Section(Value map, std::initializer_list<std::string_view> known_keys)
    : map_(std::move(map)), known_keys_(known_keys) {
    if (!map_.node_.IsMap())
        map_.fail(fmt::format("{}; must be a map with the keys {}", map_.description(),
                              fmt::join(known_keys_, ", ")));
    for (const auto& entry : map_.node_)
        add(entry.first, entry.second);
}

std::string Section::path(std::string_view key) const {
    return map_.key_.empty() ? std::string(key) : fmt::format("{}.{}", map_.key_, key);
}

void Section::add(const YAML::Node& key_node, const YAML::Node& value_node) {
    const int line = line_of(key_node.Mark());
    if (!key_node.IsScalar())
        fail_at(*map_.file_, line, map_.key_.empty() ? document_key : map_.key_,
                fmt::format("has a key that is no plain word; known keys are {}",
                            fmt::join(known_keys_, ", ")));
    const std::string key = key_node.Scalar();
    const std::string shown = find_unreadable(key) == std::string::npos ? excerpt(key) : "?";
    const Value value = map_.child(path(shown), line, value_node);
    if (std::find(known_keys_.begin(), known_keys_.end(), key) == known_keys_.end())
        fail_unknown(value, key);
    for (const Entry& entry : entries_)
        if (entry.key == key)
            value.fail(fmt::format("stands here again after line {}; each key may stand once", entry.line));
    entries_.push_back({key, value, line});
}

void Section::fail_unknown(const Value& value, const std::string& key) const {
    const auto nearest = nearest_word(key, known_keys_);
    const std::string hint = nearest ? fmt::format("did you mean {}? ", *nearest) : "";
    value.fail(fmt::format("unknown key; {}known keys are {}", hint, fmt::join(known_keys_, ", ")));
}

std::optional<Value> Section::find(std::string_view key) const {
    for (const Entry& entry : entries_)
        if (entry.key == key)
            return entry.value;
    return std::nullopt;
}

Value Section::require(std::string_view key, std::string_view allowed) const {
    if (const auto value = find(key))
        return *value;
    fail_at(*map_.file_, map_.line_, path(key), fmt::format("is missing; {}", allowed));
}

Value read_document(std::string_view text, const std::string& file) {
    check_text(text, file);
    try {
        const std::string copy(text);
        check_structure(copy, file);
        const YAML::Node root = YAML::Load(copy);
        return {file, "", line_of(root.Mark()), root};
    } catch (const YAML::Exception& error) {
        fail_at(file, line_of(error.mark), "syntax", error.msg + "; the file must be valid YAML or JSON");
    }
}

}  // namespace hexscan
