#include "src/files/yaml_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include "hexscan/errors.h"
#include "src/base/marks.h"
#include "src/base/text.h"
#include "src/files/other_names.h"

namespace hexscan {
namespace {

constexpr const char* document_key = "document";
constexpr const char* decimals_follow_a_point = "a comma ends a value; write decimals with a point, such as 380.5";
constexpr std::size_t max_nesting = 16;
constexpr std::size_t max_values = 100'000;

/// yaml-cpp counts lines from 0 and marks an unknown place with -1.
int line_of(const YAML::Mark& mark) { return std::max(mark.line + 1, 1); }

/// Line `number` of the text, counted from 1; empty if there is none.
std::string_view line_at(std::string_view text, int number) {
    const std::vector<std::string_view> lines = split(text, '\n');
    const auto index = static_cast<std::size_t>(number) - 1;
    return number >= 1 && index < lines.size() ? lines[index] : std::string_view{};
}

/// True if the blanks at the beginning of a line include a tab.
bool is_indented_by_tab(std::string_view line) {
    return line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

/// True if a line begins with a key whose colon has no blank after it, such as radius:250. A quoted key needs no blank.
bool has_bare_colon(std::string_view line) {
    const std::size_t colon = line.find_first_of(":#\"");
    if (colon == std::string_view::npos || line[colon] != ':' || colon + 1 == line.size()) return false;
    return std::string_view(" \t\r").find(line[colon + 1]) == std::string_view::npos;
}

/// Advice for yaml-cpp's error message about line `number`.
std::string syntax_cure(std::string_view text, int number, std::string_view said) {
    if (is_indented_by_tab(line_at(text, number))) return "the line is indented with a tab; YAML needs spaces";
    // A key without a blank after its colon is text that continues in the next line, so the error can be one line
    // later.
    for (const int line : {number, number - 1})
        if (has_bare_colon(line_at(text, line))) return fmt::format("in line {} a colon needs a space after it", line);
    if (said.starts_with("end of map flow")) return "a { in this line or above has no }";
    if (said.starts_with("end of sequence flow")) return "a [ in this line or above has no ]";
    return "the file must be valid YAML or JSON";
}

/// Checks the events of a file before any tree is built from them. An alias stands for all nodes of its anchor, so they
/// are counted again at every alias.
class StructureCheck final : public YAML::EventHandler {
public:
    explicit StructureCheck(const std::string& file) : file_(file) {}

    int documents() const { return documents_; }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1)
            fail(mark, "a second document or stray text begins here; the file must hold one document");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto anchored = anchored_.find(anchor);
        if (anchored == anchored_.end()) fail(mark, "is an alias of a value that contains it; write the value out");
        add(mark, anchored->second);
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string&) override {
        check_tag(mark, tag);
        leaf(mark, anchor);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        begin(mark, tag, anchor);
    }
    void OnSequenceEnd() override { end(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        begin(mark, tag, anchor);
    }
    void OnMapEnd() override { end(); }

private:
    /// A value with all values inside it.
    struct Tree {
        std::size_t nodes = 1, height = 0;
    };
    struct OpenTree {
        YAML::anchor_t anchor;
        YAML::Mark mark;
        Tree tree;
    };

    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& problem) const {
        fail_at(file_, line_of(mark), document_key, problem);
    }
    /// yaml-cpp reports "?" for plain and "!" for quoted values without a tag.
    void check_tag(const YAML::Mark& mark, const std::string& tag) const {
        if (!tag.empty() && tag != "?" && tag != "!")
            fail(mark, fmt::format("has the tag {}; write the value without a tag", shown(tag)));
    }
    void leaf(const YAML::Mark& mark, YAML::anchor_t anchor) {
        if (anchor != YAML::NullAnchor) anchored_[anchor] = Tree{};
        add(mark, Tree{});
    }
    void begin(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        check_tag(mark, tag);
        open_.push_back({anchor, mark, Tree{}});
        check_height(mark, 0);
    }
    void end() {
        OpenTree done = open_.back();
        open_.pop_back();
        if (done.anchor != YAML::NullAnchor) anchored_[done.anchor] = done.tree;
        add(done.mark, done.tree);
    }
    void add(const YAML::Mark& mark, const Tree& tree) {
        check_height(mark, tree.height);
        if (open_.empty()) return;
        Tree& around = open_.back().tree;
        around.nodes += tree.nodes;
        around.height = std::max(around.height, tree.height + 1);
        if (around.nodes > max_values)
            fail(mark, fmt::format("holds too many values once its aliases are expanded; at most {} are allowed",
                                   max_values));
    }
    void check_height(const YAML::Mark& mark, std::size_t height) const {
        if (open_.size() + height > max_nesting)
            fail(mark, fmt::format("is nested too deep; at most {} levels are allowed", max_nesting));
    }

    const std::string& file_;
    int documents_ = 0;
    std::vector<OpenTree> open_;
    std::map<YAML::anchor_t, Tree> anchored_;
};

void check_text(std::string_view text, const std::string& file) {
    if (text.size() > max_description_bytes)
        fail_at(file, 1, document_key, fmt::format("is too long; at most {} bytes are allowed", max_description_bytes));
    const std::size_t bad = find_unreadable(text);
    if (bad == std::string_view::npos) return;
    const auto breaks = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    fail_at(file, static_cast<int>(breaks) + 1, document_key,
            fmt::format("holds the byte 0x{:02X}, which is not text; the file must be UTF-8 without control characters",
                        static_cast<unsigned char>(text[bad])));
}

void check_structure(const std::string& text, const std::string& file) {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    StructureCheck check(file);
    while (parser.HandleNextDocument(check)) {
    }
    if (check.documents() == 0) fail_at(file, 1, document_key, "is empty; it must be a map of keys");
}

}  // namespace

namespace {

std::string place_in(const std::string& file, int line, const std::string& key) {
    return fmt::format("{}:{}: {}", escaped(file), line, key);
}

}  // namespace

void fail_at(const std::string& file, int line, const std::string& key, const std::string& problem) {
    throw InputError(fmt::format("{}: {}", place_in(file, line, key), problem), {file, line, key});
}

Value::Value(const std::string& file, std::string key, int line, const YAML::Node& node)
    : file_(&file), key_(std::move(key)), line_(line), node_(node) {}

std::string Value::place() const { return place_in(*file_, line_, key_.empty() ? document_key : key_); }

void Value::fail(const std::string& problem) const {
    fail_at(*file_, line_, key_.empty() ? document_key : key_, problem);
}

Value Value::child(std::string key, int line, const YAML::Node& node) const {
    return {*file_, std::move(key), line, node};
}

std::string Value::description() const {
    if (node_.IsSequence()) return "is a list";
    if (node_.IsMap()) return "is a map";
    if (is_empty()) return "is empty";
    return fmt::format("is {}\"{}\"", node_.Tag() == "!" ? "the quoted text " : "", shown(node_.Scalar()));
}

double Value::number() const {
    constexpr const char* allowed = "must be a finite number";
    if (!node_.IsScalar() || node_.Tag() == "!") fail(fmt::format("{}; {}", description(), allowed));
    double number = 0;
    const std::errc error = read_number(node_.Scalar(), number);
    if (error == std::errc::result_out_of_range)
        fail(fmt::format("{}, beyond double precision; {}", description(), allowed));
    if (error != std::errc{} || !std::isfinite(number))
        fail(fmt::format("{}; {}{}", description(), allowed, number_cure(node_.Scalar())));
    return number;
}

int Value::count(int largest) const {
    std::int64_t number = 0;
    const bool whole = node_.IsScalar() && node_.Tag() != "!" && read_number(node_.Scalar(), number) == std::errc{};
    if (!whole || number < 1 || number > largest)
        fail(fmt::format("{}; must be a whole number from 1 to {}", description(), largest));
    return static_cast<int>(number);
}

std::string Value::text() const {
    if (!node_.IsScalar() || node_.Scalar().empty()) fail(fmt::format("{}; must be text", description()));
    const std::string& text = node_.Scalar();
    if (const std::string problem = line_problem(text); !problem.empty()) fail(problem);
    return text;
}

std::vector<Value> Value::items(std::size_t size, std::string_view item_name) const {
    if (!node_.IsSequence()) fail(fmt::format("{}; must be a list of {} {}", description(), size, item_name));
    if (node_.size() == size) return children();
    const bool numbers = std::all_of(node_.begin(), node_.end(), [](const YAML::Node& item) {
        return item.IsScalar() && parse_number<double>(item.Scalar());
    });
    fail(fmt::format("is a list of {}; must be a list of {} {}{}{}", node_.size(), size, item_name,
                     numbers && node_.size() > size ? "; " : "",
                     numbers && node_.size() > size ? decimals_follow_a_point : ""));
}

std::vector<Value> Value::items(std::string_view item_name) const {
    if (!node_.IsSequence()) fail(fmt::format("{}; must be a list of {}", description(), item_name));
    return children();
}

std::vector<Value> Value::children() const {
    std::vector<Value> values;
    for (const auto& node : node_)
        values.push_back(child(fmt::format("{}[{}]", key_, values.size()), line_of(node.Mark()), node));
    return values;
}

std::vector<std::pair<std::string, Value>> Value::entries(std::string_view item_name) const {
    if (!node_.IsMap()) fail(fmt::format("{}; must be a map of {}", description(), item_name));
    std::vector<std::pair<std::string, Value>> entries;
    for (const auto& entry : node_) {
        const int line = line_of(entry.first.Mark());
        if (!entry.first.IsScalar())
            fail_at(*file_, line, key_, fmt::format("has a key that is not a plain word; the keys are {}", item_name));
        const std::string& name = entry.first.Scalar();
        const Value value = child(fmt::format("{}.{}", key_, shown(name)), line, entry.second);
        for (const auto& earlier : entries)
            if (earlier.first == name)
                value.fail(fmt::format("appears again after line {}; each key may appear once", earlier.second.line_));
        entries.emplace_back(name, value);
    }
    return entries;
}

std::optional<Value> Value::find_in_map(std::string_view key) const { return node_.IsMap() ? part(key) : std::nullopt; }

/// The item or the entry of that name, if it exists.
std::optional<Value> Value::part(std::string_view name) const {
    if (node_.IsSequence()) {
        const auto index = parse_number<std::size_t>(name);
        if (!index || *index >= node_.size()) return std::nullopt;
        return children()[*index];
    }
    if (!node_.IsMap()) return std::nullopt;
    for (const auto& entry : node_)
        if (entry.first.IsScalar() && entry.first.Scalar() == name)
            return child(key_.empty() ? std::string(name) : fmt::format("{}.{}", key_, name),
                         line_of(entry.first.Mark()), entry.second);
    return std::nullopt;
}

Section::Section(Value map, std::vector<std::string_view> known_keys, std::vector<OtherKind> others)
    : map_(std::move(map)), known_keys_(known_keys), others_(std::move(others)) {
    if (!map_.node_.IsMap())
        map_.fail(fmt::format("{}; must be a map with the keys {}", map_.description(), joined(known_keys_, ", ")));
    for (const auto& entry : map_.node_) add(entry.first, entry.second);
}

std::string Section::path(std::string_view key) const {
    return map_.key_.empty() ? std::string(key) : fmt::format("{}.{}", map_.key_, key);
}

void Section::add(const YAML::Node& key_node, const YAML::Node& value_node) {
    const int line = line_of(key_node.Mark());
    if (!key_node.IsScalar())
        fail_at(*map_.file_, line, map_.key_.empty() ? document_key : map_.key_,
                fmt::format("has a key that is not a plain word; known keys are {}", joined(known_keys_, ", ")));
    const std::string& key = key_node.Scalar();
    const Value value = map_.child(path(shown(key)), line, value_node);
    if (std::find(known_keys_.begin(), known_keys_.end(), key) == known_keys_.end()) fail_unknown(value, key);
    for (const Entry& entry : entries_)
        if (entry.key == key)
            value.fail(fmt::format("appears again after line {}; each key may appear once", entry.line));
    entries_.push_back({key, value, line});
}

void Section::fail_unknown(const Value& value, const std::string& key) const {
    for (const OtherKind& other : others_)
        if (std::find(other.keys.begin(), other.keys.end(), key) != other.keys.end())
            value.fail(fmt::format("unknown key; {}", other.cure));
    const auto meant = word_meant_by(key, known_keys_);
    for (const OtherKind& other : others_)
        if (const auto meant_there = word_meant_by(key, other.keys); meant_there && !meant)
            value.fail(fmt::format("unknown key; did you mean {}? {}", *meant_there, other.cure));
    if (key.find(':') != std::string::npos) value.fail("unknown key; a colon needs a space after it");
    if (parse_number<double>(key)) value.fail(fmt::format("unknown key; {}", decimals_follow_a_point));
    value.fail(fmt::format("unknown key; {}known keys are {}",
                           meant ? fmt::format("did you mean {}? ", *meant) : did_you_mean(key, known_keys_),
                           joined(known_keys_, ", ")));
}

std::optional<Value> Section::find(std::string_view key) const {
    for (const Entry& entry : entries_)
        if (entry.key == key) return entry.value;
    return std::nullopt;
}

Value Section::nearest(std::string_view dotted_key) const {
    // Assigning a node of yaml-cpp would change the tree that contains it, so nothing is assigned here.
    std::vector<Value> path{map_};
    while (!dotted_key.empty()) {
        const std::size_t end = dotted_key.find_first_of(".[]");
        const std::string_view name = dotted_key.substr(0, end);
        dotted_key.remove_prefix(end == std::string_view::npos ? dotted_key.size() : end + 1);
        if (name.empty()) continue;
        const auto part = path.back().part(name);
        if (!part) break;
        path.push_back(*part);
    }
    return path.back();
}

Value Section::require(std::string_view key, std::string_view allowed) const {
    if (const auto value = find(key)) return *value;
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
        const int line = line_of(error.mark);
        fail_at(file, line, "syntax", fmt::format("{}; {}", error.msg, syntax_cure(text, line, error.msg)));
    }
}

}  // namespace hexscan
