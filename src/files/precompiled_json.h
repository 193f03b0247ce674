#pragma once

#include <cstddef>

/// nlohmann's JSON to be precompiled. What a precompiled header uses is instantiated again for every file that it is
/// compiled into: here the whole parser, for the literal `"..."_json`, which nobody needs. Its body becomes a template
/// that nothing instantiates.
#define _json(text, size)   \
    _json(text, size);      \
    template <class Nobody> \
    nlohmann::json json_of_literal(text, size)
#include <nlohmann/json.hpp>
#undef _json
