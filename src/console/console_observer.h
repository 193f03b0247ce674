#pragma once

#include "hexscan/observer.h"

namespace hexscan {

/// Writes to standard error. Warnings and notes are lines of their own; work is a progress bar on a terminal. If
/// `shows_progress` is false, notes and progress bars are omitted.
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
