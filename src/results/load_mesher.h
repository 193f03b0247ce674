#pragma once

#include "src/results/mesher/mesher.h"

namespace hexscan {

/// The mesher of this hexscan, which stays loaded. Throws UsageError naming what to install where it was built without
/// one, or where what it needs is missing.
Mesher load_mesher();

}  // namespace hexscan
