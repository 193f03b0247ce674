#include "kernels/memory/saxpy.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "saxpy".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t vector_elements = 1U << 26U;
constexpr int arrays = 3;  ///< x and y read, z written

struct SaxpyCount {
    double requests, use_percent;
    double elements_share;     ///< the share of all elements that is computed
    double bytes_per_element;  ///< bytes that memory moves per element, computed or not

    double memory_use() const { return sizeof(float) * arrays * elements_share / bytes_per_element; }
};

SaxpyCount count(Threads threads) {
    const auto of_half = [](int half) { return request_of([=](int lane) { return lane % 2 == half ? lane : -1; }); };
    GlobalTraffic traffic;
    if (threads == Threads::all) {
        traffic.add(request_of([](int lane) { return lane; }));
    } else {
        traffic.add(of_half(0));
        if (threads == Threads::both_branches) traffic.add(of_half(1));
    }
    // Sectors of x, y and z. A sector of z that is written only in part counts twice, because memory is first read for
    // the rest of it.
    const auto sectors = static_cast<double>(arrays * traffic.distinct() + traffic.partial());
    return {static_cast<double>(arrays * traffic.requests()), 100 * traffic.use(), threads == Threads::even ? 0.5 : 1.0,
            sectors * sector_bytes / warp_size};
}

template <Threads threads>
double time_saxpy_ms(const LessonBench& bench, const DeviceBuffer<float>& x, const DeviceBuffer<float>& y,
                     DeviceBuffer<float>& z) {
    poison(bench, z);
    const Spread time = time_ms(bench, [&] {
        saxpy_kernel<threads><<<vector_elements / block_threads, block_threads, 0, bench.stream.get()>>>(
            x.data(), y.data(), z.data(), saxpy_a, saxpy_b);
        check_launch();
    });
    verify(bench, "saxpy", z, vector_elements, SaxpyResult{threads, poisoned_float});
    return time.median;
}

}  // namespace

Lesson saxpy(const LessonBench& bench) {
    const auto x = known_floats(bench, vector_elements);
    const auto y = known_floats(bench, vector_elements);
    DeviceBuffer<float> z(vector_elements);
    const struct {
        const char* name;
        SaxpyCount counted;
        double time_ms;
    } cases[] = {
        {"all threads", count(Threads::all), time_saxpy_ms<Threads::all>(bench, x, y, z)},
        {"even threads only", count(Threads::even), time_saxpy_ms<Threads::even>(bench, x, y, z)},
        {"both branches", count(Threads::both_branches), time_saxpy_ms<Threads::both_branches>(bench, x, y, z)}};
    Lesson lesson;
    lesson.columns = {{"predicted_requests_per_warp", "pred.\nrequests"},
                      {"predicted_use_percent", "pred. use\nper request %"},
                      {"predicted_memory_use_percent", "pred. use\nof memory %"},
                      {"predicted_bytes_per_element", "pred. bytes\nper element"},
                      {"predicted_gb_s", "pred.\nGB/s"},
                      {"gb_s", "\nGB/s"},
                      {"ms", "\nms"},
                      {"share_of_peak_percent", "of peak\n%"}};
    const auto used_gb_s = [](const auto& which) {
        return gb_s(4.0 * arrays * vector_elements * which.counted.elements_share, which.time_ms);
    };
    const double all_gb_s = used_gb_s(cases[0]);
    for (const auto& which : cases)
        lesson.rows.push_back({which.name,
                               {which.counted.requests, which.counted.use_percent, 100 * which.counted.memory_use(),
                                which.counted.bytes_per_element, all_gb_s * which.counted.memory_use(),
                                used_gb_s(which), which.time_ms, percent_of_peak(bench, used_gb_s(which))}});
    lesson.notes = {
        text_of("The kernel computes z = a x + y for ", vector_elements >> 20U,
                " million elements. Requests are those of one warp for x, y and z. The use per request is the share of "
                "the touched sectors that the warp needs. The use of memory is the bytes of the computed elements "
                "divided by the bytes moved. There, sectors that two requests share move once, and a sector that is "
                "written in part is read first. Column \"GB/s\" counts bytes of computed elements. Its prediction is "
                "the rate of all threads, times the use of memory.")};
    return lesson;
}

}  // namespace hexscan::memory
