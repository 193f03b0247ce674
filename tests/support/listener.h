#pragma once

#include <string>

#include "hexscan/observer.h"

namespace hexscan_test {

/// Collects warnings.
class Listener final : public hexscan::Observer {
public:
    void warn(std::string_view text) override { warnings.append(text).push_back('\n'); }

    std::string warnings;
};

}  // namespace hexscan_test
