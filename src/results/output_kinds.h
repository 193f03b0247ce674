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

/// The word that disables an output.
inline constexpr std::string_view no_output = "none";

/// The user's choice of outputs: one word per option.
class RequestedOutputs {
public:
    void set(std::string_view option, std::string word) { words_[std::string(option)] = std::move(word); }
    /// The word that the user chose for the option, or the option's default word.
    std::string_view word(std::string_view option) const;
    bool want(std::string_view option) const { return word(option) != no_output; }

private:
    std::map<std::string, std::string, std::less<>> words_;
};

/// The inputs from which an output is made. All of them outlive the output.
struct OutputOrder {
    const Platform& platform;
    const ScanPlan& plan;  ///< plan of the platform's scan
    const RequestedOutputs& requested;
    std::filesystem::path folder;
};

struct OutputKind {
    std::string_view
        option{};  ///< Option on the command line, and its key in a record's "asked". Empty if the plan decides whether
                   ///< the output is made.
    std::string_view words{};     ///< Words of the option, as "bmp|png|none"; empty for a switch.
    std::string_view standard{};  ///< The word that applies if the user chooses none.
    std::string_view meaning{};   ///< The option's line in the help.
    std::string_view key{};       ///< Key of the findings in run.json; empty if the output has only lines and warnings.
    bool of_sets = true;          ///< False if the output needs a single orientation. A scan over a set of orientations
                                  ///< then makes it only if the user gives its option.
    /// Makes the output. Returns null if the order does not request it. Throws UsageError if the output does not
    /// support the plan.
    std::unique_ptr<Output> (*make)(const OutputOrder& order) = nullptr;
    /// Returns the reason why make() would fail, or "" if it would not. Called before any output is made. May be null.
    std::string (*problem)(const OutputOrder& order) = nullptr;
    /// Returns a notice for the user before the scan, or "" if there is none. May be null.
    std::string (*notice)(const OutputOrder& order) = nullptr;
};

/// All kinds of output, in the order of the help, of the record's keys and of the summary's lines.
std::span<const OutputKind> output_kinds();

/// The words that an option accepts, in its order. A switch has "on" and "none".
std::vector<std::string_view> words_of(const OutputKind& kind);

}  // namespace hexscan
