#pragma once

namespace hexscan {

/// The knowledge of a limit for tested positions: all of them keep it, none does, or nothing is known.
enum class Known { kept, lost, nothing };

}  // namespace hexscan
