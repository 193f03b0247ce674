#pragma once

#include "src/device/cuda_support.h"

namespace hexscan {

/// A value in device memory. It is copied there before any stream reads it.
template <class Value>
class DeviceValue {
public:
    explicit DeviceValue(const Value& value) : buffer_(1) {
        HEXSCAN_CUDA_CHECK(cudaMemcpy(buffer_.data(), &value, sizeof(Value), cudaMemcpyHostToDevice));
        // A copy from pageable memory may return before it is complete, and the streams do not wait for the default
        // stream.
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    }
    const Value* get() const { return buffer_.data(); }

private:
    DeviceBuffer<Value> buffer_;
};

}  // namespace hexscan
