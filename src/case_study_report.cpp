#include "src/case_study_report.h"

#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/atomic_file.h"
#include "src/output_error.h"

namespace hexscan {
namespace {

/// Text that is not UTF-8 must not cost the results of a run: what JSON cannot hold is replaced.
std::string json_text(const CaseStudy& study) {
    constexpr int indent = 2;
    return to_json(study).dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

void create_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw OutputError(fmt::format("{}: {}", folder.string(), error.message()));
}

}  // namespace

void write_case_study(const CaseStudy& study, const std::filesystem::path& folder) {
    create_folder(folder);
    write_whole_file(folder / "stages.json", json_text(study));
    write_whole_file(folder / "stages.csv", stages_csv(study));
    write_whole_file(folder / "stages.md", stages_markdown(study));
    write_whole_file(folder / "stages.svg", stages_svg(study));
}

}  // namespace hexscan
