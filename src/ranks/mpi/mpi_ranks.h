#pragma once

#include <memory>

#include "src/ranks/ranks.h"
#include "src/system/loaded_module.h"

namespace hexscan {

/// Joins the processes that an MPI launcher started. Call it once, from the thread of main(), before threads that
/// compute are started, because it removes a default binding to cores. Failures end the process, as MPI's do.
using JoinMpi = void (*)(std::unique_ptr<Ranks>& ranks);

/// The function that the module exports.
inline constexpr const char* mpi_symbol = HEXSCAN_MODULE_SYMBOL("hexscan_join_mpi");

}  // namespace hexscan
