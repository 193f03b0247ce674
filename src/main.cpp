#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "src/base/console.h"
#include "src/base/errors.h"
#include "src/base/interruption.h"
#include "src/base/threads.h"
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
        end_on_lost_errors();
        end_on_interruption();
        use_startable_threads();
        const int code = run_command_line(argc, argv);
        // A full disk or a closed pipe behind standard output is an output failure too.
        if (std::fflush(stdout) != 0) return fail("standard output cannot be written", exit_code::device_or_output);
        return code;
    } catch (const Error& error) {
        return fail(error.what(), error.exit_code());
    } catch (const std::bad_alloc&) {
        return fail("out of memory; choose a smaller --grid", exit_code::device_or_output);
    } catch (const std::exception& error) {
        // Such as threads that cannot be started: the system says what failed but not why.
        return fail((std::string(error.what()) + "; a limit may be too low (ulimit -a)").c_str(),
                    exit_code::device_or_output);
    }
}
