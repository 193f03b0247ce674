#include <filesystem>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/files/description_text.h"
#include "src/machine/description/linuxcnc.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

constexpr std::size_t most_bytes = 1 << 20;

std::string content_of(const std::string& file,
                       const std::string& cure = "name a HAL file and an INI file of LinuxCNC") {
    std::string text = read_input_file(file, most_bytes, cure);
    if (text.size() > most_bytes)
        throw InputError(fmt::format("{}: is longer than {} bytes; {}", escaped(file), most_bytes, cure));
    if (const std::size_t at = find_unreadable(text); at != std::string::npos)
        throw InputError(fmt::format("{}: is not a text file (see byte {}); {}", escaped(file), at, cure));
    return text;
}

/// LinuxCNC looks for sourced files in the folder of the INI file.
LinuxCncImport import_of(const std::string& hal, const std::string& ini) {
    const auto sourced = [&](const std::string& name) {
        const std::string file = (std::filesystem::path(ini).parent_path() / name).string();
        return NamedText{content_of(file, fmt::format("{} sources this file, so put a HAL file of that name into the "
                                                      "folder of {}",
                                                      escaped(hal), escaped(ini))),
                         file};
    };
    const NamedText hal_text{content_of(hal), hal}, ini_text{content_of(ini), ini};
    try {
        LinuxCncImport import = read_linuxcnc(hal_text, ini_text, sourced);
        build_machine(import.description);
        return import;
    } catch (const DescriptionError& error) {
        throw InputError(fmt::format("{}, {}: do not describe a machine: {} {}", escaped(hal), escaped(ini),
                                     error.key(), error.problem()));
    }
}

int run_import(const Arguments& arguments) {
    if (arguments.words().size() != 2)
        throw UsageError("hexscan import takes two files, as in: hexscan import kinematics.hal hexapod.ini > my.yaml");
    const std::string& hal = arguments.words()[0];
    const std::string& ini = arguments.words()[1];
    const LinuxCncImport import = import_of(hal, ini);
    fmt::print("# Imported by hexscan from LinuxCNC's {} and {}.\n", escaped(hal), escaped(ini));
    for (const std::string& note : import.notes) {
        warn(note);
        fmt::print("# {}\n", note);
    }
    fmt::print("{}", description_text(import.description));
    return exit_code::done;
}

}  // namespace

Command import_command() {
    Command command;
    command.name = "import";
    command.purpose = "make a machine file from a LinuxCNC hexapod";
    command.word = "KINEMATICS.HAL HEXAPOD.INI";
    command.most_words = 2;
    command.explanation =
        "Prints a machine file for a hexapod that LinuxCNC runs with its kinematics module genhexkins. hexscan "
        "reads\nthe joints, spindle and tool offset from the HAL file and the files that the HAL file sources. It "
        "reads\nunits, home and strut lengths from the INI file. It lists missing values on standard error and at the "
        "top\nof the machine file. hexscan check --limits ini then prints axis limits that hold in every "
        "combination.\n";
    command.examples =
        "  hexscan import kinematics.hal hexapod.ini > hexapod.yaml\n"
        "  hexscan check hexapod.yaml --limits ini  [AXIS_X] MIN_LIMIT ... of the largest box that is proved\n";
    command.run = run_import;
    return command;
}

}  // namespace hexscan
