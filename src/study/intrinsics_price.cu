#include "src/study/intrinsics_price.h"
#include "src/system/date.h"

#include <bit>

#include "hexscan/errors.h"
#include "kernels/ladder/intrinsic_price.cuh"
#include "src/device/cuda_support.h"
#include "src/engines/warm_up.h"

namespace hexscan {
namespace {

constexpr int value_count = 10'000'000;
constexpr int launches_per_repeat = 10;
constexpr std::uint64_t input_seed = 20'130'501;
constexpr int grid_blocks = (value_count + price::block_threads - 1) / price::block_threads;
/// Enough blocks to fill any device. The kernel loops over the values.
constexpr int tally_blocks = 2048;

static_assert(price::groups * price::members == 32, "the masks below clear five bits");

price::KeptBits kept_bits() {
    price::KeptBits kept{};
    for (std::uint32_t group = 0; group < price::groups; ++group) kept.group[group] = ~(group * price::members);
    for (std::uint32_t member = 0; member < price::members; ++member) kept.member[member] = ~member;
    return kept;
}

/// The arrays and the stream, which all functions use.
struct Bench {
    DeviceBuffer<float> x{value_count};
    DeviceBuffer<float> y{value_count};
    DeviceBuffer<float> z{value_count};
    DeviceBuffer<float> results{value_count};
    DeviceBuffer<price::ErrorTally> tally{1};
    Stream stream;
    price::KeptBits kept = kept_bits();

    price::Inputs inputs() { return {x.data(), y.data(), z.data()}; }
};

using LaunchFunction = void (*)(Bench&);

template <class Form>
void launch_once(Bench& bench) {
    price::evaluate_once<Form><<<grid_blocks, price::block_threads, 0, bench.stream.get()>>>(
        bench.inputs(), bench.results.data(), value_count);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
}

template <class Form>
void launch_repeatedly(Bench& bench) {
    price::evaluate_repeatedly<Form><<<grid_blocks, price::block_threads, 0, bench.stream.get()>>>(
        bench.inputs(), bench.results.data(), value_count, bench.kept);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
}

/// Milliseconds of one launch, averaged over consecutive launches: a single launch takes little longer than the events
/// that time it.
double time_launch_ms(Bench& bench, LaunchFunction launch) {
    const Event start;
    const Event stop;
    HEXSCAN_CUDA_CHECK(cudaEventRecord(start.get(), bench.stream.get()));
    for (int i = 0; i < launches_per_repeat; ++i) launch(bench);
    HEXSCAN_CUDA_CHECK(cudaEventRecord(stop.get(), bench.stream.get()));
    HEXSCAN_CUDA_CHECK(cudaEventSynchronize(stop.get()));
    return static_cast<double>(elapsed_ms(start, stop)) / launches_per_repeat;
}

/// Times the three forms after a warm-up. Each repeat times all three, so a drift of the clocks affects all of them
/// equally.
PriceTimes time_in_turn(Bench& bench, int repeats, LaunchFunction ordinary, LaunchFunction intrinsic,
                        LaunchFunction floor) {
    const LaunchFunction launches[] = {ordinary, intrinsic, floor};
    std::vector<double> times_ms[3];
    warm_up([&] {
        for (const LaunchFunction launch : launches) time_launch_ms(bench, launch);
    });
    for (int repeat = 0; repeat < repeats; ++repeat)
        for (int which = 0; which < 3; ++which) times_ms[which].push_back(time_launch_ms(bench, launches[which]));
    return {spread_of(times_ms[0]), spread_of(times_ms[1]), spread_of(times_ms[2])};
}

template <class Function>
void fill_inputs(Bench& bench) {
    float* const arrays[price::max_operands] = {bench.x.data(), bench.y.data(), bench.z.data()};
    for (int operand = 0; operand < Function::operands; ++operand) {
        const std::uint64_t seed = input_seed + (static_cast<std::uint64_t>(operand) << 48U);
        price::fill_uniform<<<grid_blocks, price::block_threads, 0, bench.stream.get()>>>(
            arrays[operand], value_count, seed, Function::from[operand], Function::to[operand]);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
}

/// Evaluates the form once more and compares its results with those in double precision.
template <class Function, class Form>
PriceError worst_error(Bench& bench, const char* call) {
    const cudaStream_t stream = bench.stream.get();
    launch_once<Form>(bench);
    HEXSCAN_CUDA_CHECK(cudaMemsetAsync(bench.tally.data(), 0, sizeof(price::ErrorTally), stream));
    price::tally_errors<Function><<<tally_blocks, price::block_threads, 0, stream>>>(
        bench.inputs(), bench.results.data(), value_count, bench.tally.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    price::ErrorTally tally{};
    HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(&tally, bench.tally.data(), sizeof(tally), cudaMemcpyDeviceToHost, stream));
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream));
    if (tally.not_finite != 0)
        throw InternalError("intrinsics: " + std::to_string(tally.not_finite) + " results of " + call + " (" +
                            Function::name + ") are NaN or infinite");
    return {std::bit_cast<double>(tally.absolute_bits), std::bit_cast<double>(tally.relative_bits)};
}

template <class Function>
PriceRow measure_row(Bench& bench, int repeats, std::optional<PublishedPrice> published = std::nullopt) {
    using Ordinary = price::Ordinary<Function>;
    using Intrinsic = price::Intrinsic<Function>;
    using Floor = price::PassThrough<Function::operands>;
    fill_inputs<Function>(bench);

    PriceRow row{Function::name, Function::ordinary_call, Function::intrinsic_call, {}, {}, {}, {}, {}, published};
    for (int operand = 0; operand < Function::operands; ++operand)
        row.operands.push_back({Function::from[operand], Function::to[operand]});
    row.single = time_in_turn(bench, repeats, launch_once<Ordinary>, launch_once<Intrinsic>, launch_once<Floor>);
    row.repeated = time_in_turn(bench, repeats, launch_repeatedly<Ordinary>, launch_repeatedly<Intrinsic>,
                                launch_repeatedly<Floor>);
    row.ordinary_error = worst_error<Function, Ordinary>(bench, Function::ordinary_call);
    row.intrinsic_error = worst_error<Function, Intrinsic>(bench, Function::intrinsic_call);
    return row;
}

}  // namespace

IntrinsicsPrice measure_intrinsics(int device_index, int repeats) {
    if (repeats < 1) throw InputError("intrinsics: repeats is " + std::to_string(repeats) + ", must be at least 1");
    HEXSCAN_CUDA_CHECK(cudaSetDevice(device_index));
    cudaDeviceProp properties{};
    HEXSCAN_CUDA_CHECK(cudaGetDeviceProperties(&properties, device_index));

    Bench bench;
    return {properties.name,
            utc_now(),
            value_count,
            price::groups * price::members,
            repeats,
            launches_per_repeat,
            input_seed,
            {measure_row<price::Cosine>(bench, repeats, PublishedPrice{1372.43, 21.92}),
             measure_row<price::Sine>(bench, repeats, PublishedPrice{1298.64, 21.92}),
             measure_row<price::Exponential10>(bench, repeats, PublishedPrice{22.61, 22.05}),
             measure_row<price::Exponential>(bench, repeats, PublishedPrice{22.65, 22.05}),
             measure_row<price::Addition>(bench, repeats, PublishedPrice{21.85, 21.84}),
             measure_row<price::Division>(bench, repeats, PublishedPrice{22.49, 22.48}),
             measure_row<price::FusedMultiplyAdd>(bench, repeats, PublishedPrice{21.84, 21.84}),
             measure_row<price::Power>(bench, repeats, PublishedPrice{3.32, 1.10}),
             measure_row<price::SquareRoot>(bench, repeats, PublishedPrice{3.00, 3.00}),
             measure_row<price::Arcsine>(bench, repeats), measure_row<price::ReciprocalSquareRoot>(bench, repeats),
             measure_row<price::ApproximateSquareRoot>(bench, repeats), measure_row<price::LargeCosine>(bench, repeats),
             measure_row<price::LargeSine>(bench, repeats)}};
}

}  // namespace hexscan
