#include "hexscan/errors.h"
#include "src/sweep/meters/machine_rows.h"

namespace hexscan {

std::unique_ptr<MachineRows> make_machine_rows(int, std::size_t) {
    throw DeviceError("this hexscan was built without CUDA");
}

}  // namespace hexscan
