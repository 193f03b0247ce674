#include "src/files/precompiled_json.h"

template class nlohmann::basic_json<>;
