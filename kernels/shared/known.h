#pragma once

namespace hexscan {

/// What is known of a limit wherever it was asked: all positions there keep it, none does, or nothing.
enum class Known { kept, lost, nothing };

}  // namespace hexscan
