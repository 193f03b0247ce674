#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>

/// The CUDA keywords and functions of kernels, for the host. The threads of a block are fibers, which take turns where
/// they wait for each other. Shared memory is static. So kernels are also tested without a GPU, and with the host's
/// sanitizers. It cannot reveal a missing __syncwarp(), because a lane continues until it must wait. It cannot reveal
/// shared memory that is read before it is written either, because that memory is never new. Include it before any
/// kernel, in a program without code that nvcc compiles.

#define __device__
#define __host__
#define __global__
#define __noinline__
#define __shared__ static
#define __grid_constant__
#define __launch_bounds__(...)

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned wide = 1, unsigned high = 1, unsigned deep = 1) : x(wide), y(high), z(deep) {}
};

inline dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace hexscan_test::cuda_on_host {

/// Threads that meet at a barrier: how many still run, how many of these wait, and how often all have met.
struct Meeting {
    unsigned running = 0, waiting = 0, times = 0;

    void begin_if_all_wait() {
        if (waiting < running) return;
        waiting = 0;
        ++times;
    }
    void leave() {
        --running;
        begin_if_all_wait();
    }
};

inline constexpr unsigned warp_lanes = 32;

/// The thread's number in its block: threads are counted along x first.
inline unsigned thread_of_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

struct Warp {
    Meeting meeting;
    std::uint64_t said[warp_lanes] = {};
};

/// State of the current thread: its warp, its block, and the fiber to return to.
inline Warp* warp = nullptr;
inline Meeting block;
inline int block_votes_against = 0;
inline boost::context::fiber way_back;

inline boost::context::pooled_fixedsize_stack stacks(256 << 10);

/// Returns when every thread that still runs has called it.
inline void meet(Meeting& meeting) {
    const unsigned before = meeting.times;
    ++meeting.waiting;
    meeting.begin_if_all_wait();
    while (meeting.times == before) way_back = std::move(way_back).resume();
}

/// Exchanges a value between the lanes. hear(lane) returns the value of another lane; `listen` may call it until it
/// returns.
template <class T, class Listen>
auto talk(T mine, Listen listen) {
    static_assert(sizeof(T) <= sizeof Warp::said[0]);
    Warp& ours = *warp;
    std::memcpy(&ours.said[thread_of_block() % warp_lanes], &mine, sizeof mine);
    meet(ours.meeting);
    const auto heard = listen([&ours](unsigned lane) {
        T value;
        std::memcpy(&value, &ours.said[lane % warp_lanes], sizeof value);
        return value;
    });
    meet(ours.meeting);
    return heard;
}

/// Runs kernel() as the threads of one block.
template <class Kernel>
void run_block(dim3 place, dim3 shape, const Kernel& kernel) {
    const unsigned threads = shape.x * shape.y * shape.z;
    std::vector<Warp> warps((threads + warp_lanes - 1) / warp_lanes);
    std::vector<boost::context::fiber> fibers(threads);
    for (unsigned thread = 0; thread < threads; ++thread) {
        Warp& its = warps[thread / warp_lanes];
        ++its.meeting.running;
        fibers[thread] =
            boost::context::fiber(std::allocator_arg, stacks, [&its, &kernel](boost::context::fiber&& back) {
                way_back = std::move(back);
                kernel();
                its.said[thread_of_block() % warp_lanes] = 0;
                its.meeting.leave();
                block.leave();
                return std::move(way_back);
            });
    }
    blockIdx = place;
    blockDim = shape;
    block = {threads, 0, 0};
    while (block.running > 0)
        for (unsigned turn = 0; turn < threads; ++turn) {
            // Blocks alternate between ascending and descending order, so that kernels cannot depend on an order.
            const unsigned thread = place.x % 2 == 0 ? turn : threads - 1 - turn;
            if (!fibers[thread]) continue;
            threadIdx = {thread % shape.x, thread / shape.x % shape.y, thread / shape.x / shape.y};
            warp = &warps[thread / warp_lanes];
            fibers[thread] = std::move(fibers[thread]).resume();
        }
}

}  // namespace hexscan_test::cuda_on_host

struct uint4 {
    unsigned x, y, z, w;
};
struct int2 {
    int x, y;
};
struct float4 {
    float x, y, z, w;
};
struct uchar4 {
    unsigned char x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }

/// x, kept within 0 ... 1.
inline float __saturatef(float x) { return std::fmin(std::fmax(x, 0.0F), 1.0F); }
inline float __fdividef(float a, float b) { return a / b; }
inline int __popc(unsigned bits) { return std::popcount(bits); }
inline int __clz(unsigned bits) { return std::countl_zero(bits); }
inline int __ffs(int bits) { return bits == 0 ? 0 : std::countr_zero(static_cast<unsigned>(bits)) + 1; }
using std::max;
using std::min;

inline void __syncwarp() { hexscan_test::cuda_on_host::meet(hexscan_test::cuda_on_host::warp->meeting); }
inline void __syncthreads() { hexscan_test::cuda_on_host::meet(hexscan_test::cuda_on_host::block); }
inline int __syncthreads_and(int mine) {
    using namespace hexscan_test::cuda_on_host;
    block_votes_against += mine ? 0 : 1;
    meet(block);
    const bool all = block_votes_against == 0;
    meet(block);
    block_votes_against = 0;
    meet(block);
    return all;
}
inline unsigned __ballot_sync(unsigned, bool mine) {
    return hexscan_test::cuda_on_host::talk(std::uint64_t{mine}, [](auto hear) {
        unsigned bits = 0;
        for (unsigned lane = 0; lane < 32; ++lane) bits |= hear(lane) ? 1U << lane : 0U;
        return bits;
    });
}
inline int __any_sync(unsigned lanes, bool mine) { return __ballot_sync(lanes, mine) != 0; }
template <class T>
T __shfl_sync(unsigned, T mine, int lane) {
    return hexscan_test::cuda_on_host::talk(mine, [lane](auto hear) { return hear(static_cast<unsigned>(lane)); });
}
template <class T>
T __shfl_up_sync(unsigned, T mine, int distance) {
    const unsigned lane = threadIdx.x % 32, by = static_cast<unsigned>(distance);
    return hexscan_test::cuda_on_host::talk(mine, [=](auto hear) { return hear(lane >= by ? lane - by : lane); });
}
template <class T>
T __shfl_down_sync(unsigned, T mine, int distance) {
    const unsigned lane = threadIdx.x % 32, from = lane + static_cast<unsigned>(distance);
    return hexscan_test::cuda_on_host::talk(mine, [=](auto hear) { return hear(from < 32 ? from : lane); });
}
template <class T>
T __shfl_xor_sync(unsigned, T mine, int distance) {
    const unsigned lane = threadIdx.x % 32 ^ static_cast<unsigned>(distance);
    return hexscan_test::cuda_on_host::talk(mine, [lane](auto hear) { return hear(lane); });
}

/// No other thread runs meanwhile.
template <class T>
T atomicAdd(T* at, T more) {
    const T before = *at;
    *at += more;
    return before;
}
template <class T>
T atomicOr(T* at, T bits) {
    const T before = *at;
    *at |= bits;
    return before;
}
template <class T>
T atomicAnd(T* at, T bits) {
    const T before = *at;
    *at &= bits;
    return before;
}
