#include "src/files/other_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace hexscan {
namespace {

/// A key or a word, and other names for it, in small letters and without marks between words.
struct OtherNames {
    std::string_view word;
    std::vector<std::string_view> names;
};

std::span<const OtherNames> all_names() {
    static const std::array names{
        OtherNames{"min", {"minlength", "lengthmin", "lmin", "minimum", "shortest", "retracted", "lower"}},
        OtherNames{"max", {"maxlength", "lengthmax", "lmax", "maximum", "longest", "extended", "upper"}},
        OtherNames{"travel", {"stroke", "minlength", "lengthmin", "maxlength", "lengthmax", "min", "max", "range"}},
        OtherNames{"rod",
                   {"rodlength", "rods", "link", "linklength", "coupler", "couplerlength", "leglength", "length"}},
        OtherNames{"arm", {"armlength", "arms", "horn", "hornlength", "crank", "cranklength", "servoarm"}},
        OtherNames{"angle", {"angles", "anglerange", "servorange", "limits", "min", "max", "range", "travel"}},
        OtherNames{"rail", {"direction", "raildirection", "railaxis"}},
        OtherNames{"azimuth", {"angle", "offset", "rotation", "phase", "servoangle", "direction", "beta"}},
        OtherNames{"kind", {"type", "legtype", "actuator"}},
        OtherNames{"joints", {"points", "positions", "anchors", "vertices", "coordinates"}},
        OtherNames{"radius", {"r", "circle", "circleradius"}},
        OtherNames{"max_tilt", {"tilt", "tiltmax", "maxangle", "jointangle"}},
        OtherNames{"pair_distance", {"distance", "jointdistance", "spacing", "pairspacing"}},
        OtherNames{"height", {"z", "offset"}},
        OtherNames{"orientation_order", {"order", "eulerorder", "rotationorder", "angleorder", "convention"}},
        OtherNames{"base", {"bottom", "baseplate", "fixed"}},
        OtherNames{"platform", {"top", "topplate", "moving", "mobile"}},
        OtherNames{"legs", {"leg", "actuators", "struts", "limbs"}},
        OtherNames{"home", {"homepose", "rest", "neutral", "start"}},
        OtherNames{"tool", {"tcp", "toolcenterpoint", "pivot"}},
        OtherNames{"scan", {"grid", "workspace"}},
        OtherNames{"roll", {"a", "rx", "phi"}},
        OtherNames{"pitch", {"b", "ry", "theta"}},
        OtherNames{"yaw", {"c", "rz", "psi"}},
        OtherNames{"telescopic",
                   {"linear", "linearactuator", "prismatic", "ups", "sps", "6ups", "6sps", "cylinder", "hydraulic",
                    "electric", "strut", "gough", "stewart"}},
        OtherNames{"slider", {"pus", "pss", "6pus", "6pss", "linearrail", "linearguide", "carriage", "hexaglide"}},
        OtherNames{"rotary",
                   {"servo", "servos", "motor", "arm", "arms", "crank", "revolute", "rss", "rus", "6rss", "6rus"}},
        OtherNames{"zyx", {"rpy", "ypr", "yawpitchroll"}},
        OtherNames{"clearance", {"distance", "margin"}},
        OtherNames{"constant", {"single", "translation", "fixed"}},
        OtherNames{"total", {"every", "all"}},
        OtherNames{"inclusive", {"any", "some", "maximal", "reachable"}}};
    return names;
}

std::string plain(std::string_view name) {
    std::string letters;
    for (const char byte : name)
        if (byte != '_' && byte != '-' && byte != ' ')
            letters += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    return letters;
}

}  // namespace

std::optional<std::string_view> word_meant_by(std::string_view name, std::span<const std::string_view> known) {
    const std::string letters = plain(name);
    for (const std::string_view word : known)
        if (plain(word) == letters) return word;
    for (const auto& [word, names] : all_names())
        if (std::ranges::find(names, letters) != names.end() && std::ranges::find(known, word) != known.end())
            return word;
    return std::nullopt;
}

}  // namespace hexscan
