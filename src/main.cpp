#include <cstdio>
#include <exception>
#include <new>

#include "src/commands.h"
#include "src/device_error.h"
#include "src/interruption.h"
#include "src/output_error.h"

namespace {

int fail(const char* message, int code) {
    // Unlike fmt::print this never throws: standard error may be closed or full.
    std::fprintf(stderr, "hexscan: %s\n", message);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace hexscan;
    try {
        const int code = run_command(parse_options(argc, argv));
        // A full disk or a closed pipe behind standard output is an output failure too.
        if (std::fflush(stdout) != 0) return fail("standard output cannot be written", exit_code::device_or_output);
        return code;
    } catch (const UsageError& error) {
        return fail(error.what(), exit_code::bad_input);
    } catch (const PlatformError& error) {
        return fail(error.what(), exit_code::bad_input);
    } catch (const Interrupted& error) {
        return fail(error.what(), exit_code::interrupted);
    } catch (const std::bad_alloc&) {
        return fail("out of memory; choose a smaller --grid", exit_code::device_or_output);
    } catch (const std::exception& error) {
        return fail(error.what(), exit_code::device_or_output);
    }
}
