#include <cstdio>
#include <exception>
#include <new>

#include "src/base/console.h"
#include "src/base/errors.h"
#include "src/base/interruption.h"
#include "src/commands/command.h"

namespace {

int fail(const char* message, int code) {
    hexscan::report(message);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace hexscan;
    try {
        end_on_interruption();
        const int code = run_command_line(argc, argv);
        // A full disk or a closed pipe behind standard output is an output failure too.
        if (std::fflush(stdout) != 0) return fail("standard output cannot be written", exit_code::device_or_output);
        return code;
    } catch (const Error& error) {
        return fail(error.what(), error.exit_code());
    } catch (const std::bad_alloc&) {
        return fail("out of memory; choose a smaller --grid", exit_code::device_or_output);
    } catch (const std::exception& error) {
        return fail(error.what(), exit_code::device_or_output);
    }
}
