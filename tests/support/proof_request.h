#pragma once

#include "src/check/proof.h"

namespace hexscan_test {

/// Requests a proof of this clearance, with tolerances for tests of machines of about a metre in size.
inline hexscan::ProofRequest asking(double clearance_m) {
    hexscan::ProofRequest request;
    request.clearance_m = clearance_m;
    request.tolerance_m = 1e-9;
    request.least_to_m = 1e-6;
    return request;
}

}  // namespace hexscan_test
