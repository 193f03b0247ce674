#pragma once

#include <optional>
#include <string>

#include "hexscan/errors.h"
#include "src/commands/command.h"
#include "src/device/devices.h"
#include "src/engines/engine.h"

namespace hexscan {

/// The device to scan on.
struct DeviceChoice {
    enum class Kind { automatic, cuda, cpu } kind = Kind::automatic;
    std::optional<int> index{};  ///< index of the CUDA device; nullopt: the ranks on a host take its devices in turn
};

/// The value of --device: auto, cpu, cuda or cuda:N. Throws UsageError.
DeviceChoice parse_device(const std::string& text);

/// The option --device, for a group of options.
void add_device_option(OptionGroup& group);
DeviceChoice requested_device(const Arguments& arguments);

struct StageEntry;

/// The engine of a run, with the reason for the choice.
struct EngineChoice {
    const Engine* engine = nullptr;
    const StageEntry* stage = nullptr;  ///< Null: an engine of the host, or the CUDA engine of sets.
    std::optional<DeviceInfo> device;   ///< The device of a CUDA engine. A stage without one runs in its CPU form.
    const Engine* referee = nullptr;    ///< A CUDA engine of sets is verified against it. Null: against the reference.
    std::string notice;                 ///< Information for the user about the choice, or empty.
    std::string reason;                 ///< The reason why no device was tried, or empty.
};

/// Returns CUDA device `index`. Throws DeviceError that names `who` (the option that needs it), the problem and `cure`.
DeviceInfo cuda_device(int index, const std::string& who, const std::string& cure);

/// The CUDA device that a command measures.
struct MeasuredDevice {
    std::optional<DeviceInfo> device;
    std::string problem;  ///< the reason if there is no device
};

/// Finds the device for `command` and makes it current. Throws DeviceError if --device cuda insists and there is none.
MeasuredDevice device_to_measure(const Arguments& arguments, const std::string& command);

/// The user's requests about the engine of a run.
struct EngineRequest {
    std::optional<std::string> stage{};
    DeviceChoice device{};
    bool timed = false;  ///< repeated scans are timed, so the start of a device counts only once
};

/// Chooses engine, stage and device for a run of `plan`, and makes the device current. A stage that the user names runs
/// on the device. It runs in its CPU form if --device cpu says so or no device can run it; the notice gives the reason.
/// Without a named stage the default stage runs; without a device, the CPU engine. The reference runs if nothing faster
/// supports the plan. If the user leaves everything open, the CPU engine takes a scan that ends before a device starts.
/// Throws UsageError for an unknown stage (before any CUDA call) and for one that does not support the plan,
/// DeviceError for a device that is not there.
EngineChoice choose_engine(const EngineRequest& request, const ScanPlan& plan);

/// Replaces a failed device by the CPU form of the stage, with the error in the notice. Returns false if no stage is
/// named, if the user insists on the device, or if the stage has no CPU form.
bool fall_back_to_host(const DeviceChoice& wanted, const DeviceError& error, EngineChoice& choice);

}  // namespace hexscan
