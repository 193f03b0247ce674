#pragma once

#include <vector>

#include "src/results/output_folder.h"
#include "src/scan/consumer.h"

namespace hexscan {

/// A consumer that leaves files.
class Output : public Consumer {
public:
    /// The files it will write, for OutputFolder::begin_run().
    virtual std::vector<AnnouncedFiles> files() const = 0;
};

}  // namespace hexscan
