#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hexscan/errors.h"
#include "src/device/devices.h"
#include "src/engines/engine.h"

namespace hexscan {

/// The device to scan on.
struct DeviceChoice {
    enum class Kind { automatic, cuda, cpu } kind = Kind::automatic;
    std::optional<int> index{};  ///< index of the CUDA device; nullopt: the device that `turn` selects
};

/// A caller's request for the engine of a scan.
struct EngineRequest {
    DeviceChoice device{};
    /// If true, scans on a device even if the host would finish before the device has started.
    bool takes_device = false;
    /// A rank's number on its host. The ranks on a host are assigned to its devices in turn.
    int turn = 0;
    /// An engine that the caller has chosen for a device. If null, cuda_engine_for() chooses one.
    const Engine* on_device = nullptr;
    /// The end of messages if no device scans: what scans instead.
    std::string_view on_host = "the CPU engine scans instead, with the same results";
    /// The name of the option that chooses the device, for messages.
    std::string_view option = "device";
};

/// The engine of a scan, with the reason for the choice.
struct ChosenEngine {
    const Engine* engine = nullptr;
    std::optional<DeviceInfo> device{};   ///< The device, if the engine runs there.
    std::optional<DeviceInUse> in_use{};  ///< Makes the device current while this object lives.
    std::string notice{};                 ///< The reason why no device scans, and what scans instead. Empty if there is
                                          ///< nothing to report.
    bool left_device = false;             ///< True if there is a device but it cannot scan.
    std::string reason{};                 ///< The reason why no device was tried although there is one; otherwise
                                          ///< empty.

    /// Releases the device after an error. The notice then gives the error and `instead`, which says what scans
    /// instead.
    void leave_device(const DeviceError& error, std::string_view instead);
};

/// Chooses the engine of a scan, and makes its device current while the result lives. The host's fastest engine scans
/// in three cases: the request is for the CPU, no engine of a device supports the plan, or the host would finish before
/// a device has started. The host also replaces a device that is absent, full or broken, unless the request is for a
/// device. If a device is requested, throws DeviceError if it is absent, full or broken, and UsageError if none of its
/// engines supports the plan.
ChosenEngine choose_engine(const ScanPlan& plan, const EngineRequest& wish);

/// Returns CUDA device `index`. Throws a DeviceError whose message names `who` (the option that needs the device), the
/// problem and `cure`.
DeviceInfo cuda_device(int index, std::string_view who, std::string_view cure);

}  // namespace hexscan
