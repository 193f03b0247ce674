#pragma once

/// What most files have of the standard library, to be precompiled. What inline functions of a precompiled header use
/// is instantiated again for every file that it is compiled into: here the special functions of <cmath>, which nobody
/// needs. GCC's library has a word for whether there are any.
#include <version>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
