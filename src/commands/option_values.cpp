#include "src/commands/option_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"

namespace hexscan {
namespace {

template <class Number>
std::vector<Number> numbers(std::string_view option, std::string_view text, char separator, std::size_t count,
                            std::string_view allowed) {
    std::vector<Number> values;
    for (const std::string_view part : split(text, separator)) {
        const auto value = parse_number<Number>(part);
        if (!value) reject_value(option, text, fmt::format("{}{}", allowed, number_cure(part)));
        if constexpr (std::is_floating_point_v<Number>)
            if (!std::isfinite(*value)) reject_value(option, text, allowed);
        values.push_back(*value);
    }
    if (values.size() != count) reject_value(option, text, allowed);
    return values;
}

}  // namespace

void reject_value(std::string_view option, std::string_view value, std::string_view allowed) {
    throw UsageError(fmt::format("{} {}: {}", option, shown(value), allowed));
}

std::vector<double> parse_numbers(std::string_view option, std::string_view text, char separator, std::size_t count,
                                  std::string_view allowed) {
    return numbers<double>(option, text, separator, count, allowed);
}

std::vector<int> parse_integers(std::string_view option, std::string_view text, char separator, std::size_t count,
                                std::string_view allowed) {
    return numbers<int>(option, text, separator, count, allowed);
}

int parse_repeat(const std::string& text) {
    const auto count = parse_number<int>(text);
    if (!count || *count < 1 || *count > 1'000'000)
        reject_value("--repeat", text, "must be a whole number from 1 to 1000000");
    return *count;
}

Effort effort_given(const Arguments& arguments) {
    return arguments
        .parsed("effort",
                [](const std::string& text) {
                    const auto times = parse_number<int>(text);
                    if (!times || *times < 1 || *times > Effort::most)
                        reject_value("--effort", text,
                                     fmt::format("must be a whole number from 1 to {}", Effort::most));
                    return Effort(*times);
                })
        .value_or(Effort());
}

void add_effort_option(OptionGroup& group) {
    add_option(group, "effort", "N", "test N times as many parts before a search gives up; default: 1");
}

void reject_word(std::string_view option, const std::string& word, std::span<const std::string_view> known,
                 std::string_view allowed) {
    static constexpr std::array<std::string_view, 4> refusals{"no", "off", "false", "0"};
    const bool is_refusal = std::find(refusals.begin(), refusals.end(), word) != refusals.end();
    const bool knows_none = std::find(known.begin(), known.end(), "none") != known.end();
    const std::string question = is_refusal && knows_none ? "did you mean none? " : did_you_mean(word, known);
    reject_value(option, word, question + std::string(allowed));
}

ComputeCapability parse_capability(const std::string& text) {
    try {
        return parse_compute_capability(text);
    } catch (const InputError& error) {
        throw UsageError(fmt::format("--compute-capability: {}", escaped(error.what())));
    }
}

std::filesystem::path parse_path(std::string_view option, const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("{}: must not be empty", option));
    return text;
}

bool parse_page(const std::string& text) {
    if (text != "html" && text != "none")
        reject_word("--page", text, std::array<std::string_view, 2>{"html", "none"}, "must be html or none");
    return text == "html";
}

bool parse_sweep_images(const std::string& text) {
    if (text != "png" && text != "none")
        reject_word("--image", text, std::array<std::string_view, 2>{"png", "none"}, "must be png or none");
    return text == "png";
}

}  // namespace hexscan
