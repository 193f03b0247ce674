#include <string>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/platform.h"
#include "src/study/memory/lesson_bench.cuh"
#include "stages/registry.h"
#include "stages/slice_stage.h"

/// Measures the lesson "carve-out": the kernel of stage 1 with different preferences for shared memory.
namespace hexscan::memory {
namespace {

constexpr int slices = 50;

/// Sets the preference of a kernel for shared memory while this object lives. -1 leaves the choice to the driver.
class PreferredCarveOut {
public:
    PreferredCarveOut(const void* kernel, int percent) : kernel_(kernel) {
        HEXSCAN_CUDA_CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
    }
    PreferredCarveOut(const PreferredCarveOut&) = delete;
    PreferredCarveOut& operator=(const PreferredCarveOut&) = delete;
    ~PreferredCarveOut() {
        HEXSCAN_CUDA_REPORT(cudaFuncSetAttribute(kernel_, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
    }

private:
    const void* kernel_;
};

}  // namespace

Lesson carve_out(const LessonBench& bench) {
    Platform platform = built_in_platform();
    platform.scan.z.count = slices;
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace reference = scan_reference(plan.oriented());
    const Stage& stage = *find_stage("1")->stage;
    const auto& kernel = dynamic_cast<const SliceStage&>(stage).spec().kernel;
    const StageResources resources = stage.resources();
    const auto scan = stage.prepare_stage(plan.oriented());
    Lesson lesson;
    lesson.columns = {{"predicted_shared_kb", "pred.\nshared KB"},
                      {"predicted_blocks_per_sm", "pred.\nblocks/SM"},
                      {"ms", "kernel\nms"},
                      {"times_best", "x\nbest"}};
    double best_ms = 0;
    for (const int percent : {-1, 100, 75, 50, 25, 0}) {
        const PreferredCarveOut preferred(reinterpret_cast<const void*>(kernel.launch), percent);
        warm_up([&] { scan->kernel_alone_ms(); });
        std::vector<double> times_ms;
        for (int repeat = 0; repeat < bench.repeats; ++repeat) times_ms.push_back(scan->kernel_alone_ms());
        scan->poison(0xAA);
        scan->scan();
        if (!hexscan::verify(*scan, plan.oriented(), reference, stage.margin_tolerance(plan)).passed)
            throw VerificationError("hexscan memory: carve-out: a verdict of stage 1 is wrong");
        std::optional<double> shared_kb, blocks;
        if (percent >= 0)
            if (const auto kb = carve_out_kb(bench.device.capability_major, bench.device.capability_minor, percent,
                                             resources.static_shared_bytes)) {
                constexpr int reserved_bytes = 1024;
                shared_kb = *kb;
                blocks = *kb * 1024 / (resources.static_shared_bytes + reserved_bytes);
            }
        const double median_ms = spread_of(times_ms).median;
        if (best_ms == 0 || median_ms < best_ms) best_ms = median_ms;
        lesson.rows.push_back({percent < 0 ? "left to the driver" : text_of(percent, " % shared memory"),
                               {shared_kb, blocks, median_ms, {}}});
    }
    for (LessonRow& row : lesson.rows) row.figures[3] = row.figures[2].value() / best_ms;
    lesson.notes = {text_of(
        "The lesson runs the kernel of stage 1 for ", slices, " slices in one launch. A block takes ",
        resources.static_shared_bytes,
        " bytes of shared memory. L1 and shared memory share one memory. A kernel can request a percentage of "
        "the largest possible shared memory. Column \"shared KB\" has the smallest of the driver's sizes that "
        "satisfies the request and has room for one block. Column \"blocks\" has the number of blocks that fit into "
        "it.")};
    return lesson;
}

}  // namespace hexscan::memory
