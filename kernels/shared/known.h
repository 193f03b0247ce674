#pragma once

namespace hexscan {

/// The knowledge of a limit at tested positions: all of them keep it, none of them keeps it, or nothing is known.
enum class Known { kept, lost, nothing };

}  // namespace hexscan
