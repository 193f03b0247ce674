#include "src/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "src/base/text.h"

namespace hexscan {

/// Reads digits that this file wrote, whatever the locale.
static double number_of(const std::string& digits) { return parse_number<double>(digits).value(); }

std::string three_digits(double value) {
    if (!std::isfinite(value)) return "-";
    if (value == 0) return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    return fmt::format("{:.{}f}", value, std::clamp(2 - magnitude, 0, 9));
}

// Adding 0 turns -0 into 0, because the sign of a zero means nothing to a reader.
std::string significant(double value, int count) { return fmt::format("{:.{}g}", value + 0.0, count); }

std::string significant_no_less(double value, int count) {
    const std::string nearest = significant(value, count);
    if (number_of(nearest) >= value) return nearest;
    const double last_digit = std::pow(10, std::floor(std::log10(std::abs(value))) + 1 - count);
    return significant(number_of(nearest) + last_digit, count);
}

std::string significant_no_more(double value, int count) {
    const std::string mirrored = significant_no_less(-value, count);
    return significant(-number_of(mirrored), count);
}

std::string volume_text(double volume_m3, int count) {
    constexpr double litre_m3 = 1e-3, cm3_m3 = 1e-6, mm3_m3 = 1e-9;
    if (volume_m3 == 0 || volume_m3 >= 0.1 * litre_m3) return significant(volume_m3 / litre_m3, count) + " litres";
    if (volume_m3 >= 0.1 * cm3_m3) return significant(volume_m3 / cm3_m3, count) + " cm³";
    return significant(volume_m3 / mm3_m3, count) + " mm³";
}

std::string shortest(double value) { return fmt::format("{}", value + 0.0); }

}  // namespace hexscan
