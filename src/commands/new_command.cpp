#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hexscan/errors.h"
#include "src/base/ascii.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/default_folder.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/files/machine_file.h"
#include "src/files/requirement_file.h"
#include "src/machine/description/units.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

using Numbers = std::vector<double>;

/// A kind of legs: its questions, and the default numbers in millimetres and degrees.
struct KindOfLegs {
    std::string_view word, lengths_question;
    std::size_t lengths, angles;  ///< Number of lengths among the numbers of legs. Angles follow them.
    Numbers sizes, pairs;         ///< For base and platform.
    double home_z;
    Numbers legs, box;
};

const std::array<KindOfLegs, 3>& kinds_of_legs() {
    static const std::array<KindOfLegs, 3> kinds{
        {{"telescopic",
          "Shortest and longest length of a leg",
          2,
          0,
          {385, 250},
          {18, 20},
          560,
          {480, 720},
          {50, 50, 20, 3, 3, 3}},
         {"slider",
          "Length of a rod, then the lowest and the highest travel of its carriage",
          3,
          0,
          {240, 85},
          {30, 80},
          290,
          {260, -5, 260},
          {20, 20, 20, 3, 3, 3}},
         {"rotary",
          "Length of an arm and of a rod, then the lowest and the highest angle of the servo in degrees",
          2,
          2,
          {100, 70},
          {25, 25},
          125,
          {38, 130, -60, 60},
          {10, 10, 10, 3, 3, 3}}}};
    return kinds;
}

/// The answers. Lengths are in `unit`, angles in degrees.
struct Answers {
    const KindOfLegs* kind = &kinds_of_legs().front();
    std::string unit = "mm";
    std::string size_key = "radius", pairs_key = "spread";
    Numbers sizes, pairs;
    std::optional<double> home_z;  ///< Nullopt: the middle of all strokes.
    Numbers legs;
    Numbers max_tilts;  ///< Empty: no limit.
    Numbers box;        ///< Half widths about home.
};

/// A default length in the answers' unit, scaled to the size of the base if that is answered.
double scaled(const Answers& answers, double length_mm) {
    const double scale = answers.sizes.empty() ? Units{answers.unit, "deg"}.from_metres(0.001)
                                               : answers.sizes[0] / answers.kind->sizes[0];
    return parse_number<double>(significant(length_mm * scale, 3)).value_or(length_mm * scale);
}

/// The default numbers, the first `lengths` of which are lengths and are scaled.
Numbers scaled(const Answers& answers, Numbers numbers, std::size_t lengths) {
    for (std::size_t i = 0; i < lengths; ++i) numbers[i] = scaled(answers, numbers[i]);
    return numbers;
}

std::string listed(const Numbers& numbers) {
    std::vector<std::string> words;
    for (const double number : numbers) words.push_back(shortest(number));
    return joined(words, ", ");
}

[[noreturn]] void reject(std::string_view answer, const std::string& allowed) {
    throw UsageError(fmt::format("{}: must be {}", answer.empty() ? "an empty answer" : shown(answer), allowed));
}

/// Reads `count` numbers, separated by commas or spaces. Returns nullopt if the text is anything else.
std::optional<Numbers> numbers_in(std::string text, std::size_t count) {
    std::replace(text.begin(), text.end(), ',', ' ');
    Numbers numbers;
    for (const std::string_view word : split(text, ' ')) {
        if (trimmed(word).empty()) continue;
        const auto number = parse_number<double>(trimmed(word));
        if (!number || !std::isfinite(*number)) return std::nullopt;
        numbers.push_back(*number);
    }
    if (numbers.size() != count) return std::nullopt;
    return numbers;
}

Numbers numbers_of(const std::string& answer, std::size_t count, const std::string& allowed) {
    auto numbers = numbers_in(answer, count);
    if (!numbers) reject(answer, allowed);
    return *std::move(numbers);
}

/// Reads a word and one number each for base and platform. Sets `key` to the word, which must be one of two. Without a
/// word, `key` stays. Throws UsageError.
Numbers keyed_numbers(const std::string& answer, std::string& key, const std::array<std::string_view, 2>& words) {
    std::string_view rest = answer;
    for (const std::string_view word : words)
        if (rest.starts_with(word)) {
            key = word;
            rest.remove_prefix(word.size());
        }
    auto numbers = numbers_in(std::string(rest), 2);
    if (!numbers)
        reject(answer, fmt::format("{} or {} and two numbers, as in: {} 20, 20", words[0], words[1], words[0]));
    return *std::move(numbers);
}

std::string size_text(const Answers& answers, std::size_t side) {
    std::string text = fmt::format("{}: {}, {}: {}", answers.size_key, shortest(answers.sizes[side]), answers.pairs_key,
                                   shortest(answers.pairs[side]));
    if (side == 1) text += ", azimuth: 60";
    if (!answers.max_tilts.empty())
        text += fmt::format(", axis: home, max_tilt: {}", shortest(answers.max_tilts[side]));
    return text;
}

std::string legs_text(const Answers& answers) {
    const Numbers& n = answers.legs;
    if (answers.kind->word == "slider")
        return fmt::format(
            "# Rods of fixed length on carriages: rail is the direction of rising travel, 0 is at the base joint.\n"
            "legs: {{kind: slider, rod: {}, rail: [0, 0, 1], travel: [{}, {}]}}\n",
            shortest(n[0]), shortest(n[1]), shortest(n[2]));
    if (answers.kind->word == "rotary")
        return fmt::format(
            "# Rods at the tips of arms on servos: azimuth is where arms point at angle 0. Angles rise with the arm.\n"
            "legs: {{kind: rotary, arm: {}, rod: {}, azimuth: outward, angle: [{}, {}]}}\n",
            shortest(n[0]), shortest(n[1]), shortest(n[2]), shortest(n[3]));
    return fmt::format("# Lengths from joint to joint.\nlegs: {{kind: telescopic, min: {}, max: {}}}\n", shortest(n[0]),
                       shortest(n[1]));
}

/// The machine file for the answers.
std::string machine_text(const Answers& answers, const std::string& name) {
    const Numbers& b = answers.box;
    return fmt::format(
        "# A hexapod, made by hexscan new. Check it after changes: hexscan check FILE\n"
        "name: {}\n"
        "units: {{length: {}, angle: deg}}\n\n"
        "# Three pairs of joints on a circle, base and platform: spread is the angle between the joints of a pair,\n"
        "# azimuth the direction of the first pair. In place of these keys joints: takes six points [x, y, z].\n"
        "# max_tilt is the largest angle between a leg, or its rod, and the joint's axis.\n"
        "base: {{{}}}\n"
        "platform: {{{}}}\n\n{}\n"
        "# The pose that travels are counted from. mid: all legs at their middle.\n"
        "home: {}\n\n"
        "# Points of the grid that hexscan scan tests. The range is found from the machine.\n"
        "scan: {{x: {{points: 200}}, y: {{points: 200}}, z: {{slices: 100}}}}\n\n"
        "# The required motion from home in either direction. hexscan check proves or refutes it.\n"
        "requirements:\n"
        "  - {{name: job, about: home, x: {}, y: {}, z: {}, roll: {}, pitch: {}, yaw: {}}}\n",
        nlohmann::json(escaped(name)).dump(), answers.unit, size_text(answers, 0), size_text(answers, 1),
        legs_text(answers), answers.home_z ? fmt::format("{{z: {}}}", shortest(*answers.home_z)) : "mid",
        shortest(b[0]), shortest(b[1]), shortest(b[2]), shortest(b[3]), shortest(b[4]), shortest(b[5]));
}

/// A question, with the default for an empty answer and a function that takes an answer. That function throws
/// UsageError for a wrong answer.
struct Question {
    std::string text;
    std::string (*standard)(const Answers& answers);
    void (*take)(const std::string& answer, Answers& answers);
};

void take_kind(const std::string& answer, Answers& answers) {
    const auto kind = std::ranges::find(kinds_of_legs(), answer, &KindOfLegs::word);
    if (kind == kinds_of_legs().end()) reject(answer, "telescopic, slider or rotary");
    answers.kind = &*kind;
}

void take_unit(const std::string& answer, Answers& answers) {
    const std::array<std::string_view, 4> units{"mm", "cm", "m", "in"};
    if (std::find(units.begin(), units.end(), answer) == units.end()) reject(answer, "mm, cm, m or in");
    answers.unit = answer;
}

const std::vector<Question>& questions() {
    static const std::vector<Question> all{
        {"Kind of legs: telescopic, slider (a carriage on a rail) or rotary (an arm on a servo)",
         [](const Answers&) { return std::string("telescopic"); }, take_kind},
        {"Unit of lengths: mm, cm, m or in", [](const Answers&) { return std::string("mm"); }, take_unit},
        {"Size of base and platform: radius, or side between the pairs, as in: side 300, 200",
         [](const Answers& a) { return "radius " + listed(scaled(a, a.kind->sizes, 2)); },
         [](const std::string& answer, Answers& a) {
             a.sizes = keyed_numbers(answer, a.size_key, {"radius", "side"});
         }},
        {"Joints of a pair, base and platform: spread in degrees, or pair_distance, as in: pair_distance 60, 60",
         [](const Answers& a) { return "spread " + listed(a.kind->pairs); },
         [](const std::string& answer, Answers& a) {
             a.pairs = keyed_numbers(answer, a.pairs_key, {"spread", "pair_distance"});
         }},
        {"Height of the platform's joints above the base's at home, or mid for the middle of all strokes",
         [](const Answers& a) { return shortest(scaled(a, a.kind->home_z)); },
         [](const std::string& answer, Answers& a) {
             a.home_z.reset();
             if (answer != "mid") a.home_z = numbers_of(answer, 1, "a length or mid").front();
         }},
        {"",  // KindOfLegs::lengths_question
         [](const Answers& a) { return listed(scaled(a, a.kind->legs, a.kind->lengths)); },
         [](const std::string& answer, Answers& a) {
             const std::size_t count = a.kind->lengths + a.kind->angles;
             a.legs = numbers_of(answer, count, fmt::format("{} numbers", count));
         }},
        {"Largest tilt of the joints of base and platform in degrees, or none",
         [](const Answers&) { return std::string("50, 50"); },
         [](const std::string& answer, Answers& a) {
             a.max_tilts = answer == "none" ? Numbers{} : numbers_of(answer, 2, "two angles or none");
         }},
        {"Required motion from home in either direction: x, y, z, and roll, pitch, yaw in degrees",
         [](const Answers& a) { return listed(scaled(a, a.kind->box, 3)); },
         [](const std::string& answer, Answers& a) { a.box = numbers_of(answer, 6, "six numbers"); }}};
    return all;
}

/// The answers so far, with defaults for the others.
Answers completed(Answers answers, std::size_t from) {
    for (; from < questions().size(); ++from) questions()[from].take(questions()[from].standard(answers), answers);
    return answers;
}

/// Throws UsageError if the reader of machine files would reject the answer.
void require_readable(const std::string& answer, const Answers& all) {
    try {
        const PlatformDocument document(machine_text(all, "new"), "answers");
        (void)read_requirements(document, read_machine(document));
    } catch (const InputError& error) {
        const std::string_view message = error.what();
        const std::size_t key = message.find(error.facts().key);
        throw UsageError(fmt::format("{}: {}", shown(answer), message.substr(key == message.npos ? 0 : key)));
    }
}

/// The source of answers: a user at a terminal, or a pipe. After the end of a pipe, all defaults are taken.
class Answerer {
public:
    /// Reads the line after a question. Returns `standard` if the line is empty or missing.
    std::string answer(const std::string& question, const std::string& standard) {
        fmt::print("{} [{}]: ", question, standard);
        std::fflush(stdout);
        std::string line;
        if (!std::getline(std::cin, line)) has_ended_ = true;
        if (!is_terminal_ || has_ended_) fmt::print("{}\n", escaped(line));
        const std::string text(trimmed(line));
        return text.empty() ? standard : text;
    }

    /// Calls take(answer) until it accepts an answer. From a pipe, the first UsageError ends the command.
    template <class Take>
    void ask(const std::string& question, const std::string& standard, Take take) {
        for (;;) {
            const std::string given = answer(question, standard);
            try {
                return take(given);
            } catch (const UsageError& error) {
                if (!is_terminal_ || has_ended_) throw;
                report(error.what());
            }
        }
    }

    bool is_terminal() const { return is_terminal_; }

private:
    const bool is_terminal_ = isatty(STDIN_FILENO) == 1;
    bool has_ended_ = false;
};

/// True if the file may be written. If it exists, asks the user; throws UsageError if answers come from a pipe.
bool may_write(const std::filesystem::path& file, Answerer& answerer) {
    if (std::filesystem::symlink_status(file).type() == std::filesystem::file_type::not_found) return true;
    if (!answerer.is_terminal()) throw UsageError(fmt::format("{}: exists; name another file", escaped(file.string())));
    return answerer.answer(fmt::format("{} exists. Replace it: yes or no", escaped(file.string())), "no") == "yes";
}

int run_words(const std::vector<std::string>& words) {
    std::vector<const char*> arguments{"hexscan"};
    for (const std::string& word : words) arguments.push_back(word.c_str());
    return run_command_line(static_cast<int>(arguments.size()), arguments.data());
}

int run_new(const Arguments& arguments) {
    const std::filesystem::path file = arguments.word().value_or("my-hexapod.yaml");
    Answerer answerer;
    if (!may_write(file, answerer)) return exit_code::done;
    Answers answers;
    for (std::size_t i = 0; i < questions().size(); ++i) {
        const Question& question = questions()[i];
        const std::string text = question.text.empty() ? std::string(answers.kind->lengths_question) : question.text;
        answerer.ask(text, question.standard(answers), [&](const std::string& answer) {
            Answers taken = answers;
            question.take(answer, taken);
            require_readable(answer, completed(taken, i + 1));
            answers = taken;
        });
    }
    write_whole_file(file, machine_text(answers, file.stem().string()));
    fmt::print("\nmachine file: {}\n\n", escaped(file.string()));
    const int checked = run_words({"check", file.string()});
    const std::string folder = default_scan_folder(file, {}, false, "new").string();
    const int scanned = run_words({"scan", file.string(), "--quiet", "--image", "none", "--output", folder});
    fmt::print("\npage: {}/index.html\n", escaped(folder));
    return scanned == exit_code::done ? checked : scanned;
}

}  // namespace

Command new_command() {
    Command command;
    command.name = "new";
    command.purpose = "ask eight questions and write a machine file";
    command.word = "[FILE]";
    command.explanation =
        "Asks for legs, sizes, strokes, joint limits and the required motion. Writes a machine file with\ncomments to "
        "FILE or my-hexapod.yaml, checks the file and makes its page. An empty answer takes the default,\n"
        "which is in brackets. If input is a pipe, hexscan reads one answer per line and takes the defaults after\n"
        "the last. A pipe never replaces an existing file.\n"
        "\n"
        "Exit code 0: no fault, the required motion is proved; 1: a fault, or motion not proved; 2: a bad "
        "answer.\n";
    command.examples =
        "  hexscan new                              asks, and writes my-hexapod.yaml\n"
        "  hexscan new lift.yaml < /dev/null        a machine with all defaults\n";
    command.run = run_new;
    return command;
}

}  // namespace hexscan
