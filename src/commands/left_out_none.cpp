#include "src/commands/left_out.h"

#include <fmt/format.h>

#include "src/base/text.h"

namespace hexscan {

UsageError built_without(const LeftOut& part, const std::string& asked) {
    return UsageError(fmt::format(
        "{}: this hexscan is built without {}; build it with cmake -D{}=ON, or ask scripts/run.sh, which does",
        escaped(asked), part.what, part.option));
}

Command command_without(const LeftOut& part, const char* name) {
    Command command;
    command.name = name;
    command.purpose = fmt::format("(this hexscan is built without {})", part.what);
    command.explanation = fmt::format(
        "This hexscan is built without {}: cmake -D{}=ON builds it in,\n"
        "and so does scripts/run.sh where it is asked for.\n",
        part.what, part.option);
    command.missing = built_without(part, fmt::format("hexscan {}", name)).what();
    return command;
}

}  // namespace hexscan
