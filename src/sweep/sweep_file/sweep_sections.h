#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/files/yaml_reader.h"
#include "src/sweep/sweep_file/sweep_file.h"

/// The sections of a sweep file. Each is read into its part of the sweep, or throws InputError naming file, line, key
/// and what is allowed.
namespace hexscan {

/// `sampling`: how many machines there are between the ends of ranges.
Sampling read_sampling(const std::optional<Value>& value);

/// `vary`: the numbers that designs differ in. The sweep has its machine and its sampling.
void read_vary(const std::optional<Value>& value, SweepFile& sweep);

/// `tolerances`: the numbers that the same design differs in each time that it is built. `varies` says whether there
/// are several designs.
Tolerances read_tolerances(const Value& value, const MachineDescription& machine, bool varies);

/// `measure`: what is measured of each machine. The sweep has its requirements.
void read_measures(const Value& value, SweepFile& sweep);

/// `front`: what is to be as large, or as small, as it can. Without it every measure is to be large.
void read_front(const std::optional<Value>& value, SweepFile& sweep);

/// Numbers that a section can name at most: as many as the joints, axes and lengths of a whole machine have.
inline constexpr int most_sweep_numbers = 72;

/// Says that a key names no number; `known` do, and `others` are keys that may stand beside them.
[[noreturn]] void fail_unknown_number(const std::string& key, const Value& value, const std::vector<std::string>& known,
                                      std::initializer_list<std::string_view> others);

}  // namespace hexscan
