#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "hexscan/machine.h"
#include "src/api/machine_inside.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/files/changed_text.h"
#include "src/files/machine_file.h"
#include "src/machine/description/description_numbers.h"

namespace hexscan {
namespace {

std::vector<DescriptionNumber> named_numbers(const MachineDescription& description, std::string_view key) {
    std::vector<DescriptionNumber> numbers = numbers_of(description, key);
    if (!numbers.empty()) return numbers;
    const std::vector<std::string> keys = number_keys(description);
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    throw InputError(fmt::format("{}: is no number of this machine; {}there are {}", key, did_you_mean(key, known),
                                 joined(keys, ", ")),
                     {.file = {}, .line = 0, .key = std::string(key)});
}

/// The number in the file's unit that reads as `si`, or as nearly as any does.
double in_units(const Units& units, double si, Dimension dimension) {
    const auto read = [&](double number) { return units.to_si(number, dimension); };
    const double number = units.from_si(si, dimension);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double near : {number, std::nextafter(number, -infinity), std::nextafter(number, infinity)})
        if (read(near) == si) return near;
    return number;
}

}  // namespace

std::vector<std::string> Hexapod::number_keys() const {
    return hexscan::number_keys(read_description(inside_->document));
}

std::vector<double> Hexapod::numbers(std::string_view key) const {
    MachineDescription description = read_description(inside_->document);
    std::vector<double> numbers;
    for (const DescriptionNumber& number : named_numbers(description, key)) {
        const double value = number_at(description, number.place);
        numbers.push_back(description.units.to_si(value, number.dimension));
    }
    return numbers;
}

Hexapod Hexapod::with_numbers(std::string_view key, std::span<const double> numbers) const {
    const PlatformDocument& document = inside_->document;
    MachineDescription description = read_description(document);
    const std::vector<DescriptionNumber> places = named_numbers(description, key);
    const ErrorFacts facts{.file = {}, .line = 0, .key = std::string(key)};
    if (numbers.size() != places.size() && numbers.size() != 1)
        throw InputError(
            fmt::format("{}: {} numbers are given; must be one, or {}", key, numbers.size(), places.size()), facts);
    const std::vector<std::string> parts = keys_of_every_leg(places);
    if (numbers.size() == 1 && parts.size() > 1)
        throw InputError(fmt::format("{}: names numbers that are not to be the same; give all {}, or one for {}", key,
                                     places.size(), joined(parts, " or ")),
                         facts);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double si = numbers[numbers.size() == 1 ? 0 : i];
        if (!std::isfinite(si))
            throw InputError(fmt::format("{}: is {}; must be a finite number", places[i].key, si), facts);
        number_at(description, places[i].place) = in_units(description.units, si, places[i].dimension);
    }
    return Hexapod(std::make_shared<const Inside>(
        PlatformDocument(changed_text(document, description), document.source_name(), document.folder())));
}

}  // namespace hexscan
