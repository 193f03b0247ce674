#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include <boost/context/fiber.hpp>

/// The words of CUDA that kernels of one warp use, for a thread of the host: lanes are fibers, which take turns where they wait
/// for each other, and shared memory is static. So what a GPU executes is also tested where there is none, and by the
/// host's sanitizers. Include it before any kernel, in a program that has nothing of what nvcc compiles of them.

#define __device__
#define __global__
#define __noinline__
#define __shared__ static
#define __grid_constant__
#define __launch_bounds__(...)

namespace hexscan_test::warp_on_host {

inline constexpr unsigned lanes = 32;
inline std::uint64_t said[lanes];

/// A lane's x is its number, and a block is one warp.
struct Place {
    unsigned x = 0, y = 0, z = 0;
};

/// Lanes that still run, those of them that wait to meet, and how often all have met.
inline unsigned running = 0, waiting = 0, meetings = 0;
/// Back to who gave a lane its turn.
inline boost::context::fiber way_back;

inline void meet_if_all_wait() {
    if (waiting < running) return;
    waiting = 0;
    ++meetings;
}

/// Returns once every lane that still runs has called it.
inline void meet() {
    const unsigned before = meetings;
    ++waiting;
    meet_if_all_wait();
    while (meetings == before) way_back = std::move(way_back).resume();
}

}  // namespace hexscan_test::warp_on_host

inline hexscan_test::warp_on_host::Place threadIdx, blockIdx;
inline constexpr hexscan_test::warp_on_host::Place blockDim{hexscan_test::warp_on_host::lanes, 1, 1};

struct uint4 {
    unsigned x, y, z, w;
};
struct float4 {
    float x, y, z, w;
};
struct uchar4 {
    unsigned char x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }

inline int __popc(unsigned bits) { return std::popcount(bits); }
inline int __ffs(int bits) { return bits == 0 ? 0 : std::countr_zero(static_cast<unsigned>(bits)) + 1; }
using std::max;
using std::min;

inline void __syncwarp() { hexscan_test::warp_on_host::meet(); }

namespace hexscan_test::warp_on_host {

/// Every lane says something, and hear(lane) is what another said; `listen` may call it until it returns.
template <class T, class Listen>
auto talk(T mine, Listen listen) {
    static_assert(sizeof(T) <= sizeof said[0]);
    std::memcpy(&said[threadIdx.x], &mine, sizeof mine);
    meet();
    const auto heard = listen([](unsigned lane) {
        T value;
        std::memcpy(&value, &said[lane % lanes], sizeof value);
        return value;
    });
    meet();
    return heard;
}

/// Runs kernel() as one warp of block `block`.
template <class Kernel>
void run_warp(unsigned block, Kernel kernel) {
    std::array<boost::context::fiber, lanes> fibers;
    for (boost::context::fiber& lane : fibers)
        lane = boost::context::fiber([&](boost::context::fiber&& back) {
            way_back = std::move(back);
            kernel();
            --running;
            meet_if_all_wait();
            return std::move(way_back);
        });
    blockIdx = {block};
    running = lanes;
    waiting = 0;
    while (running > 0)
        for (unsigned turn = 0; turn < lanes; ++turn) {
            // From either end, so that nothing rests on an order.
            const unsigned lane = block % 2 == 0 ? turn : lanes - 1 - turn;
            if (!fibers[lane]) continue;
            threadIdx = {lane};
            fibers[lane] = std::move(fibers[lane]).resume();
        }
}

}  // namespace hexscan_test::warp_on_host

inline unsigned __ballot_sync(unsigned, bool mine) {
    return hexscan_test::warp_on_host::talk(mine, [](auto hear) {
        unsigned bits = 0;
        for (unsigned lane = 0; lane < 32; ++lane) bits |= hear(lane) ? 1U << lane : 0U;
        return bits;
    });
}
inline int __any_sync(unsigned lanes, bool mine) { return __ballot_sync(lanes, mine) != 0; }
template <class T>
T __shfl_sync(unsigned, T mine, int lane) {
    return hexscan_test::warp_on_host::talk(mine, [lane](auto hear) { return hear(static_cast<unsigned>(lane)); });
}
template <class T>
T __shfl_up_sync(unsigned, T mine, int distance) {
    const unsigned lane = threadIdx.x, by = static_cast<unsigned>(distance);
    return hexscan_test::warp_on_host::talk(mine, [=](auto hear) { return hear(lane >= by ? lane - by : lane); });
}
template <class T>
T __shfl_xor_sync(unsigned, T mine, int distance) {
    const unsigned lane = threadIdx.x ^ static_cast<unsigned>(distance);
    return hexscan_test::warp_on_host::talk(mine, [lane](auto hear) { return hear(lane); });
}
