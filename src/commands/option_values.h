#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/effort.h"
#include "src/commands/command.h"
#include "src/study/occupancy_model.h"

/// The forms of option values. Each parser throws UsageError that names the option and the allowed form.
namespace hexscan {

/// The value of an option that turns something off.
inline constexpr std::string_view none_word = "none";

/// Throws UsageError with the message "--option value: allowed".
[[noreturn]] void reject_value(std::string_view option, std::string_view value, std::string_view allowed);

/// Does the same for a word that is not in `known`. The message suggests the nearest one.
[[noreturn]] void reject_word(std::string_view option, const std::string& word, std::span<const std::string_view> known,
                              std::string_view allowed);

/// Reads `count` finite numbers between separators.
std::vector<double> parse_numbers(std::string_view option, std::string_view text, char separator, std::size_t count,
                                  std::string_view allowed);
/// Reads `count` whole numbers between separators.
std::vector<int> parse_integers(std::string_view option, std::string_view text, char separator, std::size_t count,
                                std::string_view allowed);

/// Reads a whole number of repeats, 1 to a million.
int parse_repeat(const std::string& text);

/// Reads --effort: a whole number, 1 to Effort::most. The default is 1.
Effort effort_given(const Arguments& arguments);
void add_effort_option(OptionGroup& group);

/// A compute capability that the occupancy model knows, such as 8.6: the value of --compute-capability.
ComputeCapability parse_capability(const std::string& text);

/// Reads a path that is not empty.
std::filesystem::path parse_path(std::string_view option, const std::string& text);

/// Reads --page of a sweep, html or none. True for html.
bool parse_page(const std::string& text);

/// Reads --image of a sweep, png or none. True for png.
bool parse_sweep_images(const std::string& text);

}  // namespace hexscan
