#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "structures": moves three-float points by a vector, and bodies of an N-body step by their velocity. The
/// records are stored in three ways: as an array of structures, as the same array accessed through shared memory, or as
/// a structure of arrays.
namespace hexscan::memory {

/// A kind of record: its number of `fields`, each of one word. A step reads the first `read` fields and writes the
/// first `written_fields`.
struct PointRecord {
    static constexpr int fields = 3;  ///< x, y, z
    static constexpr int read = 3;
};
struct BodyRecord {
    static constexpr int fields = 7;  ///< x, y, z, velocity x, y, z, mass
    static constexpr int read = 6;
};
inline constexpr int written_fields = 3;

/// The expected results of move_structures() and move_through_shared().
template <class Record>
struct MovedField {
    /// Field `field` of a record after the step: a point moves by (1, 2, 3), a body by half its velocity.
    HEXSCAN_HD_INLINE static float moved(const float* record, int field) {
        return record[field] +
               (Record::read > 3 ? 0.5F * record[field % 3 + Record::read - 3] : 1.0F + static_cast<float>(field));
    }

    /// The expected word `word` of an array of moved structures. Fields that the step does not write have the value
    /// `others`.
    float others;
    bool whole_records;  ///< true if fields that do not change are written, too

    HEXSCAN_HD_INLINE float operator()(std::uint32_t word) const {
        const auto field = static_cast<int>(word % Record::fields);
        if (field >= written_fields) return whole_records ? small_value(word) : others;
        float record[Record::fields];
        for (int f = 0; f < Record::fields; ++f) record[f] = small_value(word - static_cast<std::uint32_t>(field - f));
        return moved(record, field);
    }
};

/// The expected word `word` of a structure of arrays: field after field, `records` words each.
template <class Record>
struct MovedArray {
    std::uint32_t records;

    HEXSCAN_HD_INLINE float operator()(std::uint32_t word) const {
        const std::uint32_t record_index = word % records;
        float record[Record::fields];
        for (int f = 0; f < Record::fields; ++f)
            record[f] = small_value(static_cast<std::uint32_t>(f) * records + record_index);
        return MovedField<Record>::moved(record, static_cast<int>(word / records));
    }
};

#if defined(__CUDACC__)

inline constexpr int structure_block = 256;

/// Reads and writes the records directly: lanes access words that are a record apart.
/// Grid: records / 256. Block: 256. No shared memory. A thread moves one record.
template <class Record>
__global__ void __launch_bounds__(structure_block) move_structures(const float* in, float* out) {
    const std::size_t first = std::size_t{global_thread()} * Record::fields;
    float record[Record::fields] = {};
#pragma unroll
    for (int f = 0; f < Record::read; ++f) record[f] = in[first + f];
#pragma unroll
    for (int f = 0; f < written_fields; ++f) out[first + f] = MovedField<Record>::moved(record, f);
}

/// Copies a block's records to shared memory word by word, moves them there, and copies them out in the same way.
/// Grid: records / 256. Block: 256. Shared memory: 256 records. A thread moves one record.
template <class Record>
__global__ void __launch_bounds__(structure_block) move_through_shared(const float* in, float* out) {
    __shared__ float staged[structure_block * Record::fields];
    const std::size_t first = std::size_t{blockIdx.x} * structure_block * Record::fields;
#pragma unroll
    for (int f = 0; f < Record::fields; ++f)
        staged[f * structure_block + threadIdx.x] = in[first + f * structure_block + threadIdx.x];
    __syncthreads();
    float* const mine = staged + threadIdx.x * Record::fields;
    float record[Record::fields] = {};
#pragma unroll
    for (int f = 0; f < Record::read; ++f) record[f] = mine[f];
#pragma unroll
    for (int f = 0; f < written_fields; ++f) mine[f] = MovedField<Record>::moved(record, f);
    __syncthreads();
#pragma unroll
    for (int f = 0; f < Record::fields; ++f)
        out[first + f * structure_block + threadIdx.x] = staged[f * structure_block + threadIdx.x];
}

/// Reads and writes every field in an array of its own.
/// Grid: records / 256. Block: 256. No shared memory. A thread moves one record.
template <class Record>
__global__ void __launch_bounds__(structure_block) move_arrays(const float* in, float* out, std::uint32_t records) {
    const std::uint32_t i = global_thread();
    float record[Record::fields] = {};
#pragma unroll
    for (int f = 0; f < Record::read; ++f) record[f] = in[std::size_t{records} * f + i];
#pragma unroll
    for (int f = 0; f < written_fields; ++f) out[std::size_t{records} * f + i] = MovedField<Record>::moved(record, f);
}

#endif

}  // namespace hexscan::memory
