#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

/// What hexscan can be told to do. Each command is one file of this folder and one line of commands.def; it owns its
/// options, and what it does not use it does not accept.
namespace hexscan {

/// The options and words given to a command, checked against what it accepts.
class Arguments {
public:
    Arguments(boost::program_options::variables_map values, std::vector<std::string> words,
              std::vector<std::string> command_line)
        : values_(std::move(values)), words_(std::move(words)), command_line_(std::move(command_line)) {}

    /// The text given with an option, or nothing.
    std::optional<std::string> text(const char* option) const {
        if (values_.count(option) == 0) return std::nullopt;
        return values_[option].as<std::string>();
    }
    /// What `parse` makes of the text given with an option, or nothing.
    template <class Parse>
    auto parsed(const char* option, Parse parse) const -> std::optional<decltype(parse(std::string{}))> {
        const auto given = text(option);
        if (!given) return std::nullopt;
        return parse(*given);
    }
    /// Whether a switch is on. One that the command does not have is off.
    bool on(const char* name) const { return values_.count(name) != 0 && values_[name].as<bool>(); }
    /// The words that belong to no option, and the first of them, if there is one.
    const std::vector<std::string>& words() const { return words_; }
    std::optional<std::string> word() const { return words_.empty() ? std::nullopt : std::optional(words_.front()); }
    /// The program's whole command line, for records.
    const std::vector<std::string>& command_line() const { return command_line_; }

private:
    boost::program_options::variables_map values_;
    std::vector<std::string> words_;
    std::vector<std::string> command_line_;
};

/// A switch or an option with a value, under a heading of the help page.
using OptionGroup = boost::program_options::options_description;

struct Command {
    std::string name;
    std::string purpose;  ///< one line for the list of commands
    std::string word;     ///< what a word without an option means, e.g. "[PLATFORM]"; empty: none is accepted
    std::size_t most_words = 1;
    std::string explanation;  ///< a paragraph for the command's own help page; may be empty
    std::vector<OptionGroup> groups;
    std::string examples;                      ///< lines of the help page
    std::function<int(const Arguments&)> run;  ///< returns the exit code
    bool shares_work = false;                  ///< may be started as several ranks (src/ranks/ranks.h)
};

/// All commands, in the order of the help page; the first is meant where none is named.
std::span<const Command> commands();

/// An empty group of options with its heading, as wide as help pages are.
OptionGroup option_group(const char* heading);

/// An option with a value, and one that is on or off.
void add_option(OptionGroup& group, const char* name, const char* value_name, const char* meaning);
void add_switch(OptionGroup& group, const char* name, const char* meaning);

/// Finds the command that the arguments mean, parses its options and runs it. Returns the exit code. Throws UsageError
/// and what commands throw.
int run_command_line(int argc, const char* const* argv);

/// The command that the arguments mean, parsed. What run_command_line() runs; help and version are commands too.
struct ParsedCommand {
    Command command;
    Arguments arguments;
};
ParsedCommand parse_command_line(int argc, const char* const* argv);

/// What the exit codes mean, for help and man page.
std::string exit_code_lines();

/// The page that `hexscan --help` prints, and that of one command.
std::string help_page();
std::string help_page(const Command& command);

}  // namespace hexscan
