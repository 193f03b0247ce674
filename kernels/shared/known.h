#pragma once

namespace hexscan {

/// The knowledge about a limit at the tested positions: all of them satisfy it (`kept`), all of them violate it
/// (`lost`), or nothing is known.
enum class Known { kept, lost, nothing };

}  // namespace hexscan
