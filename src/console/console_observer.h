#pragma once

#include "hexscan/observer.h"

namespace hexscan {

/// Tells standard error: warnings and, unless it is to show no progress, notes as lines of their own, work as a
/// progress bar where somebody may be looking.
class ConsoleObserver final : public Observer {
public:
    explicit ConsoleObserver(bool shows_progress = true) : shows_progress_(shows_progress) {}

    void warn(std::string_view text) override;
    void note(std::string_view text) override;
    std::unique_ptr<Work> begin(std::string what, std::int64_t total) override;

private:
    bool shows_progress_;
};

}  // namespace hexscan
