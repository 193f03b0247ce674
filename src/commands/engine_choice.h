#pragma once

#include <optional>
#include <string>

#include "hexscan/errors.h"
#include "src/commands/command.h"
#include "src/scan_cuda/choose_engine.h"

namespace hexscan {

/// The value of --device: auto, cpu, cuda or cuda:N. Throws UsageError.
DeviceChoice parse_device(const std::string& text);

/// The option --device, for a group of options.
void add_device_option(OptionGroup& group);
DeviceChoice requested_device(const Arguments& arguments);

struct StageEntry;

/// The engine of a run.
struct EngineChoice : ChosenEngine {
    const StageEntry* stage = nullptr;  ///< Null: no stage scans.
    const Engine* referee = nullptr;    ///< The engine against which --verify compares `engine`; null: the reference.
};

/// The CUDA device that a command measures.
struct MeasuredDevice {
    std::optional<DeviceInfo> device;
    std::string problem;  ///< the reason if there is no device
};

/// Finds the device for `command` and makes it current. Throws DeviceError if --device cuda is given and there is no
/// device.
MeasuredDevice device_to_measure(const Arguments& arguments, const std::string& command);

/// The requests of a user about the engine of a run.
struct RunWish {
    std::optional<std::string> stage{};
    DeviceChoice device{};
    bool timed = false;  ///< scans are timed, so a device is used even if the CPU ends before the device has started
};

/// Chooses engine, stage and device for a run of `plan` (choose_engine.h). A stage that the user names runs on the
/// device. It runs in its CPU form if --device cpu says so or no device can run it; the notice gives the reason.
/// Without a named stage the default stage runs on a device if it supports the plan. Throws UsageError for an unknown
/// stage (before any CUDA call) and for one that does not support the plan. Throws the errors of choose_engine.h.
EngineChoice engine_of_run(const RunWish& wish, const ScanPlan& plan);

/// Replaces a failed device by the CPU form of the stage, with the error in the notice. Returns false if no stage is
/// named, if the user insists on the device, or if the stage has no CPU form.
bool fall_back_to_host(const DeviceChoice& wanted, const DeviceError& error, EngineChoice& choice);

}  // namespace hexscan
