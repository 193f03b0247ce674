#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/console/exit_codes.h"
#include "src/files/installed_platforms.h"

/// Prints shell completion, generated from the commands and their options.
namespace hexscan {
namespace {

std::vector<std::string> option_names(const Command& command) {
    std::vector<std::string> names{"--help"};
    for (const OptionGroup& group : command.groups)
        for (const auto& option : group.options()) names.push_back("--" + option->long_name());
    return names;
}

/// The words between the bars of an option's value in the help, without placeholders in capitals. The result is empty
/// if there is no choice.
std::vector<std::string> choices_in(const std::string& value) {
    const std::vector<std::string_view> words = split(value, '|');
    std::vector<std::string> choices;
    for (const std::string_view word : words)
        if (std::none_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
            choices.emplace_back(word);
    return choices.size() > 1 ? choices : std::vector<std::string>{};
}

/// The allowed words of an option. The result is empty if its value is not one of a few words.
std::vector<std::string> choices_of(const boost::program_options::option_description& option) {
    return choices_in(option.format_parameter());
}

/// The choices of all commands, by option.
std::map<std::string, std::string> all_choices() {
    std::map<std::string, std::string> all;
    for (const Command& command : commands())
        for (const OptionGroup& group : command.groups)
            for (const auto& option : group.options())
                if (const auto choices = choices_of(*option); !choices.empty())
                    all["--" + option->long_name()] = joined(choices, " ");
    return all;
}

bool takes_platform(const Command& command) { return command.word.find("PLATFORM") != std::string::npos; }

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.push_back(command.name);
    return names;
}

std::string bash_script() {
    std::string cases, values;
    for (const auto& [option, choices] : all_choices())
        values += fmt::format("        {}) choices=\"{}\" ;;\n", option, choices);
    for (const Command& command : commands())
        cases += fmt::format("        {}) options=\"{}\"{} words=\"{}\" ;;\n", command.name,
                             joined(option_names(command), " "),
                             takes_platform(command) ? "" : " platforms=", joined(choices_in(command.word), " "));
    return fmt::format(
        "# bash completion of hexscan; zsh reads it after: autoload -U bashcompinit && bashcompinit\n"
        "_hexscan() {{\n"
        "    local word=${{COMP_WORDS[COMP_CWORD]}} options choices= commands=\"{}\" platforms=\"{}\"\n"
        "    local words= before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
        "    [ \"$word\" = = ] && word=\n"
        "    [ \"$before\" = = ] && before=${{COMP_WORDS[COMP_CWORD-2]}}\n"
        "    case $before in\n{}    esac\n"
        "    if [ -n \"$choices\" ]; then COMPREPLY=($(compgen -W \"$choices\" -- \"$word\")); return; fi\n"
        "    case ${{COMP_WORDS[1]}} in\n{}"
        "        *) options=\"{} --version\" ;;\n"
        "    esac\n"
        "    case $word in\n"
        "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
        "        *) if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\")); return; fi\n"
        "           COMPREPLY=($(compgen -f -- \"$word\"))\n"
        "           COMPREPLY+=($(compgen -W \"$platforms\" -- \"$word\"))\n"
        "           [ \"$COMP_CWORD\" -eq 1 ] && COMPREPLY+=($(compgen -W \"$commands\" -- \"$word\")) ;;\n"
        "    esac\n"
        "}}\n"
        "complete -o filenames -F _hexscan hexscan\n",
        joined(command_names(), " "), joined(installed_platform_names(), " "), values, cases,
        joined(option_names(commands().front()), " "));
}

/// A text in single quotes of a fish script.
std::string quoted(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return "'" + result + "'";
}

std::string fish_option(const boost::program_options::option_description& option) {
    const std::vector<std::string> choices = choices_of(option);
    const std::string values = choices.empty() ? "" : fmt::format(" -x -a {}", quoted(joined(choices, " ")));
    const std::string platforms = option.long_name() == "platform"
                                      ? fmt::format(" -r -a {}", quoted(joined(installed_platform_names(), " ")))
                                      : "";
    // "-q [ --quiet ]" or "--quiet"
    const std::string names = option.format_name();
    const std::string letter = names[1] == '-' ? "" : fmt::format("-s {} ", names[1]);
    return fmt::format("{}-l {}{}{} -d {}", letter, option.long_name(), values, platforms,
                       quoted(option.description()));
}

std::string fish_script() {
    std::string script =
        fmt::format("# fish completion of hexscan\ncomplete -c hexscan -n __fish_use_subcommand -a {}\n",
                    quoted(joined(installed_platform_names(), " ")));
    for (const Command& command : commands()) {
        script += fmt::format("complete -c hexscan -n __fish_use_subcommand -a {} -d {}\n", command.name,
                              quoted(command.purpose));
        if (const auto words = choices_in(command.word); !words.empty())
            script += fmt::format("complete -c hexscan -n '__fish_seen_subcommand_from {}' -f -a {}\n", command.name,
                                  quoted(joined(words, " ")));
        for (const OptionGroup& group : command.groups)
            for (const auto& option : group.options())
                script += fmt::format("complete -c hexscan -n '__fish_seen_subcommand_from {}' {}\n", command.name,
                                      fish_option(*option));
    }
    for (const OptionGroup& group : commands().front().groups)
        for (const auto& option : group.options())
            script += fmt::format("complete -c hexscan -n __fish_use_subcommand {}\n", fish_option(*option));
    return script;
}

int run_completion(const Arguments& arguments) {
    constexpr const char* allowed = "name a shell: bash, zsh or fish";
    const std::string shell = arguments.word().value_or("");
    if (shell == "bash" || shell == "zsh")
        fmt::print("{}", bash_script());
    else if (shell == "fish")
        fmt::print("{}", fish_script());
    else if (shell.empty())
        throw UsageError(fmt::format("hexscan completion: {}", allowed));
    else
        reject_value("hexscan completion", shell, allowed);
    return exit_code::done;
}

}  // namespace

Command completion_command() {
    Command command;
    command.name = "completion";
    command.purpose = "print the completion of options for bash, zsh or fish";
    command.word = "bash|zsh|fish";
    command.examples = "  source <(hexscan completion bash)\n";
    command.run = run_completion;
    return command;
}

}  // namespace hexscan
