#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "reduction": a block sums 2048 words in shared memory. It adds pairs, then pairs of these sums, and so on.
namespace hexscan::memory {

inline constexpr int tree_threads = 1024;
inline constexpr int tree_words = 2 * tree_threads;
inline constexpr int tree_rounds = 16;

enum class Tree {
    neighbours,         ///< Thread t adds word 2 s t + s to word 2 s t; s = 1, 2, 4, and so on.
    neighbours_padded,  ///< Like neighbours, with one unused word after every 32.
    halves              ///< Thread t adds word t + s to word t; s = 1024, 512, and so on.
};

/// The position of word `word` in the array in shared memory.
HEXSCAN_HD constexpr int tree_place(Tree tree, int word) {
    return tree == Tree::neighbours_padded ? word + word / banks : word;
}

/// The positions of the two words that a thread adds in a step of `active` threads, or -1 twice if it is idle. If
/// neighbours are added, the two are `apart` words from each other: 1, 2, 4 ... as the active threads halve.
struct TreePair {
    int into, from;
};
HEXSCAN_HD constexpr TreePair tree_pair(Tree tree, int thread, int active, int apart) {
    if (thread >= active) return {-1, -1};
    if (tree == Tree::halves) return {thread, thread + active};
    return {tree_place(tree, 2 * apart * thread), tree_place(tree, 2 * apart * thread + apart)};
}

/// The expected result of every thread.
struct TreeResult {
    std::uint32_t sum;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t) const { return sum * tree_rounds; }
};

#if defined(__CUDACC__)

/// Sums the same words `tree_rounds` times; `clocks` receives the cycles of the sums alone.
/// Grid: 1. Block: 1024. Shared memory: the words. A thread adds up to two words per step.
template <Tree tree>
__global__ void __launch_bounds__(tree_threads) sum_tree(std::uint32_t* results, long long* clocks) {
    __shared__ std::uint32_t array[tree_words + tree_words / banks];
    const int thread = static_cast<int>(threadIdx.x);
    long long spent = 0;
    std::uint32_t sums = 0;
#pragma unroll 1
    for (int round = 0; round < tree_rounds; ++round) {
        for (int word = thread; word < tree_words; word += tree_threads)
            array[tree_place(tree, word)] = word_value(static_cast<std::uint32_t>(word));
        __syncthreads();
        const long long start = clock64();
#pragma unroll 1
        for (int active = tree_threads, apart = 1; active > 0; active /= 2, apart *= 2) {
            const TreePair pair = tree_pair(tree, thread, active, apart);
            if (pair.into >= 0) array[pair.into] += array[pair.from];
            __syncthreads();
        }
        spent += clock64() - start;
        sums += array[0];
        __syncthreads();
    }
    results[thread] = sums;
    if (thread == 0) *clocks = spent;
}

#endif

}  // namespace hexscan::memory
