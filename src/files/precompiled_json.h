#pragma once

#include <cstddef>

/// nlohmann's JSON as a precompiled header. Every file that uses such a header instantiates again what the header
/// itself instantiates. For the literal `"..."_json`, which nobody uses, this would be the whole parser. The macro
/// turns the literal's body into a template that nothing instantiates.
#define _json(text, size)   \
    _json(text, size);      \
    template <class Nobody> \
    nlohmann::json json_of_literal(text, size)
#include <nlohmann/json.hpp>
#undef _json
