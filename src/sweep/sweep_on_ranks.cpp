#include "src/sweep/sweep_on_ranks.h"

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/byte_stream.h"
#include "src/ranks/rank_messages.h"
#include "src/sweep/sweep_file/sweep_file_reader.h"
#include "src/sweep/sweep_file/sweep_ranges.h"

namespace hexscan {
namespace {

std::string message_of(const SweepFile& sweep) {
    ByteWriter bytes;
    for (const std::string* text : {&sweep.sweep_text, &sweep.sweep_source, &sweep.platform_text,
                                    &sweep.platform_source, &sweep.platform_folder, &sweep.identity})
        bytes.add_text(*text);
    return bytes.take();
}

}  // namespace

SweepFile sweep_of_ranks(const std::filesystem::path& file, Effort effort, Ranks& ranks, std::string& found) {
    if (ranks.rank() == 0) {
        SweepFile sweep = load_sweep(file);
        sweep.effort = effort;
        found = close_sweep(sweep);
        broadcast(ranks, message_of(sweep));
        return sweep;
    }
    const std::string bytes = broadcast(ranks, {});
    ByteReader reader(bytes);
    const std::string sweep_text(reader.next_text()), sweep_source(reader.next_text()),
        platform_text(reader.next_text()), platform_source(reader.next_text()), platform_folder(reader.next_text()),
        identity(reader.next_text());
    SweepFile sweep =
        parse_sweep(sweep_text, sweep_source, PlatformDocument(platform_text, platform_source, platform_folder));
    sweep.effort = effort;
    (void)close_sweep(sweep);
    if (sweep.identity != identity)
        throw InputError(
            fmt::format("the sweep on {} differs from that on rank 0's host; install the same hexscan and the same "
                        "pose files on all hosts",
                        ranks.host()));
    return sweep;
}

}  // namespace hexscan
