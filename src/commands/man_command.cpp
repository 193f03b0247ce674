#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/version.h"
#include "src/commands/command.h"
#include "src/console/exit_codes.h"

/// Prints the man page, generated from the commands and their options.
namespace hexscan {
namespace {

/// Text that troff shows unchanged.
std::string troff(const std::string& text) {
    std::string result;
    bool at_line_start = true;
    for (const char c : text) {
        if (at_line_start && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
        at_line_start = c == '\n';
    }
    return result;
}

std::string option_entry(const boost::program_options::option_description& option) {
    return fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", troff(option.format_name()), troff(option.format_parameter()),
                       troff(option.description()));
}

std::string command_section(const Command& command) {
    std::string text = fmt::format(".SS hexscan {} {}\n{}\n", command.name, troff(command.word),
                                   troff(command.explanation.empty() ? command.purpose : command.explanation));
    for (const OptionGroup& group : command.groups)
        for (const auto& option : group.options()) text += option_entry(*option);
    if (!command.examples.empty()) text += fmt::format(".PP\n.nf\n{}.fi\n", troff(command.examples));
    return text;
}

int run_man(const Arguments&) {
    fmt::print(".TH HEXSCAN 1 \"\" \"hexscan {}\"\n.SH NAME\nhexscan \\- {}\n", version,
               "scan what a Stewart\\-Gough platform (hexapod) can reach");
    fmt::print(".SH SYNOPSIS\n.B hexscan\n[\\fICOMMAND\\fR] [\\fIoptions\\fR]\n");
    fmt::print(".SH COMMANDS\nWithout a command, hexscan scans.\n");
    for (const Command& command : commands()) fmt::print("{}", command_section(command));
    fmt::print(".SH EXIT STATUS\n{}", exit_code_lines());
    return exit_code::done;
}

}  // namespace

Command man_command() {
    Command command;
    command.name = "man";
    command.purpose = "print the man page";
    command.examples = "  hexscan man | man -l -\n";
    command.run = run_man;
    return command;
}

}  // namespace hexscan
