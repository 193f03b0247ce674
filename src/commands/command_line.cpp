#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/commands/command.h"
#include "src/console/exit_codes.h"
#include "src/files/installed_platforms.h"
#include "src/ranks/ranks.h"
#include "src/scan/map_kind.h"
#include "src/scan/request.h"
#include "src/system/input_file.h"

namespace hexscan {

#define HEXSCAN_COMMAND(command) Command command##_command();
#include "src/commands/commands.def"
#undef HEXSCAN_COMMAND

namespace {

namespace po = boost::program_options;
using Tokens = std::vector<std::string>;

constexpr unsigned page_columns = 100;

/// The name under which Boost collects words that belong to no option.
constexpr const char* word_option = "(word)";

const Command* find_command(std::string_view name) {
    for (const Command& command : commands())
        if (command.name == name) return &command;
    return nullptr;
}

po::options_description all_options(const Command& command) {
    po::options_description all;
    for (const OptionGroup& group : command.groups) all.add(group);
    all.add_options()("help,h", po::bool_switch(), "this page");
    return all;
}

Tokens option_names(const po::options_description& options) {
    Tokens names;
    for (const auto& option : options.options()) names.push_back("--" + option->long_name());
    return names;
}

/// The name of an option in other programs, and the option here.
struct Foreign {
    std::string_view name, option;
};

constexpr auto foreign_names = std::to_array<Foreign>({{"o", "--output"},
                                                       {"silent", "--quiet"},
                                                       {"f", "--platform"},
                                                       {"i", "--platform"},
                                                       {"file", "--platform"},
                                                       {"input", "--platform"},
                                                       {"resolution", "--grid"},
                                                       {"points", "--grid"},
                                                       {"roll", "--orientation ROLL,PITCH,YAW"},
                                                       {"pitch", "--orientation ROLL,PITCH,YAW"},
                                                       {"yaw", "--orientation ROLL,PITCH,YAW"},
                                                       {"stl", "--surface"},
                                                       {"obj", "--surface"},
                                                       {"step", "--surface"},
                                                       {"vtk", "--volume"},
                                                       {"vtkhdf", "--volume"},
                                                       {"hdf5", "--volume"},
                                                       {"png", "--image png"},
                                                       {"no-image", "--image none"},
                                                       {"no-images", "--image none"},
                                                       {"no-page", "--page none"},
                                                       {"cpu", "--device cpu"},
                                                       {"gpu", "--device cuda"},
                                                       {"cuda", "--device cuda"},
                                                       {"cc", "--compute-capability"}});

/// Names the replacement for an option that other programs have. Returns "" for other options.
std::string in_place_of(std::string_view name) {
    const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is_one_of({"v", "V", "verbose"}))
        return "a run always reports its progress; --version prints the version, hexscan scan --verify checks every "
               "verdict";
    if (is_one_of({"j", "t", "jobs", "threads", "cores", "workers"}))
        return "hexscan uses all cores that the process may use; taskset -c 0-3 hexscan ... gives it four";
    if (is_one_of({"force", "overwrite", "y"}))
        return "files of an earlier run are replaced unless scan --keep is given; other files never are";
    if (is_one_of({"resume", "continue"}))
        return "an interrupted sweep continues where it stopped; --from repeats the scan of a record";
    if (is_one_of({"csv", "format"}))
        return "in a scan radii.csv and run.json are always written; scan --image, --volume and --surface choose the "
               "rest; pose --output writes CSV";
    return "";
}

/// The cure for an option that the command does not know.
std::string cure_for(const std::string& option, const Command& command, const po::options_description& options) {
    const std::string named = option.substr(0, option.find('='));
    const std::string plain = named.substr(std::min(named.find_first_not_of('-'), named.size()));
    if (find_command(plain)) return fmt::format("{0} is a command: hexscan {0}", plain);
    const Tokens names = option_names(options);
    const std::vector<std::string_view> known(names.begin(), names.end());
    for (const auto& [name, here] : foreign_names)
        if (same_but_for_capitals(plain, name) &&
            std::find(known.begin(), known.end(), here.substr(0, here.find(' '))) != known.end())
            return fmt::format("did you mean {}?", here);
    if (const std::string instead = in_place_of(plain); !instead.empty()) return instead;
    for (const std::string_view name : known)
        if (plain.size() > 1 && name.starts_with("--" + plain)) return fmt::format("did you mean {}?", name);
    Tokens owners;
    for (const Command& other : commands()) {
        const Tokens others = option_names(all_options(other));
        if (std::find(others.begin(), others.end(), "--" + plain) != others.end())
            owners.push_back("hexscan " + other.name);
    }
    if (!owners.empty()) return fmt::format("it belongs to {}", joined(owners, ", "));
    std::vector<std::string_view> words;
    for (const std::string_view name : known) words.push_back(name.substr(std::string_view("--").size()));
    // A single letter is close to every option of one letter.
    if (const auto nearest = plain.size() > 1 ? nearest_word(plain, words) : std::nullopt)
        return fmt::format("did you mean --{}?", *nearest);
    return fmt::format("see hexscan {} --help", command.name);
}

[[noreturn]] void reject_option(const std::string& option, const Command& command,
                                const po::options_description& options) {
    throw UsageError(fmt::format("{}: hexscan {} has no such option; {}", shown(option), command.name,
                                 cure_for(option, command, options)));
}

/// Rejects a value that starts with two dashes, because the real value was forgotten: `--output --quiet`.
void reject_swallowed_options(const po::parsed_options& parsed) {
    for (const auto& option : parsed.options)
        for (const std::string& value : option.value)
            if (option.position_key < 0 && value.starts_with("--"))
                throw UsageError(
                    fmt::format("--{0}: needs a value, but {1} follows; write --{0}={1} if that is the value",
                                option.string_key, shown(value)));
}

/// Rejects maps that are separated from the first one by blanks. Each would count as the name of a machine.
void reject_parted_maps(const Tokens& words, const po::variables_map& values) {
    if (values.count("map") == 0) return;
    const std::string& first = values["map"].as<std::string>();
    std::error_code error;
    for (const std::string& word : words)
        if (map_kind(word) && !std::filesystem::exists(word, error))
            throw UsageError(fmt::format("{0}: separate several maps by commas without spaces: --map {1}{2}{0}", word,
                                         escaped(first), first.ends_with(',') ? "" : ","));
}

/// Throws UsageError if there are more words than the command accepts.
void check_words(const Tokens& words, const Command& command) {
    if (words.empty()) return;
    if (command.word.empty())
        throw UsageError(
            fmt::format("{}: hexscan {} takes options only, each with two dashes", shown(words.front()), command.name));
    if (words.size() <= command.most_words) return;
    if (command.most_words == 1)
        throw UsageError(fmt::format("{}: hexscan {} takes only one {}, and {} is already given", shown(words[1]),
                                     command.name, command.word, shown(words.front())));
    throw UsageError(
        fmt::format("{}: hexscan {} takes {} only", shown(words[command.most_words]), command.name, command.word));
}

/// Takes a first token such as -1.2,3 as a word, although it begins like an option.
std::vector<po::option> take_number(Tokens& tokens) {
    const std::string& token = tokens.front();
    if (token.size() < 2 || token[0] != '-' || std::string_view("0123456789.").find(token[1]) == std::string::npos)
        return {};
    po::option word;
    word.value = word.original_tokens = {token};
    tokens.erase(tokens.begin());
    return {word};
}

Arguments parse(const Command& command, const Tokens& tokens, Tokens command_line) {
    const po::options_description options = all_options(command);
    po::options_description accepted;
    accepted.add(options);
    accepted.add_options()(word_option, po::value<Tokens>());
    po::positional_options_description words;
    words.add(word_option, -1);
    // Abbreviated options would break scripts when a new option begins with the same letters.
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    try {
        po::command_line_parser parser(tokens);
        parser.options(accepted).positional(words).style(style);
        if (command.takes_numbers) parser.extra_style_parser(take_number);
        const po::parsed_options parsed = parser.run();
        reject_swallowed_options(parsed);
        po::variables_map values;
        po::store(parsed, values);
        const Tokens stray = values.count(word_option) != 0 ? values[word_option].as<Tokens>() : Tokens{};
        reject_parted_maps(stray, values);
        check_words(stray, command);
        return {values, stray, std::move(command_line)};
    } catch (const po::unknown_option& error) {
        reject_option(error.get_option_name(), command, options);
    } catch (const po::error& error) {
        throw UsageError(fmt::format("{} (see hexscan {} --help)", escaped(error.what()), command.name));
    }
}

bool takes_value(const std::string& token, const po::options_description& options) {
    if (!token.starts_with("--") || token.find('=') != std::string::npos) return false;
    const po::option_description* const option = options.find_nothrow(token.substr(2), false);
    return option != nullptr && option->semantic()->max_tokens() > 0;
}

/// The index of a command's name that is neither the first word nor an option's value. The number of words if there is
/// none.
std::size_t late_command(const Tokens& tokens, const po::options_description& options) {
    for (std::size_t i = 1; i < tokens.size(); ++i)
        if (find_command(tokens[i]) && !takes_value(tokens[i - 1], options)) return i;
    return tokens.size();
}

/// Rejects a command after an option or a file, because the command must come first.
void reject_late_command(const Tokens& tokens, const po::options_description& options) {
    const std::size_t at = late_command(tokens, options);
    std::error_code error;
    if (at == tokens.size() || std::filesystem::exists(tokens[at], error)) return;
    std::string in_order = "hexscan " + tokens[at];
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (i != at) in_order.append(" ").append(shell_quoted(tokens[i]));
    throw UsageError(fmt::format("{}: put the command first: {}", tokens[at], escaped(in_order)));
}

/// Removes `--stage all` from the words, because the whole ladder is a command of its own. Returns true if it was
/// there.
bool take_stage_all(Tokens& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool joined = tokens[i] == "--stage=all";
        const bool apart = tokens[i] == "--stage" && i + 1 < tokens.size() && tokens[i + 1] == "all";
        if (!joined && !apart) continue;
        const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(i);
        tokens.erase(begin, begin + (apart ? 2 : 1));
        return true;
    }
    return false;
}

/// Rejects a first word that is not a file but resembles a command. After `help` it must be a command.
void reject_mistyped_command(const std::string& word, bool must_be_command) {
    std::error_code error;
    if (!must_be_command && (std::filesystem::exists(word, error) || installed_platform(word))) return;
    if (const auto file = file_meant_by(word); !must_be_command && file && file->stem() == word)
        throw UsageError(
            fmt::format("{}: is neither a file nor a command; did you mean {}?", shown(word), escaped(file->string())));
    std::vector<std::string_view> names;
    for (const Command& command : commands()) names.push_back(command.name);
    const auto nearest = nearest_word(word, names);
    if (nearest)
        throw UsageError(
            fmt::format("{}: is neither a file nor a command; did you mean hexscan {}?", shown(word), *nearest));
    if (must_be_command) throw UsageError(fmt::format("{}: is not a command; see hexscan --help", shown(word)));
}

/// A command that prints a page.
Command print_command(std::string page) {
    Command command;
    command.shares_work = true;
    command.run = [page = std::move(page)](const Arguments&) {
        fmt::print("{}", page);
        return exit_code::done;
    };
    return command;
}

}  // namespace

std::span<const Command> commands() {
    static const std::vector<Command> all {
#define HEXSCAN_COMMAND(command) command##_command(),
#include "src/commands/commands.def"
#undef HEXSCAN_COMMAND
    };
    return all;
}

OptionGroup option_group(const char* heading) { return {heading, page_columns, page_columns / 2}; }

void add_option(OptionGroup& group, const char* name, const char* value_name, const char* meaning) {
    group.add_options()(name, po::value<std::string>()->value_name(value_name), meaning);
}

void add_switch(OptionGroup& group, const char* name, const char* meaning) {
    group.add_options()(name, po::bool_switch(), meaning);
}

ParsedCommand parse_command_line(int argc, const char* const* argv) {
    // Records are read on other machines, where the program's folder has no meaning.
    Tokens command_line{std::filesystem::path(argv[0]).filename().string()}, tokens(argv + 1, argv + argc);
    command_line.insert(command_line.end(), tokens.begin(), tokens.end());
    const bool asks_for_help = !tokens.empty() && tokens.front() == "help";
    if (asks_for_help) {
        tokens.erase(tokens.begin());
        tokens.emplace_back("--help");
    }
    const auto given = [&](std::string_view option) {
        return std::find(tokens.begin(), tokens.end(), option) != tokens.end();
    };
    const bool wants_help = given("--help") || given("-h");
    const po::options_description scan_options = all_options(commands().front());
    const Command* named = tokens.empty() ? nullptr : find_command(tokens.front());
    if (named)
        tokens.erase(tokens.begin());
    else if (const std::size_t at = late_command(tokens, scan_options); wants_help && at < tokens.size())
        named = find_command(tokens[at]);
    else if (!tokens.empty() && !tokens.front().starts_with('-'))
        reject_mistyped_command(tokens.front(), asks_for_help);
    const Command* command = named ? named : &commands().front();
    if (command == &commands().front() && take_stage_all(tokens)) command = find_command("ladder");
    const Arguments none{{}, {}, command_line};
    if (wants_help) return {print_command(named ? help_page(*command) : help_page()), none};
    if (given("--version")) return {print_command(fmt::format("hexscan {}\n", version)), none};
    if (!named) reject_late_command(tokens, scan_options);
    return {*command, parse(*command, tokens, command_line)};
}

int run_command_line(int argc, const char* const* argv) {
    const ParsedCommand parsed = parse_command_line(argc, argv);
    if (const int ranks = process_ranks().count(); ranks > 1 && !parsed.command.shares_work)
        throw UsageError(
            fmt::format("hexscan {} runs as one process, but {} were started; start hexscan without mpirun",
                        parsed.command.name, ranks));
    return parsed.command.run(parsed.arguments);
}

std::string exit_code_lines() {
    return "0 done, 1 fault or failed proof, 2 bad input, 3 device or output failure, 130 interrupted.\n";
}

std::string help_page() {
    std::string text =
        "hexscan computes and proves which poses a hexapod (Stewart-Gough platform) can reach.\n"
        "usage: hexscan [COMMAND] [options]\n\nCommands (without one, hexscan scans):\n";
    for (const Command& command : commands()) text += fmt::format("  {:<12} {}\n", command.name, command.purpose);
    return text +
           "\nExamples: hexscan --stage 7       scan the built-in hexapod with one stage of the CUDA study\n"
           "          hexscan check my.yaml   check a machine of your own\n"
           "hexscan COMMAND --help lists the options of a command, hexscan --version prints the version.\n"
           "Exit codes: " +
           exit_code_lines();
}

/// The group as Boost prints it, without the blank that Boost leaves where it breaks a line.
static std::string without_trailing_blanks(const OptionGroup& group) {
    std::ostringstream stream;
    stream << group;
    const std::string printed = stream.str();
    std::string text;
    for (const std::string_view line : split(printed, '\n'))
        text.append(line.substr(0, line.find_last_not_of(' ') + 1)).push_back('\n');
    text.pop_back();
    return text;
}

std::string help_page(const Command& command) {
    std::ostringstream text;
    text << fmt::format("usage: hexscan {}{}{}{}\n", command.name, command.word.empty() ? "" : " ", command.word,
                        command.groups.empty() ? "" : " [options]");
    text << (command.explanation.empty() ? command.purpose + "\n" : command.explanation);
    for (const OptionGroup& group : command.groups) text << '\n' << without_trailing_blanks(group);
    if (!command.examples.empty()) text << "\nExamples:\n" << command.examples;
    return text.str();
}

}  // namespace hexscan
