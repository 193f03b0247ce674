#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/results/output.h"
#include "src/scan/plan.h"

/// The kinds of output that a scan can write. Each kind is one file of this folder and one line of outputs.def.
namespace hexscan {

/// The word with which the user leaves an output out.
inline constexpr std::string_view no_output = "none";

/// The user's choice of outputs: for each option one of its words.
class RequestedOutputs {
public:
    void set(std::string_view option, std::string word) { words_[std::string(option)] = std::move(word); }
    /// The word that the user chose for the option, or the option's standard word.
    std::string_view word(std::string_view option) const;
    bool want(std::string_view option) const { return word(option) != no_output; }

private:
    std::map<std::string, std::string, std::less<>> words_;
};

/// The inputs of an output. All of them outlive the output.
struct OutputOrder {
    const Platform& platform;
    const ScanPlan& plan;  ///< plan of that platform
    const RequestedOutputs& requested;
    std::filesystem::path folder;
};

struct OutputKind {
    std::string_view
        option{};  ///< Option on the command line and key in a record's "asked"; empty if the plan decides instead.
    std::string_view words{};     ///< Words of the option, as "bmp|png|none"; empty for a switch.
    std::string_view standard{};  ///< Word that applies if the user gives none.
    std::string_view meaning{};   ///< The option's line in the help.
    std::string_view key{};       ///< Key of the findings in run.json; empty if the output has only lines and warnings.
    bool of_sets = true;          ///< False if it needs a single orientation; over a set only its option requests it.
    /// Makes the output. Returns null if the order does not request it. Throws UsageError if the output does not
    /// support the plan.
    std::unique_ptr<Output> (*make)(const OutputOrder& order) = nullptr;
    /// Returns the reason why make() would fail, or "". Called before any output is made. The pointer may be null.
    std::string (*problem)(const OutputOrder& order) = nullptr;
    /// Returns a notice for the user before the scan, or "". The pointer may be null.
    std::string (*notice)(const OutputOrder& order) = nullptr;
};

/// All kinds of output, in the order of the help, of the record's keys and of the summary's lines.
std::span<const OutputKind> output_kinds();

/// The words that an option accepts, in its order. A switch has "on" and "none".
std::vector<std::string_view> words_of(const OutputKind& kind);

}  // namespace hexscan
