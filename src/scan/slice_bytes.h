#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/scan/field.h"
#include "src/scan/rows/runs.h"

/// Slices as bytes, for ranks that send each other what they scanned. Every number arrives as it is. What reads throws
/// InternalError where the bytes end too early.
namespace hexscan {

/// A slice's runs as bytes, and back.
std::string slice_bytes(const WorkspaceSlice& slice);
WorkspaceSlice slice_from_bytes(std::string_view bytes);

/// The maps of a slice as bytes, and back.
std::string field_bytes(const std::vector<SliceField>& fields);
std::vector<SliceField> fields_from_bytes(std::string_view bytes);

}  // namespace hexscan
