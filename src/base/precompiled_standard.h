#pragma once

/// The standard headers that most files use, to be precompiled. Every file that uses a precompiled header compiles the
/// header's inline functions again. So the special functions of <cmath>, which no file needs, are left out: GCC's
/// library declares them only if the macro below is defined.
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
