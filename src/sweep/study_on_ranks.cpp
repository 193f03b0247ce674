#include "src/sweep/study_on_ranks.h"

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/byte_stream.h"
#include "src/ranks/rank_messages.h"
#include "src/sweep/sweep_file/study_file.h"
#include "src/sweep/sweep_file/study_ranges.h"

namespace hexscan {
namespace {

std::string told(const SweepStudy& study) {
    ByteWriter bytes;
    for (const std::string* text : {&study.study_text, &study.study_source, &study.platform_text,
                                    &study.platform_source, &study.platform_folder, &study.identity})
        bytes.add_text(*text);
    return bytes.take();
}

}  // namespace

SweepStudy study_of_ranks(const std::filesystem::path& file, Ranks& ranks, std::string& found) {
    if (ranks.rank() == 0) {
        SweepStudy study = load_study(file);
        found = close_study(study);
        broadcast(ranks, told(study));
        return study;
    }
    const std::string bytes = broadcast(ranks, {});
    ByteReader reader(bytes);
    const std::string study_text(reader.next_text()), study_source(reader.next_text()),
        platform_text(reader.next_text()), platform_source(reader.next_text()), platform_folder(reader.next_text()),
        identity(reader.next_text());
    SweepStudy study =
        parse_study(study_text, study_source, PlatformDocument(platform_text, platform_source, platform_folder));
    (void)close_study(study);
    if (study.identity != identity)
        throw InputError(
            fmt::format("on {} this study is another one than on rank 0's host: install the same hexscan, and give "
                        "all hosts the same paths of poses",
                        ranks.host()));
    return study;
}

}  // namespace hexscan
