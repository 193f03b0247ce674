#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/scan/field.h"
#include "src/scan/rows/runs.h"

/// Converts slices to bytes, for ranks that send each other scanned slices. Every number arrives unchanged. Reading
/// functions throw InternalError if the bytes end too early.
namespace hexscan {

/// A slice's runs as bytes, and back.
std::string slice_bytes(const WorkspaceSlice& slice);
WorkspaceSlice slice_from_bytes(std::string_view bytes);

/// The maps of a slice as bytes, and back.
std::string field_bytes(const std::vector<SliceField>& fields);
std::vector<SliceField> fields_from_bytes(std::string_view bytes);

}  // namespace hexscan
