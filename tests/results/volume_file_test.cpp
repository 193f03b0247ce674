// The volume on disks that fill up and from many threads. What readers find in it: volume_read_back_test.py.

#include "src/results/volume_file.h"

#include <algorithm>
#include <atomic>
#include <string>

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "src/scan/cpu_engine.h"
#include "src/scan/delivery.h"
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
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_,
                        [](const Delivery&) { return std::string(100, 'r'); });
        Consumer* const consumers[] = {&file};
        deliver(cpu_engine(), make_scan_plan(platform_), consumers, {});
    }

    Platform platform_ = small_platform();
};

TEST_F(VolumeFileTest, AppearsOnlyWhenItIsWhole) {
    {
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_,
                        [](const Delivery&) { return std::string(); });
        EXPECT_TRUE(names_in(folder_).empty()) << "nothing before the first slice: the folder is not ready yet";
        const Workspace workspace = scan_on_cpu(make_scan_plan(platform_));
        file.take({3, workspace[3], {}});
        EXPECT_EQ(names_in(folder_).count("workspace.vtkhdf"), 0U);
    }
    EXPECT_TRUE(names_in(folder_).empty());
    write();
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"workspace.vtkhdf"});
}

/// Wherever the disk fills up, the reason is told, nothing stays, and HDF5 works afterwards as before.
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
    const Workspace workspace = scan_on_cpu(make_scan_plan(platform_));
    const std::vector<float> values(60 * 50, 1.5F);
    VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), folder_,
                    [](const Delivery&) { return std::string(); });
    file.take({0, workspace[0], {{"clearance", "m", values}}});
    EXPECT_THROW(file.take({1, workspace[1], {}}), std::logic_error);
    EXPECT_THROW(file.take({1, workspace[1], {{"tilt", "deg", values}}}), std::logic_error);
    EXPECT_THROW(file.take({1, workspace[1], {{"clearance", "m", std::vector<float>(7)}}}), std::logic_error);
    EXPECT_THROW(file.take({1, workspace[1], {{"clearance", "m", std::vector<std::uint8_t>(60 * 50)}}}),
                 std::logic_error);
    file.take({1, workspace[1], {{"clearance", "m", values}}});
}

/// Two volumes at once, each from all threads: HDF5 itself stands no two calls at a time.
TEST_F(VolumeFileTest, TwoAtOnce) {
    std::atomic<int> done = 0;
    const fs::path other = folder_ / "other";
    fs::create_directory(other);
    tbb::parallel_for(0, 2, [&](int i) {
        VolumeFile file(platform_.machine.name, scan_grid(platform_.scan), i == 0 ? folder_ : other,
                        [](const Delivery&) { return std::string("r"); });
        Consumer* const consumers[] = {&file};
        deliver(cpu_engine(), make_scan_plan(platform_), consumers, {});
        ++done;
    });
    EXPECT_EQ(done, 2);
    EXPECT_EQ(fs::file_size(folder_ / "workspace.vtkhdf"), fs::file_size(other / "workspace.vtkhdf"));
}

}  // namespace
