#pragma once

#include <vector>

#include "src/engines/consumer.h"
#include "src/results/output_folder.h"

namespace hexscan {

/// A consumer that leaves files.
class Output : public Consumer {
public:
    /// The files it will write, for OutputFolder::begin_run().
    virtual std::vector<AnnouncedFiles> files() const = 0;
};

}  // namespace hexscan
