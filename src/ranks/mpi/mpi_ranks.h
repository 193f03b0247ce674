#pragma once

#include <memory>

#include "src/ranks/ranks.h"
#include "src/system/loaded_module.h"

namespace hexscan {

/// Joins the processes that an MPI launcher started. To be called once, from the thread of main(), and before threads
/// are started that compute: a binding to cores that nobody asked for is lifted. Failures end the process, as MPI's do.
using JoinMpi = void (*)(std::unique_ptr<Ranks>& ranks);

/// The function that the module exports.
inline constexpr const char* mpi_symbol = HEXSCAN_MODULE_SYMBOL("hexscan_join_mpi");

}  // namespace hexscan
