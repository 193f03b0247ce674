#include "src/console/console_observer.h"

#include <utility>

#include "src/console/console.h"
#include "src/console/progress.h"

namespace hexscan {

void ConsoleObserver::warn(std::string_view text) { hexscan::warn(text); }

void ConsoleObserver::note(std::string_view text) {
    if (shows_progress_) report(text);
}

std::unique_ptr<Work> ConsoleObserver::begin(std::string what, std::int64_t total) {
    return std::make_unique<Progress>(std::move(what), total, shows_progress_);
}

}  // namespace hexscan
