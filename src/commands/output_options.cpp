#include "src/commands/output_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/commands/option_values.h"

namespace hexscan {
namespace {

/// True for a switch, and for an option with only one word beside "none".
bool is_flag(const OutputKind& kind) { return words_of(kind).size() == 2; }

/// For example "must be bmp, png or none".
std::string allowed_words(const OutputKind& kind) {
    const std::vector<std::string_view> words = words_of(kind);
    std::string text = "must be " + std::string(words.front());
    for (std::size_t i = 1; i < words.size(); ++i)
        text += fmt::format("{}{}", i + 1 == words.size() ? " or " : ", ", words[i]);
    return text;
}

bool knows(const OutputKind& kind, std::string_view word) {
    const std::vector<std::string_view> words = words_of(kind);
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The word given for an option, or nullopt.
std::optional<std::string> given_word(const Arguments& arguments, const OutputKind& kind) {
    if (kind.option.empty()) return std::nullopt;
    const std::string option(kind.option);
    if (kind.words.empty()) return arguments.on(option.c_str()) ? std::optional<std::string>("on") : std::nullopt;
    const auto word = arguments.text(option.c_str());
    if (word && !knows(kind, *word)) reject_word("--" + option, *word, words_of(kind), allowed_words(kind));
    return word;
}

}  // namespace

void add_output_options(OptionGroup& group) {
    for (const OutputKind& kind : output_kinds()) {
        if (kind.option.empty()) continue;
        const std::string option(kind.option), words(kind.words), meaning(kind.meaning);
        if (words.empty())
            add_switch(group, option.c_str(), meaning.c_str());
        else
            add_option(group, option.c_str(), words.c_str(),
                       fmt::format("{}; default: {}", meaning, kind.standard).c_str());
    }
}

RequestedOutputs requested_outputs(const Arguments& arguments, const RequestedOutputs& before) {
    RequestedOutputs requested = before;
    for (const OutputKind& kind : output_kinds())
        if (const auto word = given_word(arguments, kind)) requested.set(kind.option, *word);
    return requested;
}

void leave_out_of_sets(const Arguments& arguments, RequestedOutputs& requested) {
    for (const OutputKind& kind : output_kinds())
        if (!kind.of_sets && !given_word(arguments, kind)) requested.set(kind.option, std::string(no_output));
}

void add_outputs(const RequestedOutputs& requested, nlohmann::json& asked) {
    for (const OutputKind& kind : output_kinds()) {
        if (kind.option.empty()) continue;
        nlohmann::json& said = asked[std::string(kind.option)];
        if (is_flag(kind))
            said = requested.want(kind.option);
        else
            said = requested.word(kind.option);
    }
}

RequestedOutputs outputs_of(const JsonField& asked) {
    RequestedOutputs requested;
    for (const OutputKind& kind : output_kinds()) {
        if (kind.option.empty()) continue;
        const auto said = asked.find(std::string(kind.option).c_str());
        if (!said) continue;
        const std::string word =
            is_flag(kind) ? std::string(said->flag() ? words_of(kind).front() : no_output) : said->text();
        if (!knows(kind, word)) said->fail(allowed_words(kind));
        requested.set(kind.option, word);
    }
    return requested;
}

}  // namespace hexscan
