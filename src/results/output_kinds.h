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

/// What a scan can leave. Each kind is one file of this folder and one line of outputs.def.
namespace hexscan {

/// The word that leaves an output out.
inline constexpr std::string_view no_output = "none";

/// What is said of outputs, by option: a word of it.
class OutputWishes {
public:
    void set(std::string_view option, std::string word) { words_[std::string(option)] = std::move(word); }
    /// What is said of the option, or else its standard word.
    std::string_view word(std::string_view option) const;
    bool want(std::string_view option) const { return word(option) != no_output; }

private:
    std::map<std::string, std::string, std::less<>> words_;
};

/// What an output is made of. All of it outlives the output.
struct OutputOrder {
    const Platform& platform;
    const ScanPlan& plan;  ///< of that platform
    const OutputWishes& wishes;
    std::filesystem::path folder;
};

struct OutputKind {
    std::string_view
        option{};  ///< its option on the command line and its key in a record's "asked"; empty: the plan asks for it
    std::string_view words{};     ///< what the option may say, "bmp|png|none"; empty: a switch
    std::string_view standard{};  ///< the word where nothing is said
    std::string_view meaning{};   ///< of the option, for help
    std::string_view key{};       ///< in run.json of what it tells; empty: its lines and warnings are all
    bool of_sets = true;          ///< else of one orientation only: not asked again of a set that takes its place
    /// Null where the order does not ask for it. Throws UsageError where it cannot be made of that plan.
    std::unique_ptr<Output> (*make)(const OutputOrder& order) = nullptr;
    /// Why the output would not be made, before anything is; empty: it would be. May be null.
    std::string (*problem)(const OutputOrder& order) = nullptr;
    /// What a user should know before the scan; empty: nothing. May be null.
    std::string (*notice)(const OutputOrder& order) = nullptr;
};

/// All of them, in the order of the help page, of the record's keys and of the summary's lines.
std::span<const OutputKind> output_kinds();

/// The words of an option, in its order: of a switch "on" and "none".
std::vector<std::string_view> words_of(const OutputKind& kind);

}  // namespace hexscan
