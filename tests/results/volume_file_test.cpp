// Tests the volume on disks that fill up, from many threads and in any order. volume_read_back_test.py reads the file
// with other programs.

#include "src/results/volume/volume_file.h"
#include "hexscan/errors.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

Platform small_platform() {
    Platform platform = built_in_platform();
    platform.scan.x.count = 60;
    platform.scan.y.count = 50;
    platform.scan.z.count = 40;
    return platform;
}

class VolumeFileTest : public FolderTest {
protected:
    void write() const {
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_);
        Consumer* const consumers[] = {&file};
        deliver(cpu_engine(), make_scan_plan(platform_), consumers, {});
        file.write(std::string(100, 'r'));
    }

    Platform platform_ = small_platform();
};

TEST_F(VolumeFileTest, AppearsOnlyWhenItIsWhole) {
    {
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_);
        EXPECT_TRUE(names_in(folder_).empty()) << "nothing before the first slice: the folder is not ready yet";
        const Workspace workspace = scan_on_cpu(make_scan_plan(platform_).oriented());
        file.take({3, workspace[3], {}});
        EXPECT_EQ(names_in(folder_).count("workspace.vtkhdf"), 0U);
    }
    EXPECT_TRUE(names_in(folder_).empty());
    write();
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"workspace.vtkhdf"});
}

/// At every point where the disk can fill up, the error gives the reason, no file stays, and HDF5 still works
/// afterwards.
TEST_F(VolumeFileTest, AFullDiskAnywhereLeavesNothing) {
    write();
    const auto size = fs::file_size(folder_ / "workspace.vtkhdf");
    fs::remove(folder_ / "workspace.vtkhdf");
    int limits = 0;
    for (std::uintmax_t limit = 0; limit < size; limit += std::max<std::uintmax_t>(size / 23, 1), ++limits) {
        const std::string message = output_error_of([&] {
            const FileSizeLimit full(limit);
            write();
        });
        EXPECT_TRUE(contains(message, "workspace.vtkhdf: File too large")) << limit << ": " << message;
        EXPECT_TRUE(names_in(folder_).empty()) << limit;
    }
    EXPECT_GE(limits, 23);
    write();
    EXPECT_EQ(fs::file_size(folder_ / "workspace.vtkhdf"), size);
}

TEST_F(VolumeFileTest, AFolderThatIsGoneIsNamed) {
    fs::remove(folder_);
    EXPECT_TRUE(contains(output_error_of([&] { write(); }), "cannot create"));
}

TEST_F(VolumeFileTest, FieldsMustBeTheSameInEverySlice) {
    const Workspace workspace = scan_on_cpu(make_scan_plan(platform_).oriented());
    const std::vector<float> values(60 * 50, 1.5F);
    VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_);
    file.take({0, workspace[0], {{"clearance", "m", values}}});
    EXPECT_THROW(file.take({1, workspace[1], {}}), InternalError);
    EXPECT_THROW(file.take({1, workspace[1], {{"tilt", "deg", values}}}), InternalError);
    EXPECT_THROW(file.take({1, workspace[1], {{"clearance", "m", std::vector<float>(7)}}}), InternalError);
    EXPECT_THROW(file.take({1, workspace[1], {{"clearance", "m", std::vector<std::uint8_t>(60 * 50)}}}), InternalError);
    file.take({1, workspace[1], {{"clearance", "m", values}}});
}

/// Chunks are in the file in the order of writing. The order in which threads finish must not show.
TEST_F(VolumeFileTest, IsTheSameInWhateverOrderItsSlicesCome) {
    const Workspace workspace = scan_on_cpu(make_scan_plan(platform_).oriented());
    const auto written = [&](const std::vector<int>& order) {
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_);
        for (const int index : order) {
            std::vector<float> values(60 * 50);
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * i + 1) % (index + 2U));
            file.take({index, workspace[static_cast<std::size_t>(index)], {{"clearance", "m", std::move(values)}}});
        }
        file.write("r");
        return content(folder_ / "workspace.vtkhdf");
    };
    std::vector<int> order(40);
    std::iota(order.begin(), order.end(), 0);
    const std::string in_turn = written(order);
    EXPECT_GT(in_turn.size(), 10'000U);
    EXPECT_TRUE(written({order.rbegin(), order.rend()}) == in_turn) << "the last one first";
    for (const unsigned seed : {1U, 2U, 3U}) {
        std::shuffle(order.begin(), order.end(), std::minstd_rand(seed));
        EXPECT_TRUE(written(order) == in_turn) << "shuffled by " << seed;
    }
}

/// Two volumes are written at once, each from all threads. HDF5 itself does not allow two calls at a time.
TEST_F(VolumeFileTest, TwoAtOnce) {
    std::atomic<int> done = 0;
    const fs::path other = folder_ / "other";
    fs::create_directory(other);
    tbb::parallel_for(0, 2, [&](int i) {
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), i == 0 ? folder_ : other);
        Consumer* const consumers[] = {&file};
        deliver(cpu_engine(), make_scan_plan(platform_), consumers, {});
        file.write("r");
        ++done;
    });
    EXPECT_EQ(done, 2);
    EXPECT_TRUE(content(folder_ / "workspace.vtkhdf") == content(other / "workspace.vtkhdf"));
}

}  // namespace
