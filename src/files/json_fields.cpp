#include "src/files/json_fields.h"

#include <cerrno>
#include <cmath>
#include <limits>
#include <locale.h>
#include <system_error>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/marks.h"
#include "src/base/text.h"
#include "src/files/yaml_reader.h"
#include "src/system/input_file.h"

namespace hexscan {

using Limits = std::numeric_limits<double>;

/// The largest size of a machine file, so that any name in such a file fits.
constexpr std::size_t most_name_bytes = max_description_bytes;

JsonField::JsonField(const nlohmann::json& value, std::string document) : JsonField(&value, std::move(document), "") {}

JsonField::JsonField(const nlohmann::json* value, std::string document, std::string path)
    : value_(value), document_(std::move(document)), path_(std::move(path)) {}

void JsonField::fail(const std::string& complaint) const {
    throw InputError(fmt::format("{}: {} {}", document_, path_.empty() ? "the document" : escaped(path_), complaint));
}

JsonField JsonField::at(const std::string& key) const {
    require(value_->is_object(), "is not an object");
    const auto found = value_->find(key);
    const bool present = found != value_->end();
    const JsonField field(present ? &*found : value_, document_, path_.empty() ? key : path_ + '.' + key);
    field.require(present, "is missing");
    return field;
}

std::optional<JsonField> JsonField::find(const std::string& key) const {
    require(value_->is_object(), "is not an object");
    const auto found = value_->find(key);
    if (found == value_->end() || found->is_null()) return std::nullopt;
    return at(key);
}

std::optional<JsonField> JsonField::find_unless_null(const std::string& key) const {
    const auto field = find(key);
    if (!field && value_->contains(key)) at(key).fail("is null; give a value or leave the key out");
    return field;
}

std::vector<JsonField> JsonField::elements() const {
    require(value_->is_array(), "is not an array");
    std::vector<JsonField> fields;
    for (const nlohmann::json& element : *value_)
        fields.push_back(JsonField(&element, document_, fmt::format("{}[{}]", path_, fields.size())));
    return fields;
}

std::string JsonField::text() const {
    require(value_->is_string(), "is not a string");
    return value_->get<std::string>();
}

std::string JsonField::name() const {
    std::string name = text();
    if (const std::string problem = line_problem(name); !problem.empty()) fail(problem);
    if (name.size() > most_name_bytes)
        fail(fmt::format("is too long for a name; at most {} bytes are allowed", most_name_bytes));
    return name;
}

bool JsonField::flag() const {
    require(value_->is_boolean(), "is not true or false");
    return value_->get<bool>();
}

double JsonField::number() const {
    if (*value_ == "NaN") return Limits::quiet_NaN();
    if (*value_ == "Infinity") return Limits::infinity();
    if (*value_ == "-Infinity") return -Limits::infinity();
    require(value_->is_number(), "is not a number");
    return value_->get<double>();
}

std::int64_t JsonField::whole_number() const {
    require(value_->is_number_integer(), "is not a whole number");
    require(!value_->is_number_unsigned() || std::in_range<std::int64_t>(value_->get<std::uint64_t>()), "is too large");
    return value_->get<std::int64_t>();
}

nlohmann::json number_json(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

nlohmann::json spread_json(const Spread& spread) {
    return {{"median", number_json(spread.median)}, {"min", number_json(spread.min)}, {"max", number_json(spread.max)}};
}

std::string json_text(const nlohmann::json& json) {
    constexpr int indent = 2;
    return json_without_marks(json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace)) + '\n';
}

std::string ascii_json_text(const nlohmann::json& json) {
    return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

namespace {

/// Sets the C locale for this thread. The parser uses strtod and expects a decimal point of one byte. Persian and
/// Pashto locales have a decimal point of two bytes.
class InCLocale {
public:
    InCLocale() : before_(uselocale(newlocale(LC_ALL_MASK, "C", nullptr))) {}
    ~InCLocale() { uselocale(before_); }
    InCLocale(const InCLocale&) = delete;
    InCLocale& operator=(const InCLocale&) = delete;

private:
    locale_t before_;
};

}  // namespace

nlohmann::json parsed_json(std::string_view text) {
    const InCLocale here;
    return nlohmann::json::parse(text);
}

nlohmann::json read_json_file(const std::filesystem::path& file) {
    constexpr std::size_t most_bytes = 16U << 20U;
    const std::string name = escaped(file.string());
    const std::string text = read_input_file(file, most_bytes, "name a JSON file that hexscan wrote");
    if (text.size() > most_bytes)
        throw InputError(fmt::format("{}: is too long; at most {} bytes are allowed", name, most_bytes));
    try {
        return parsed_json(text);
    } catch (const nlohmann::json::parse_error& error) {
        // The count includes the wrong byte.
        const std::size_t before = error.byte > 0 ? error.byte - 1 : 0;
        const auto read = text.begin() + static_cast<std::ptrdiff_t>(std::min(before, text.size()));
        throw InputError(fmt::format("{}:{}: the JSON is not valid here; name a JSON file that hexscan wrote", name,
                                     std::count(text.begin(), read, '\n') + 1));
    } catch (const nlohmann::json::exception&) {
        throw InputError(fmt::format("{}: is not valid JSON: a number in it is too large", name));
    }
}

}  // namespace hexscan
