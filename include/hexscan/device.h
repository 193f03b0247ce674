#pragma once

/// The processor that computes.
namespace hexscan {

/// The processor of a scan or a sweep. Results are the same on all processors, to the bit.
struct Device {
    /// The kind of processor.
    enum class Kind {
        automatic,             ///< A scan uses the first CUDA device that has room and is faster, else the CPU. A sweep
                               ///< uses all CUDA devices, or the CPU if there are none.
        cpu,                   ///< All cores.
        cuda                   ///< One CUDA device. Throws if it is absent or has no kernel for the scan.
    } kind = Kind::automatic;  ///< The requested kind.
    int index = 0;             ///< The number of the CUDA device.
};

}  // namespace hexscan
