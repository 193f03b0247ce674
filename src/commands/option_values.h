#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/study/occupancy_model.h"

/// The forms that option values take. Each parser throws UsageError that names the option and what is allowed.
namespace hexscan {

/// Ends with "--option value: allowed".
[[noreturn]] void reject_value(std::string_view option, std::string_view value, std::string_view allowed);

/// The same of a word that must be of `known`, with the nearest of them.
[[noreturn]] void reject_word(std::string_view option, const std::string& word, std::span<const std::string_view> known,
                              std::string_view allowed);

/// `count` finite numbers between separators.
std::vector<double> parse_numbers(std::string_view option, std::string_view text, char separator, std::size_t count,
                                  std::string_view allowed);
/// The same for whole numbers.
std::vector<int> parse_integers(std::string_view option, std::string_view text, char separator, std::size_t count,
                                std::string_view allowed);

/// A whole number of repeats, 1 to a million.
int parse_repeat(const std::string& text);

/// A compute capability that the occupancy model knows, such as 8.6: the value of --compute-capability.
ComputeCapability parse_capability(const std::string& text);

/// A path that is not empty.
std::filesystem::path parse_path(std::string_view option, const std::string& text);

/// --page of a sweep: html or none; whether a page is wanted.
bool parse_page(const std::string& text);

/// --image of a sweep: png or none; whether images are wanted.
bool parse_sweep_images(const std::string& text);

}  // namespace hexscan
