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

/// The CUDA device that a command measures, or why there is none.
struct MeasuredDevice {
    std::optional<DeviceInfo> device;
    std::string problem;
};

/// The device for `command`, made current. Throws DeviceError where --device cuda insists and there is none.
MeasuredDevice device_to_measure(const Arguments& arguments, const std::string& command);

/// What a run asks of the engine that it takes.
struct EngineWish {
    std::optional<std::string> stage{};
    DeviceChoice device{};
    bool timed = false;  ///< scanned again and again: the start of a device counts once
};

/// Engine, stage and device for a run of `plan`, the device made current. A stage that is asked for runs on the device,
/// or in its CPU form where --device cpu says so or no device can; the notice gives the reason. Without a stage the
/// default stage runs, or where there is no device the CPU engine, or the reference where nothing faster supports the
/// plan. Where all is left open, a scan that ends before a device has started stays with the CPU engine. Throws
/// UsageError for an unknown stage (before any CUDA call) and for one that does not support the plan, DeviceError for a
/// device that is not there.
EngineChoice choose_engine(const EngineWish& wish, const ScanPlan& plan);

/// After an error of the device: makes the choice that of the stage's CPU form, with the error in its notice. False
/// where no stage is asked for, the device was insisted on, or the stage has no CPU form.
bool fall_back_to_host(const DeviceChoice& wanted, const DeviceError& error, EngineChoice& choice);

}  // namespace hexscan
