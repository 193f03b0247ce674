#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

/// The commands of hexscan. Each is one file of this folder and one line of commands.def. A command owns its options
/// and accepts no others.
namespace hexscan {

/// The options and words given to a command. They are checked against what the command accepts.
class Arguments {
public:
    Arguments(boost::program_options::variables_map values, std::vector<std::string> words,
              std::vector<std::string> command_line)
        : values_(std::move(values)), words_(std::move(words)), command_line_(std::move(command_line)) {}

    /// The value of an option, or nullopt.
    std::optional<std::string> text(const char* option) const {
        if (values_.count(option) == 0) return std::nullopt;
        return values_[option].as<std::string>();
    }
    /// The value of an option, converted by `parse`, or nullopt.
    template <class Parse>
    auto parsed(const char* option, Parse parse) const -> std::optional<decltype(parse(std::string{}))> {
        const auto given = text(option);
        if (!given) return std::nullopt;
        return parse(*given);
    }
    /// True if a switch is on. A switch that the command does not have is off.
    bool on(const char* name) const { return values_.count(name) != 0 && values_[name].as<bool>(); }
    /// The words that belong to no option.
    const std::vector<std::string>& words() const { return words_; }
    /// These arguments with other words.
    Arguments with_words(std::vector<std::string> words) const { return {values_, std::move(words), command_line_}; }
    /// The first word, or nullopt.
    std::optional<std::string> word() const { return words_.empty() ? std::nullopt : std::optional(words_.front()); }
    /// The program's whole command line, for records.
    const std::vector<std::string>& command_line() const { return command_line_; }

private:
    boost::program_options::variables_map values_;
    std::vector<std::string> words_;
    std::vector<std::string> command_line_;
};

/// Switches and options with a value, under a heading of the help page.
using OptionGroup = boost::program_options::options_description;

struct Command {
    std::string name;
    std::string purpose;  ///< one line for the list of commands
    std::string word;     ///< meaning of a word without an option, for example "[PLATFORM]"; empty: no word is accepted
    std::size_t most_words = 1;
    bool takes_numbers = false;  ///< words may be numbers, which begin with a minus sign if they are below 0
    std::string explanation;     ///< a paragraph for the command's own help page; may be empty
    std::vector<OptionGroup> groups;
    std::string examples;                      ///< part of the help page
    std::function<int(const Arguments&)> run;  ///< returns the exit code
    bool shares_work = false;                  ///< true: it may run as several ranks of mpirun (src/ranks/ranks.h)
};

/// All commands, in the order of the help page. The first is the default.
std::span<const Command> commands();

/// An empty group of options with its heading, as wide as help pages.
OptionGroup option_group(const char* heading);

/// Add an option with a value, or a switch.
void add_option(OptionGroup& group, const char* name, const char* value_name, const char* meaning);
void add_switch(OptionGroup& group, const char* name, const char* meaning);

/// Finds the command in the arguments, parses its options and runs it. Returns the exit code. Throws UsageError and the
/// command's errors.
int run_command_line(int argc, const char* const* argv);

/// The parsed command that run_command_line() runs. Help and version are commands too.
struct ParsedCommand {
    Command command;
    Arguments arguments;
};
ParsedCommand parse_command_line(int argc, const char* const* argv);

/// The meanings of the exit codes, for help and man page.
std::string exit_code_lines();

/// The page that `hexscan --help` prints, and the help page of one command.
std::string help_page();
std::string help_page(const Command& command);

}  // namespace hexscan
