#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/files/yaml_reader.h"
#include "src/sweep/sweep_file/sweep_file.h"

/// The sections of a sweep file. Each function reads one section into its part of the sweep. It throws InputError that
/// names file, line, key and what is allowed.
namespace hexscan {

/// `sampling`: how designs are chosen from the values and ranges under `vary`. Without this section, all combinations.
Sampling read_sampling(const std::optional<Value>& value);

/// `vary`: the numbers in which designs differ. The sweep's machine and sampling must be read before.
void read_vary(const std::optional<Value>& value, SweepFile& sweep);

/// `tolerances`: the numbers in which copies of the same design differ. `varies` is true if the sweep file has `vary`;
/// a design then has 1 sample unless `samples` says otherwise, else 1000.
Tolerances read_tolerances(const Value& value, const MachineDescription& machine, bool varies);

/// `measure`: the measures of each machine. The sweep's requirements must be read before.
void read_measures(const Value& value, SweepFile& sweep);

/// `front`: the objectives and their directions. Without this section every measure is an objective, in the direction
/// of its kind.
void read_front(const std::optional<Value>& value, SweepFile& sweep);

/// Largest number of keys under `vary`, and of single numbers that scatter. The joints and axes of a machine have 72
/// coordinates.
inline constexpr int most_sweep_numbers = 72;

/// Throws an InputError for a key that names no number. `known` are the keys that name numbers, and `others` are the
/// other allowed keys.
[[noreturn]] void fail_unknown_number(const std::string& key, const Value& value, const MachineDescription& machine,
                                      const std::vector<std::string>& known,
                                      std::initializer_list<std::string_view> others);

/// A key of the machine's file for examples in messages. One value can set all numbers that it names.
std::string example_key(const MachineDescription& machine);

}  // namespace hexscan
