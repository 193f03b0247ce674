#include "src/commands/default_folder.h"

#include <algorithm>
#include <string>

#include "src/base/ascii.h"
#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

/// The name of a machine as a folder name: lower-case letters and digits with hyphens in between.
std::string folder_name(const std::string& machine) {
    std::string name;
    for (const char c : machine) {
        if (ascii::is_letter_or_digit(c))
            name += ascii::lower(c);
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (name.ends_with('-')) name.pop_back();
    constexpr std::size_t longest = 60;
    return name.empty() ? "unnamed" : name.substr(0, longest);
}

/// A word that describes the scan, for the folder's name. The result is empty for a scan of one orientation.
std::string_view question_of(const ScanRequest& scan) {
    if (scan.questions.ask_for(MapKind::tilt)) return name_of(MapKind::tilt);
    return scan.workspace == WorkspaceKind::constant ? "" : name_of(scan.workspace);
}

}  // namespace

std::filesystem::path default_scan_folder(const std::optional<std::filesystem::path>& file, const Platform& platform,
                                          bool names_stage, std::string_view engine) {
    std::string name = file ? file->stem().string() : folder_name(platform.machine.name);
    // The name in a record may not be a valid file name.
    if (name.empty() || name == "." || name == "..") name = folder_name(platform.machine.name);
    std::string_view question = question_of(platform.scan);
    if (question.empty() && (names_stage || name == "case-study")) question = engine;
    if (!question.empty()) name.append("-").append(question);
    return std::filesystem::path("output") / name;
}

}  // namespace hexscan
