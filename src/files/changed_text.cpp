#include "src/files/changed_text.h"

#include <yaml-cpp/yaml.h>

#include "src/files/description_text.h"
#include "src/files/shared_limit_keys.h"

namespace hexscan {

std::string changed_text(const PlatformDocument& document, const MachineDescription& description) {
    const std::string text = description_text(description);
    const YAML::Node before = YAML::Load(document.text()), machine = YAML::Load(text);
    YAML::Node beside(YAML::NodeType::Map);
    for (const auto& entry : before) {
        const std::string key = entry.first.as<std::string>();
        // The new text leaves out the default orientation_order, so the document's must not be copied into it.
        if (!machine[key] && key != "orientation_order") beside[key] = entry.second;
    }
    // Limits on legs can also be in `scan`. The new text already has them.
    if (beside["scan"] && beside["scan"].IsMap())
        for (const std::string_view key : keys_of_shared_limits()) beside["scan"].remove(std::string(key));
    return beside.size() == 0 ? text : text + YAML::Dump(beside) + "\n";
}

}  // namespace hexscan
