#pragma once

#include <string>

namespace hexscan {

/// Something that the user of a machine file should know.
struct Finding {
    enum class Weight {
        fault,    ///< the machine cannot do what its own file requires
        warning,  ///< most likely a mistake
        note      ///< unusual, but intended in some machines
    };
    Weight weight = Weight::note;
    std::string code;  ///< for programs: lower-case words joined by hyphens
    std::string text;  ///< for people: one sentence or a few, in the units of the machine's file
};

}  // namespace hexscan
