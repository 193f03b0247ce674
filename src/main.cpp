#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "hexscan/errors.h"
#include "src/commands/command.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/console/interruption.h"
#include "src/console/option_words.h"
#include "src/device/devices.h"
#include "src/ranks/ranks.h"
#include "src/ranks/run_together.h"
#include "src/system/memory.h"
#include "src/system/refusal.h"
#include "src/system/threads.h"

namespace {

using namespace hexscan;

constexpr const char* no_standard_output = "standard output cannot be written";
constexpr const char* this_is_a_bug = "; this is a bug in hexscan";

/// Takes a view, because there may be no memory for a string.
int fail(std::string_view message, int code) {
    report(message);
    return code;
}

void report_device_error(const char* error, const char* call) noexcept { report(std::string(error) + " from " + call); }

/// Says what ended the program. Returns the exit code.
int fail_with(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& e) {
        const char* const bug = e.kind() == ErrorKind::internal ? this_is_a_bug : "";
        return fail(e.what() + std::string(option_words(e.facts())) + bug, exit_code::of(e.kind()));
    } catch (const std::bad_alloc&) {
        return fail(out_of_memory, exit_code::device_or_output);
    } catch (const std::system_error& e) {
        if (std::ferror(stdout) != 0) return fail(no_standard_output, exit_code::device_or_output);
        return fail(refusal_of(e).what(), exit_code::of(ErrorKind::system));
    } catch (const std::exception& e) {
        return fail(std::string(e.what()) + this_is_a_bug, exit_code::of(ErrorKind::internal));
    }
}

/// A full disk or a closed pipe behind standard output is an output failure too.
int run(int argc, char** argv) {
    const int code = run_command_line(argc, argv);
    if (std::fflush(stdout) != 0) throw OutputError(no_standard_output);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    if (!open_standard_descriptors()) return exit_code::device_or_output;
    try {
        end_on_lost_errors();
        end_on_interruption();
        on_lost_device_error(report_device_error);
        Ranks& ranks = process_ranks();
        // Only rank 0 prints. A process without others is rank 0, whatever the environment says.
        if (ranks.rank() != 0) silence_this_process();
        ReadyThreads threads(ranks.core_share());
        const int code = run_together(
            ranks, [&] { return threads.execute([&] { return run(argc, argv); }); }, fail_with);
        // A launcher that sees the first process end with an error interrupts those that end a moment later. Those
        // processes must not report the interruption.
        if (ranks.count() > 1) silence_this_process();
        ranks.finish();
        return code;
    } catch (...) {
        return fail_with(std::current_exception());
    }
}
