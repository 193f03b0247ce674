#pragma once

#include <string>

/// Writes numbers, for people and for programs.
namespace hexscan {

/// Three significant digits without an exponent, but never fewer than the integer part has, and at most nine decimals.
/// "-" for infinity and NaN.
std::string three_digits(double value);

/// At most `count` significant digits, without trailing zeros and negative zero. For summaries and messages.
std::string significant(double value, int count);

/// Like significant(), for a finite number, but rounded up to a number that is at least `value`, or down to one that is
/// at most `value`.
std::string significant_no_less(double value, int count);
std::string significant_no_more(double value, int count);

/// Text for a volume: in litres, below a tenth of a litre in cm³, and below a tenth of a cm³ in mm³.
std::string volume_text(double volume_m3, int count);

/// Text with as many digits as are needed to read the same double back, without negative zero. For files.
std::string shortest(double value);

}  // namespace hexscan
