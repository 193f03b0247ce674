#include "hexscan/errors.h"
#include "src/sweep/meters/machine_rows.h"

namespace hexscan {

template <class Swept>
std::unique_ptr<MachineRows<Swept>> make_machine_rows(int, std::size_t) {
    throw DeviceError("this hexscan was built without CUDA");
}

template std::unique_ptr<MachineRows<SweptTelescopes>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptSliders>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptArms>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptPoints<WholeTelescope>>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptPoints<WholeSlider>>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptPoints<WholeArm>>> make_machine_rows(int, std::size_t);

}  // namespace hexscan
