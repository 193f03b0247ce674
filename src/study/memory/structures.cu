#include "kernels/memory/structures.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "structures".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t records = 1U << 24U;

enum class Layout { structures, through_shared, arrays };

/// The requests of a block's warps.
struct StructureTraffic {
    GlobalTraffic loads, stores;
};

template <class Record>
StructureTraffic count(Layout layout) {
    constexpr int threads = structure_block;
    StructureTraffic traffic;
    for (int warp = 0; warp < threads / warp_size; ++warp) {
        const auto field_of_lane = [=](int field) {
            return request_of([=](int lane) {
                const int record = warp * warp_size + lane;
                // Through shared memory, a thread moves word `field * threads + thread` of the block, whatever field of
                // a record that is.
                return layout == Layout::structures ? record * Record::fields + field : field * threads + record;
            });
        };
        const int read = layout == Layout::through_shared ? Record::fields : Record::read;
        const int written = layout == Layout::through_shared ? Record::fields : written_fields;
        for (int field = 0; field < read; ++field) traffic.loads.add(field_of_lane(field));
        for (int field = 0; field < written; ++field) traffic.stores.add(field_of_lane(field));
    }
    return traffic;
}

template <class Record>
double time_layout_ms(const LessonBench& bench, Layout layout, const DeviceBuffer<float>& in,
                      DeviceBuffer<float>& out) {
    constexpr std::uint32_t blocks = records / structure_block;
    poison(bench, out);
    const Spread time = time_ms(bench, [&] {
        const cudaStream_t stream = bench.stream.get();
        if (layout == Layout::structures)
            move_structures<Record><<<blocks, structure_block, 0, stream>>>(in.data(), out.data());
        else if (layout == Layout::through_shared)
            move_through_shared<Record><<<blocks, structure_block, 0, stream>>>(in.data(), out.data());
        else
            move_arrays<Record><<<blocks, structure_block, 0, stream>>>(in.data(), out.data(), records);
        check_launch();
    });
    if (layout == Layout::arrays)
        verify(bench, "structure of arrays", out, std::size_t{records} * written_fields, MovedArray<Record>{records});
    else
        verify(bench, "array of structures", out, std::size_t{records} * Record::fields,
               MovedField<Record>{poisoned_float, layout == Layout::through_shared});
    return time.median;
}

template <class Record>
void measure(const LessonBench& bench, const std::string& what, Lesson& lesson) {
    const auto in = known_floats(bench, std::size_t{records} * Record::fields);
    DeviceBuffer<float> out(std::size_t{records} * Record::fields);
    const double arrays_ms = time_layout_ms<Record>(bench, Layout::arrays, in, out);
    const auto sectors_once = [](const StructureTraffic& traffic) {
        return static_cast<double>(traffic.loads.distinct() + traffic.stores.distinct() + traffic.stores.partial());
    };
    const double arrays_sectors = sectors_once(count<Record>(Layout::arrays));
    const auto add = [&](const char* name, Layout layout, double layout_ms) {
        const StructureTraffic traffic = count<Record>(layout);
        lesson.rows.push_back(
            {text_of(what, ", ", name),
             {traffic.loads.sectors_per_request(), 100 * traffic.loads.use(),
              sectors_once(traffic) * sector_bytes / structure_block, sectors_once(traffic) / arrays_sectors,
              layout_ms / arrays_ms, layout_ms, gb_s(4.0 * (Record::read + written_fields) * records, layout_ms)}});
    };
    add("structure of arrays", Layout::arrays, arrays_ms);
    add("array of structures", Layout::structures, time_layout_ms<Record>(bench, Layout::structures, in, out));
    add("through shared memory", Layout::through_shared,
        time_layout_ms<Record>(bench, Layout::through_shared, in, out));
}

}  // namespace

Lesson structures(const LessonBench& bench) {
    Lesson lesson;
    lesson.columns = {{"predicted_sectors_per_request", "pred.\nsectors"},
                      {"predicted_use_percent", "pred. use\nper request %"},
                      {"predicted_bytes_per_record", "pred. bytes\nper record"},
                      {"predicted_ratio", "pred.\nratio"},
                      {"ratio", "\nratio"},
                      {"ms", "\nms"},
                      {"gb_s", "\nGB/s"}};
    measure<PointRecord>(bench, "points", lesson);
    measure<BodyRecord>(bench, "bodies", lesson);
    lesson.notes = {text_of(
        "The arrays have ", records >> 20U,
        " million records. Points of 3 floats are moved by a vector. Bodies of 7 floats (position, velocity, mass) are "
        "moved by their velocity, as at the end of an N-body step. Columns \"sectors\" and \"use\" are those of one "
        "request of a load. Column \"bytes per record\" counts all sectors read and written once. A sector that is "
        "written in part is also read. Column \"ratio\" compares with the structure of arrays, by these bytes and by "
        "time. Column \"GB/s\" counts only bytes of fields that are read and written.")};
    return lesson;
}

}  // namespace hexscan::memory
