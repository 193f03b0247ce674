#pragma once

#include <string>

/// How numbers are written, for people and for programs.
namespace hexscan {

/// Three significant digits without an exponent, and "-" for what is not a number.
std::string three_digits(double value);

/// At most `count` significant digits, no trailing zeros, no negative zero: for summaries and messages.
std::string significant(double value, int count);

/// The same of a finite number, rounded to the side that is asked: no less than `value`, or no more.
std::string significant_no_less(double value, int count);
std::string significant_no_more(double value, int count);

/// As many digits as it takes to read the same double back; no negative zero: for files.
std::string shortest(double value);

}  // namespace hexscan
