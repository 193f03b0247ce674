#pragma once

#include <optional>
#include <string>

#include "hexscan/errors.h"
#include "src/commands/command.h"
#include "src/device/devices.h"
#include "src/engines/engine.h"

namespace hexscan {

/// Where to scan.
struct DeviceChoice {
    enum class Kind { automatic, cuda, cpu } kind = Kind::automatic;
    std::optional<int> index{};  ///< of the CUDA device; nothing: the ranks on a host take its devices in turn
};

/// The value of --device: auto, cpu, cuda or cuda:N. Throws UsageError.
DeviceChoice parse_device(const std::string& text);

/// --device, for a group of options.
void add_device_option(OptionGroup& group);
DeviceChoice requested_device(const Arguments& arguments);

struct StageEntry;

/// The engine a run uses and why.
struct EngineChoice {
    const Engine* engine = nullptr;
    const StageEntry* stage = nullptr;  ///< null: an engine of the host, or the CUDA engine of sets
    std::optional<DeviceInfo> device;   ///< of a CUDA engine; a stage without one runs in its CPU form
    const Engine* referee = nullptr;    ///< what a CUDA engine of sets is verified against; null: the reference
    std::string notice;                 ///< what the user should know of the choice, or empty
    std::string reason;                 ///< why no device was asked, or empty
};

/// CUDA device `index`, or a DeviceError that says for `who` (the option that needs it) what is missing, and
/// `cure`, what helps.
DeviceInfo cuda_device(int index, const std::string& who, const std::string& cure);

/// The CUDA device that a command measures.
struct MeasuredDevice {
    std::optional<DeviceInfo> device;
    std::string problem;  ///< the reason if there is no device
};

/// Finds the device for `command` and makes it current. Throws DeviceError if --device cuda insists and there is none.
MeasuredDevice device_to_measure(const Arguments& arguments, const std::string& command);

/// What a run asks of the engine that it takes.
struct EngineWish {
    std::optional<std::string> stage{};
    DeviceChoice device{};
    bool timed = false;  ///< scanned again and again: the start of a device counts once
};

/// Chooses engine, stage and device for a run of `plan`, and makes the device current. A stage that the user names runs
/// on the device. It runs in its CPU form if --device cpu says so or no device can run it; the notice gives the reason.
/// Without a named stage the default stage runs; without a device, the CPU engine. The reference runs if nothing faster
/// supports the plan. If the user leaves everything open, the CPU engine takes a scan that ends before a device starts.
/// Throws UsageError for an unknown stage (before any CUDA call) and for one that does not support the plan,
/// DeviceError for a device that is not there.
EngineChoice choose_engine(const EngineWish& wish, const ScanPlan& plan);

/// Replaces a failed device by the CPU form of the stage, with the error in the notice. Returns false if no stage is
/// named, if the user insists on the device, or if the stage has no CPU form.
bool fall_back_to_host(const DeviceChoice& wanted, const DeviceError& error, EngineChoice& choice);

}  // namespace hexscan
