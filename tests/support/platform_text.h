#pragma once

#include <string>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/machine_file.h"
#include "src/files/platform_file.h"

/// A machine file as text, to be read unchanged or with single changes.
namespace hexscan_test {

/// A valid file with one key per line, for tests that change a single value.
inline const std::string valid_text = R"(name: example
units: {length: m, angle: deg}
base:
  radius: 1.0
  spread: 20
  azimuth: 0
platform:
  radius: 0.6
  spread: 20
  azimuth: 60
legs:
  min: 1.2
  max: 1.9
scan:
  x: {from: -1, to: 1, points: 11}
  y: {from: -1, to: 1, points: 12}
  z: {from: 0.8, to: 2, slices: 13}
)";

/// The text with the first `old_part` replaced.
inline std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
    const auto at = text.find(old_part);
    EXPECT_NE(at, std::string::npos) << old_part;
    return at == std::string::npos ? text : text.replace(at, old_part.size(), new_part);
}

/// The valid file with one change.
inline std::string with(const std::string& old_part, const std::string& new_part) {
    return replaced(valid_text, old_part, new_part);
}

inline hexscan::Platform parsed(const std::string& text) { return hexscan::parse_platform(text, "test.yaml"); }

inline hexscan::MachineDescription description_in(const std::string& text) {
    return hexscan::read_description(hexscan::PlatformDocument(text, "test.yaml"));
}

/// A machine file in millimetres and degrees, whose other keys are in `text`.
inline std::string in_mm(const std::string& text) { return "name: a\nunits: {length: mm, angle: deg}\n" + text; }

inline hexscan::MachineDescription description_in_mm(const std::string& text) { return description_in(in_mm(text)); }

/// The error message for the text, or "accepted".
inline std::string error_of(const std::string& text) {
    try {
        parsed(text);
    } catch (const hexscan::InputError& error) {
        return error.what();
    }
    return "accepted";
}

/// The report's words with single spaces between them. The values in it decide where its lines break.
inline std::string without_line_breaks(const std::string& report) {
    std::string words;
    for (const char byte : report) {
        const bool space = byte == ' ' || byte == '\n';
        if (!space || (!words.empty() && words.back() != ' ')) words += space ? ' ' : byte;
    }
    return words;
}

/// A list of six equal items.
inline std::string six(const std::string& item) {
    return "[" + item + ", " + item + ", " + item + ", " + item + ", " + item + ", " + item + "]";
}

}  // namespace hexscan_test
