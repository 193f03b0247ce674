#pragma once

#include "src/files/json_fields.h"
#include "src/scan/request.h"

namespace hexscan {

/// A request in SI for a run's record. Every double reads back the same.
nlohmann::json request_json(const ScanRequest& request);

/// The inverse of request_json(). Throws InputError naming the field.
ScanRequest request_from_json(const JsonField& field);

}  // namespace hexscan
