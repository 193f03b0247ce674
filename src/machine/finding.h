#pragma once

#include <string>

namespace hexscan {

/// Something that a user should know about a machine.
struct Finding {
    enum class Weight {
        fault,    ///< the machine cannot do what its own file says
        warning,  ///< most likely a mistake
        note      ///< unusual, and right for some machines
    };
    Weight weight = Weight::note;
    std::string code;  ///< for programs: lower-case words with hyphens
    std::string text;  ///< for people: one sentence or a few, in the units of the machine's file
};

}  // namespace hexscan
