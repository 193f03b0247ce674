#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "hexscan/machine.h"
#include "src/api/machine_inside.h"
#include "src/base/infinity.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/files/changed_text.h"
#include "src/files/machine_file.h"
#include "src/machine/description/description_numbers.h"

namespace hexscan {
namespace {

ErrorFacts facts_of(std::string_view key) { return {.file = {}, .line = 0, .key = std::string(key)}; }

std::vector<DescriptionNumber> named_numbers(const MachineDescription& description, std::string_view key) {
    std::vector<DescriptionNumber> numbers = numbers_of(description, key);
    if (!numbers.empty()) return numbers;
    const std::vector<std::string> keys = number_keys(description);
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    throw InputError(fmt::format("{}: is not the name of a number of this machine; {}the names are {}", key,
                                 did_you_mean(key, known), joined(keys, ", ")),
                     facts_of(key));
}

/// The number in the file's unit that converts to `si`, or to the nearest possible value.
double in_units(const Units& units, double si, Dimension dimension) {
    const auto read = [&](double number) { return units.to_si(number, dimension); };
    const double number = units.from_si(si, dimension);
    for (const double near : {number, std::nextafter(number, -infinity), std::nextafter(number, infinity)})
        if (read(near) == si) return near;
    return number;
}

/// Throws unless `given` numbers can be assigned to these places.
void require_count(std::string_view key, const std::vector<DescriptionNumber>& places, std::size_t given) {
    const bool one_is_enough = may_be_the_same(places);
    if (given == places.size() || (given == 1 && one_is_enough)) return;
    if (given != 1)
        throw InputError(fmt::format("{}: {} numbers are given; must be {}{}", key, given,
                                     one_is_enough && places.size() > 1 ? "one, or " : "", places.size()),
                         facts_of(key));
    const std::vector<std::string> parts = keys_of_every_leg(places);
    throw InputError(fmt::format("{}: names several different numbers; give all {}{}{}", key, places.size(),
                                 parts.empty() ? "" : ", or one for ", joined(parts, " or ")),
                     facts_of(key));
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

bool Hexapod::takes_one_number(std::string_view key) const {
    return may_be_the_same(named_numbers(read_description(inside_->document), key));
}

Hexapod Hexapod::with_numbers(std::string_view key, std::span<const double> numbers) const {
    const PlatformDocument& document = inside_->document;
    MachineDescription description = read_description(document);
    const std::vector<DescriptionNumber> places = named_numbers(description, key);
    require_count(key, places, numbers.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double si = numbers[numbers.size() == 1 ? 0 : i];
        if (!std::isfinite(si))
            throw InputError(fmt::format("{}: is {}; must be a finite number", places[i].key, si), facts_of(key));
        number_at(description, places[i].place) = in_units(description.units, si, places[i].dimension);
    }
    PlatformDocument changed(changed_text(document, description), document.source_name(), document.folder());
    changed.keep(document.kept_poses());
    return Hexapod(std::make_shared<const Inside>(std::move(changed)));
}

}  // namespace hexscan
