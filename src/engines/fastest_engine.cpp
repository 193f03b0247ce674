#include "src/engines/fastest_engine.h"

#include "src/engines/cpu_engine.h"
#include "src/engines/lipschitz_rows.h"
#include "src/engines/reference_engine.h"
#include "src/engines/rod_engine.h"
#include "src/engines/set_engine.h"

namespace hexscan {

const Engine& fastest_host_engine(const ScanPlan& plan) {
    for (const Engine* const engine : {&cpu_engine(), &set_engine(), &rod_engine(), &lipschitz_engine()})
        if (engine->supports(plan)) return *engine;
    return reference_engine();
}

}  // namespace hexscan
