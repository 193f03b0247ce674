// Everything a run leaves behind, read back: images byte by byte, radii.csv field by field, circles and
// borders of workspaces whose size is known, files that fail half way.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tbb/parallel_for.h>

// Private copies of stb, to compare with and to read back.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include "kernels/kinematics.h"
#include "src/atomic_file.h"
#include "src/border_contact.h"
#include "src/image_writer.h"
#include "src/output_error.h"
#include "src/output_folder.h"
#include "src/radii_csv.h"
#include "src/slice_radii.h"
#include "src/slice_sink.h"

namespace {

using namespace hexscan;
namespace fs = std::filesystem;

constexpr double no_upper_limit = 1e9;

// ---- helpers --------------------------------------------------------------------------------------------

class OutputsTest : public testing::Test {
protected:
    OutputsTest() {
        std::string pattern = (fs::temp_directory_path() / "hexscan_outputs_XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        folder_ = pattern;
    }
    ~OutputsTest() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    fs::path folder_;
};

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

void touch(const fs::path& path) { std::ofstream(path) << "x"; }

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
    return names;
}

/// A picture by what is reachable at (column, row), row 0 at the lowest y.
using Picture = std::function<bool(int column, int row)>;

WorkspaceSlice slice_of(int columns, int rows, const Picture& reachable) {
    WorkspaceSlice slice;
    std::vector<std::uint8_t> verdicts(static_cast<std::size_t>(columns));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
            verdicts[static_cast<std::size_t>(column)] = reachable(column, row) ? 1 : 0;
        append_row_from_bytes(verdicts, slice);
    }
    return slice;
}

Picture random_picture(unsigned seed, double density) {
    return [=](int column, int row) {
        std::uint32_t hash = seed * 7919U + static_cast<std::uint32_t>(column) * 104729U;
        hash = (hash ^ static_cast<std::uint32_t>(row) * 1299709U) * 2654435769U;
        hash = (hash ^ hash >> 15) * 2246822519U;
        return (hash >> 8) * 0x1p-24 < density;
    };
}

GridAxis<double> axis(double from_m, double to_m, int count) {
    return {from_m, to_m, count > 1 ? (to_m - from_m) / (count - 1) : 0.0, count, 0, count};
}

/// Six equal legs without offset: what is reachable is a ball around the origin, hollow below min_length_m.
ScanPlan ball(double radius_m, GridAxis<double> x, GridAxis<double> y, GridAxis<double> z,
              double min_length_m = 0) {
    ScanPlan plan{};
    plan.geometry.x = x;
    plan.geometry.y = y;
    plan.geometry.z = z;
    for (Leg<double>& leg : plan.geometry.legs) {
        leg.base_axis = leg.platform_axis = {0, 0, 1};
        leg.min_length_m = min_length_m;
        leg.max_length_m = radius_m;
        leg.min_length_sq_m2 = min_length_m * min_length_m;
        leg.max_length_sq_m2 = radius_m * radius_m;
        leg.base_min_elevation_rad = leg.platform_min_elevation_rad = unlimited_elevation_rad;
        leg.base_signed_cos_sq = leg.platform_signed_cos_sq = unlimited_signed_cos_sq;
    }
    return plan;
}

WorkspaceSlice scan(const ScanPlan& plan, int slice) {
    const ScanGeometry<double>& grid = plan.geometry;
    return slice_of(plan.columns(), plan.rows(), [&](int column, int row) {
        return exact_reachable(grid, grid_coordinate(grid.x, column), grid_coordinate(grid.y, row),
                               grid_coordinate(grid.z, slice));
    });
}

SliceRadii radii_of(const ScanPlan& plan, int slice) {
    return slice_radii(plan, slice, row_extents(plan, scan(plan, slice)));
}

// ---- images ---------------------------------------------------------------------------------------------

std::uint32_t little_endian(const std::string& bytes, std::size_t at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

/// Checks every byte of a BMP against the format's definition: header, pixels from the lowest row up,
/// padding.
void expect_bmp(const std::string& bmp, int columns, int rows, const Picture& white) {
    const std::size_t row_bytes = (static_cast<std::size_t>(columns) * 3 + 3) / 4 * 4;
    ASSERT_EQ(bmp.size(), 54 + row_bytes * static_cast<std::size_t>(rows));
    EXPECT_EQ(bmp.substr(0, 2), "BM");
    EXPECT_EQ(little_endian(bmp, 2, 4), bmp.size());
    const std::array<std::uint32_t, 6> fields{
        54, 40, static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows), 1 | 24 << 16, 0};
    for (std::size_t i = 0; i < fields.size(); ++i)
        EXPECT_EQ(little_endian(bmp, 10 + 4 * i, 4), fields[i]) << i;
    std::string pixels;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
            pixels.append(3, white(column, row) ? '\xFF' : '\x00');
        pixels.append(row_bytes - 3 * static_cast<std::size_t>(columns), '\x00');
    }
    EXPECT_TRUE(bmp.substr(54) == pixels) << columns << " x " << rows;
}

/// What stbi_write_bmp itself makes of the picture, given pixel by pixel from the top down.
std::string bmp_by_stb(int columns, int rows, const Picture& white) {
    std::vector<std::uint8_t> rgb;
    for (int row = rows - 1; row >= 0; --row)
        for (int column = 0; column < columns; ++column)
            rgb.insert(rgb.end(), 3, white(column, row) ? std::uint8_t{255} : std::uint8_t{0});
    std::string bmp;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                   static_cast<std::size_t>(size));
    };
    stbi_write_bmp_to_func(append, &bmp, columns, rows, 3, rgb.data());
    return bmp;
}

class ImageWriterTest : public OutputsTest {};

TEST_F(ImageWriterTest, EveryByteOfABmpIsAsTheFormatSays) {
    for (int columns = 1; columns <= 8; ++columns)
        for (const int rows : {1, 2, 5}) {
            ImageWriter writer(ImageFormat::bmp, columns, rows);
            for (unsigned seed = 0; seed < 6; ++seed) {  // one buffer, one picture after another
                const Picture picture = random_picture(seed, seed * 0.2);
                const fs::path path = folder_ / "slice_000.bmp";
                writer.write(path, slice_of(columns, rows, picture));
                expect_bmp(content(path), columns, rows, picture);
                EXPECT_TRUE(content(path) == bmp_by_stb(columns, rows, picture));
            }
        }
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"slice_000.bmp"});
}

TEST_F(ImageWriterTest, XGoesRightAndYGoesUp) {
    const Picture right_end_of_lowest_row = [](int column, int row) { return column == 2 && row == 0; };
    ImageWriter(ImageFormat::bmp, 3, 2).write(folder_ / "a.bmp", slice_of(3, 2, right_end_of_lowest_row));
    const std::string bmp = content(folder_ / "a.bmp");
    const std::string lowest("\0\0\0\0\0\0\xFF\xFF\xFF\0\0\0", 12);  // BMP rows go from the bottom up
    EXPECT_TRUE(bmp.substr(54) == lowest + std::string(12, '\0'));
}

TEST_F(ImageWriterTest, ImagesOfManyBandsAreWhole) {
    const int columns = 1001, rows = 517;  // bands do not divide the rows, rows need padding
    ImageWriter writer(ImageFormat::bmp, columns, rows);
    ImageWriter copy = writer;
    const auto write_with = [&](ImageWriter& used, const Picture& picture) {
        used.write(folder_ / "a.bmp", slice_of(columns, rows, picture));
        EXPECT_TRUE(content(folder_ / "a.bmp") == bmp_by_stb(columns, rows, picture));
    };
    const Picture full = [](int, int) { return true; };
    const Picture empty = [](int, int) { return false; };
    const Picture ring = [](int x, int y) {
        const int r = (x - 500) * (x - 500) + (y - 250) * (y - 250);
        return r < 240 * 240 && r > 60 * 60;
    };
    for (const Picture& picture :
         {full, ring, random_picture(1, 0.5), empty, random_picture(2, 0.02), full, empty}) {
        write_with(writer, picture);
        write_with(copy, picture);
    }
}

TEST_F(ImageWriterTest, ARowLongerThanABandIsWrittenWhole) {
    const int columns = 300'001;
    const Picture picture = [](int column, int row) { return column % 1000 < 10 + row; };
    ImageWriter(ImageFormat::bmp, columns, 3).write(folder_ / "a.bmp", slice_of(columns, 3, picture));
    EXPECT_TRUE(content(folder_ / "a.bmp") == bmp_by_stb(columns, 3, picture));
}

TEST_F(ImageWriterTest, PngHasTheSamePicture) {
    const int columns = 37, rows = 23;
    const Picture picture = random_picture(5, 0.4);
    const fs::path path = folder_ / "slice_000.png";
    ImageWriter(ImageFormat::png, columns, rows).write(path, slice_of(columns, rows, picture));
    EXPECT_EQ(content(path).substr(0, 8), "\x89PNG\r\n\x1A\n");
    int width = 0, height = 0, components = 0;
    stbi_uc* const pixels = stbi_load(path.c_str(), &width, &height, &components, 0);
    ASSERT_NE(pixels, nullptr);
    EXPECT_EQ(width, columns);
    EXPECT_EQ(height, rows);
    EXPECT_EQ(components, 1);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            EXPECT_EQ(pixels[(rows - 1 - row) * columns + column], picture(column, row) ? 255 : 0);
    stbi_image_free(pixels);
}

TEST_F(ImageWriterTest, NoneWritesNothing) {
    ImageWriter(ImageFormat::none, 3, 2).write(folder_ / "a", slice_of(3, 2, [](int, int) { return true; }));
    EXPECT_TRUE(names_in(folder_).empty());
    EXPECT_EQ(file_extension(ImageFormat::none), "");
    EXPECT_EQ(file_extension(ImageFormat::bmp), "bmp");
    EXPECT_EQ(file_extension(ImageFormat::png), "png");
}

TEST(ImageSize, TooLargeAnImageIsRefusedWithACure) {
    EXPECT_EQ(image_size_problem(ImageFormat::bmp, 1000, 1000), "");
    EXPECT_EQ(image_size_problem(ImageFormat::bmp, 26'752, 26'752), "");
    EXPECT_EQ(image_size_problem(ImageFormat::png, 20'000, 20'000), "");
    EXPECT_EQ(image_size_problem(ImageFormat::none, 1 << 24, 1 << 24), "");
    for (const ImageFormat format : {ImageFormat::bmp, ImageFormat::png}) {
        const std::string problem = image_size_problem(format, 1 << 24, 1 << 24);
        EXPECT_NE(problem.find("--image none"), std::string::npos) << problem;
        EXPECT_THROW(ImageWriter(format, 26'756, 26'756), OutputError);
    }
}

// ---- files ----------------------------------------------------------------------------------------------

/// While it lives, files cannot grow beyond `bytes`: a disk that fills up half way.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &old_limit_);
        const rlimit limit{bytes, old_limit_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &old_limit_);
        std::signal(SIGXFSZ, old_handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit old_limit_{};
    void (*old_handler_)(int);
};

template <class Action>
std::string output_error_of(Action action) {
    try {
        action();
    } catch (const OutputError& error) {
        return error.what();
    }
    return {};
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

class AtomicFileTest : public OutputsTest {};

TEST_F(AtomicFileTest, AppearsWholeUnderItsName) {
    const fs::path path = folder_ / "run.json";
    {
        AtomicFile file(path);
        file.write(std::as_bytes(std::span("ab", 2)));
        EXPECT_FALSE(fs::exists(path));
        const std::set<std::string> names = names_in(folder_);
        ASSERT_EQ(names.size(), 1U);
        EXPECT_EQ(*names.begin(), ".hexscan-" + std::to_string(getpid()) + "-run.json.part");
        EXPECT_EQ(temporary_owner(*names.begin()), getpid());
        file.write(std::as_bytes(std::span("cd", 2)));
        file.commit();
    }
    EXPECT_EQ(content(path), "abcd");
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"run.json"});
}

TEST_F(AtomicFileTest, ReplacesAnOlderFile) {
    write_whole_file(folder_ / "radii.csv", "a longer text than the next");
    write_whole_file(folder_ / "radii.csv", "short");
    EXPECT_EQ(content(folder_ / "radii.csv"), "short");
    write_whole_file(folder_ / "radii.csv", "");
    EXPECT_EQ(content(folder_ / "radii.csv"), "");
}

TEST_F(AtomicFileTest, LeavesNothingWithoutCommit) {
    write_whole_file(folder_ / "radii.csv", "old");
    {
        AtomicFile file(folder_ / "radii.csv");
        file.write(std::as_bytes(std::span("new", 3)));
    }
    EXPECT_EQ(content(folder_ / "radii.csv"), "old");
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"radii.csv"});
}

TEST_F(AtomicFileTest, AFailureHalfWayLeavesTheOldFileAndNothingElse) {
    const fs::path path = folder_ / "radii.csv";
    write_whole_file(path, "old");
    const std::string message = output_error_of([&] {
        const FileSizeLimit limit(1000);
        write_whole_file(path, std::string(5000, 'x'));
    });
    EXPECT_TRUE(contains(message, path.string())) << message;
    EXPECT_TRUE(contains(message, std::generic_category().message(EFBIG))) << message;
    EXPECT_EQ(content(path), "old");
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"radii.csv"});
}

TEST_F(AtomicFileTest, AFailedImageLeavesNothingAndTheNextOneIsRight) {
    const Picture picture = random_picture(3, 0.5), other = random_picture(4, 0.1);
    for (const ImageFormat format : {ImageFormat::bmp, ImageFormat::png}) {
        ImageWriter writer(format, 600, 600);
        const WorkspaceSlice slice = slice_of(600, 600, picture);
        const std::string message = output_error_of([&] {
            const FileSizeLimit limit(format == ImageFormat::bmp ? 700'000 : 5'000);
            writer.write(folder_ / "a", slice);
        });
        EXPECT_TRUE(contains(message, "ulimit -f")) << message;
        EXPECT_TRUE(names_in(folder_).empty());
        if (format == ImageFormat::png) continue;
        writer.write(folder_ / "b", slice_of(600, 600, other));
        EXPECT_TRUE(content(folder_ / "b") == bmp_by_stb(600, 600, other));
        fs::remove(folder_ / "b");
    }
}

TEST_F(AtomicFileTest, SaysWhatCannotBeCreatedOrNamed) {
    touch(folder_ / "file");
    const std::string message =
        output_error_of([&] { write_whole_file(folder_ / "file" / "radii.csv", "x"); });
    EXPECT_TRUE(contains(message, "radii.csv") && contains(message, "--output")) << message;
    fs::create_directories(folder_ / "taken" / "inside");
    EXPECT_FALSE(output_error_of([&] { write_whole_file(folder_ / "taken", "x"); }).empty());
    EXPECT_EQ(names_in(folder_), (std::set<std::string>{"file", "taken"}));
}

TEST(OutputProblem, AFullDiskSaysWhatHelps) {
    const std::string message = output_problem("cannot write a.bmp", ENOSPC);
    EXPECT_EQ(message, "cannot write a.bmp: " + std::generic_category().message(ENOSPC) +
                           "; free some space or choose another folder with --output");
}

TEST(TemporaryOwner, IsReadFromHexscansOwnNamesOnly) {
    EXPECT_EQ(temporary_owner(".hexscan-123-radii.csv.part"), 123);
    for (const char* name : {"", ".part", ".hexscan-.part", ".hexscan-12.part", ".hexscan-x-radii.csv.part",
                             ".hexscan--5-radii.csv.part", "hexscan-123-radii.csv.part",
                             ".hexscan-123-radii.csv", ".hexscan-99999999999-radii.csv.part"})
        EXPECT_FALSE(temporary_owner(name)) << name;
}

// ---- folder ---------------------------------------------------------------------------------------------

class OutputFolderTest : public OutputsTest {};

TEST_F(OutputFolderTest, IsCreatedWithItsParents) {
    const OutputFolder folder(folder_ / "a" / "b" / "");
    EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
}

TEST_F(OutputFolderTest, NamesSlicesWithEnoughDigits) {
    const OutputFolder folder(folder_);
    EXPECT_EQ(folder.slice_path(7, 350, "bmp"), folder_ / "slice_007.bmp");
    EXPECT_EQ(folder.slice_path(0, 1, "png"), folder_ / "slice_000.png");
    EXPECT_EQ(folder.slice_path(7, 1000, "bmp"), folder_ / "slice_007.bmp");
    EXPECT_EQ(folder.slice_path(7, 1001, "bmp"), folder_ / "slice_0007.bmp");
}

TEST_F(OutputFolderTest, RemovesAnEarlierRunAndNothingElse) {
    for (const char* name : {"slice_000.bmp", "slice_399.png", "slice_12345.bmp", "radii.csv", "run.json"})
        touch(folder_ / name);
    const std::set<std::string> foreign{"slice_00.bmp",     "slice_000.jpg", "slice_000.bmp.bak",
                                        "my_slice_000.bmp", "slice_00a.bmp", "slice_000_a.bmp",
                                        "slice_.bmp",       "radii.csv.old", "notes.txt",
                                        ".hexscan-notes",   "Slice_000.bmp", "slice_000xbmp"};
    for (const std::string& name : foreign) touch(folder_ / name);
    EXPECT_EQ(OutputFolder(folder_).remove_earlier_run(), 3);
    EXPECT_EQ(names_in(folder_), foreign);
}

TEST_F(OutputFolderTest, KeepsFoldersAndLinksOfThatName) {
    fs::create_directory(folder_ / "slice_000.bmp");
    touch(folder_ / "kept");
    fs::create_symlink(folder_ / "kept", folder_ / "slice_001.bmp");
    EXPECT_EQ(OutputFolder(folder_).remove_earlier_run(), 0);
    EXPECT_EQ(names_in(folder_), (std::set<std::string>{"kept", "slice_000.bmp", "slice_001.bmp"}));
}

TEST_F(OutputFolderTest, RemovesUnfinishedFilesOfProcessesThatAreGone) {
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    ASSERT_GT(child, 0);
    const std::string name = ".hexscan-" + std::to_string(child) + "-slice_000.bmp.part";
    touch(folder_ / name);
    OutputFolder(folder_).remove_earlier_run();
    EXPECT_EQ(names_in(folder_), std::set<std::string>{name});
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    OutputFolder(folder_).remove_earlier_run();
    EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(OutputFolderTest, SaysWhyItCannotBeUsed) {
    touch(folder_ / "file");
    for (const fs::path& path : {folder_ / "file", folder_ / "file" / "inside"}) {
        const std::string message = output_error_of([&] { OutputFolder{path}; });
        EXPECT_TRUE(contains(message, path.string()) && contains(message, "--output")) << message;
    }
}

// ---- radii ----------------------------------------------------------------------------------------------

/// The definition of RowExtent, column by column.
RowExtent extent_by_definition(std::span<const std::uint8_t> verdicts, int axis_column) {
    RowExtent extent;
    for (int column = 0; column < static_cast<int>(verdicts.size()); ++column) {
        if (verdicts[static_cast<std::size_t>(column)] != 0) {
            if (extent.first < 0) extent.first = column;
            extent.last = column;
            ++extent.reachable;
        } else if (column < axis_column) {
            extent.unreachable_below = column;
        } else if (extent.unreachable_from < 0) {
            extent.unreachable_from = column;
        }
    }
    return extent;
}

TEST(RowExtents, EveryRowOfTwelveColumnsIsAsDefined) {
    constexpr int columns = 12;
    // Ranges that put the z axis before, inside, between and behind the columns.
    for (const auto& [from_m, to_m] :
         {std::pair{1.0, 12.0}, {0.0, 11.0}, {-5.5, 5.5}, {-4.0, 7.0}, {-11.0, 0.0}, {-12.0, -1.0}}) {
        const ScanPlan plan = ball(1, axis(from_m, to_m, columns), axis(0, 0, 1), axis(0, 0, 1));
        for (int pattern = 0; pattern < 1 << columns; ++pattern) {
            std::vector<std::uint8_t> verdicts;
            for (int column = 0; column < columns; ++column)
                verdicts.push_back(static_cast<std::uint8_t>(pattern >> column & 1));
            WorkspaceSlice slice;
            append_row_from_bytes(verdicts, slice);
            ASSERT_EQ(row_extents(plan, slice),
                      std::vector<RowExtent>{extent_by_definition(verdicts, axis_column(plan))})
                << "pattern " << pattern << " from " << from_m;
        }
    }
}

TEST(SliceRadii, DiscOnWholeNumbers) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 4, 5));
    const SliceRadii middle = radii_of(plan, 0);
    EXPECT_EQ(middle.slice, 0);
    EXPECT_EQ(middle.reachable_points, 81);  // lattice points in a circle of radius 5
    EXPECT_EQ(middle.area_m2, 81);
    ASSERT_TRUE(middle.circumcircle && middle.inscribed_radius_m);
    EXPECT_NEAR(middle.circumcircle->x_m, 0, 1e-15);
    EXPECT_NEAR(middle.circumcircle->y_m, 0, 1e-15);
    EXPECT_EQ(middle.circumcircle->radius_m, 5);
    EXPECT_EQ(*middle.inscribed_radius_m, std::sqrt(26.0));
    const SliceRadii above = radii_of(plan, 3);  // radius 4: (1, 4) is the nearest point outside
    EXPECT_EQ(above.z_m, 3);
    EXPECT_EQ(above.circumcircle->radius_m, 4);
    EXPECT_EQ(*above.inscribed_radius_m, std::sqrt(17.0));
}

TEST(SliceRadii, FineDiscMeetsItsCircleWithinAStep) {
    const ScanPlan plan = ball(1, axis(-1.2, 1.2, 301), axis(-1.1, 1.1, 207), axis(0.6, 0.6, 1));
    const double step_m = std::hypot(plan.geometry.x.step_m, plan.geometry.y.step_m);
    const SliceRadii radii = radii_of(plan, 0);
    EXPECT_NEAR(radii.area_m2, 3.14159265 * 0.64, 0.01);
    EXPECT_LE(radii.circumcircle->radius_m, 0.8);
    EXPECT_GT(radii.circumcircle->radius_m, 0.8 - step_m);
    EXPECT_GT(*radii.inscribed_radius_m, 0.8);
    EXPECT_LT(*radii.inscribed_radius_m, 0.8 + step_m);
}

TEST(SliceRadii, ARingHasAnUnreachableAxis) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 0, 1), 2);
    const SliceRadii radii = radii_of(plan, 0);
    EXPECT_EQ(radii.circumcircle->radius_m, 5);
    EXPECT_EQ(*radii.inscribed_radius_m, 0);
}

TEST(SliceRadii, TheAxisMayLieBetweenGridPointsOrOutsideTheGrid) {
    const SliceRadii between = radii_of(ball(2, axis(-2.5, 2.5, 6), axis(-2.5, 2.5, 6), axis(0, 0, 1)), 0);
    EXPECT_EQ(between.reachable_points, 12);  // all of the inner sixteen but the corners
    EXPECT_EQ(*between.inscribed_radius_m, std::sqrt(1.5 * 1.5 + 1.5 * 1.5));
    const SliceRadii outside = radii_of(ball(5, axis(2, 8, 7), axis(1, 8, 8), axis(0, 0, 1)), 0);
    EXPECT_EQ(*outside.inscribed_radius_m, std::sqrt(26.0));
}

TEST(SliceRadii, AnEmptySliceHasNoCircles) {
    const SliceRadii radii = radii_of(ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 9, 2)), 1);
    EXPECT_EQ(radii.reachable_points, 0);
    EXPECT_EQ(radii.area_m2, 0);
    EXPECT_FALSE(radii.circumcircle);
    EXPECT_FALSE(radii.inscribed_radius_m);
}

TEST(SliceRadii, AWholeSliceHasNoInscribedRadius) {
    const SliceRadii radii = radii_of(ball(no_upper_limit, axis(-3, 3, 7), axis(-4, 4, 9), axis(0, 0, 1)), 0);
    EXPECT_EQ(radii.circumcircle->radius_m, 5);
    EXPECT_FALSE(radii.inscribed_radius_m);
}

TEST(SliceRadii, ASingleRowOrPointHasNoArea) {
    const SliceRadii row = radii_of(ball(5, axis(-8, 8, 17), axis(3, 3, 1), axis(0, 0, 1)), 0);
    EXPECT_EQ(row.reachable_points, 9);
    EXPECT_EQ(row.area_m2, 0);
    EXPECT_EQ(row.circumcircle->radius_m, 4);
    const SliceRadii point = radii_of(ball(5, axis(1, 1, 1), axis(3, 3, 1), axis(0, 0, 1)), 0);
    EXPECT_EQ(point.circumcircle->x_m, 1);
    EXPECT_EQ(point.circumcircle->y_m, 3);
    EXPECT_EQ(point.circumcircle->radius_m, 0);
}

TEST(SliceRadii, ASlabCountsSlicesOfTheWholeGrid) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(-4, 4, 9));
    const SliceRadii whole = radii_of(plan, 7), slab = radii_of(plan.slab(6, 3), 1);
    EXPECT_EQ(slab.slice, 7);
    EXPECT_EQ(slab.z_m, whole.z_m);
    EXPECT_EQ(radii_csv(std::vector{slab}), radii_csv(std::vector{whole}));
}

// ---- radii.csv ------------------------------------------------------------------------------------------

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::string field;
    std::istringstream stream(line + separator);
    while (std::getline(stream, field, separator)) fields.push_back(field);
    return fields;
}

TEST(RadiiCsv, ReadsBackToTheLastBit) {
    std::vector<SliceRadii> slices(3);
    slices[0] = {0, 0.1, 12, 1.0 / 3, Circle{-0.0, 1e-17, std::sqrt(2.0)}, 0.3};
    slices[1] = {1, 0.1 + 0.2, 0, 0, std::nullopt, std::nullopt};
    slices[2] = {2, 5, 9'000'000'000'000, 2e-9, Circle{1, 2, 3}, std::nullopt};
    const std::vector<std::string> lines = split(radii_csv(slices), '\n');
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0],
              "slice,z_m,reachable_points,area_m2,circumcircle_x_m,circumcircle_y_m,circumcircle_radius_m,"
              "inscribed_radius_m");
    EXPECT_EQ(lines[2], "1,0.30000000000000004,0,0,,,,");
    EXPECT_EQ(lines[3], "2,5,9000000000000,2e-09,1,2,3,");
    EXPECT_EQ(lines[4], "");
    const std::vector<std::string> fields = split(lines[1], ',');
    ASSERT_EQ(fields.size(), 8U);
    EXPECT_EQ(std::stod(fields[3]), 1.0 / 3);
    EXPECT_EQ(fields[4], "0");
    EXPECT_EQ(std::stod(fields[5]), 1e-17);
    EXPECT_EQ(std::stod(fields[6]), std::sqrt(2.0));
    EXPECT_EQ(fields[7], "0.3");
}

// ---- border ---------------------------------------------------------------------------------------------

BorderContact contact_of(const ScanPlan& plan) {
    BorderContact contact;
    for (int slice = 0; slice < plan.slices(); ++slice)
        contact |= border_contact(plan, slice, row_extents(plan, scan(plan, slice)));
    return contact;
}

TEST(BorderContact, AWorkspaceInsideTheGridTouchesNothing) {
    const ScanPlan plan = ball(5, axis(-6, 6, 13), axis(-6, 6, 13), axis(-6, 6, 13));
    EXPECT_FALSE(contact_of(plan).any());
    EXPECT_EQ(describe(contact_of(plan), plan), "");
}

TEST(BorderContact, NamesTheSidesThatCutItOff) {
    const auto sides = [](GridAxis<double> x, GridAxis<double> y, GridAxis<double> z) {
        const ScanPlan plan = ball(5, x, y, z);
        return describe(contact_of(plan), plan);
    };
    const GridAxis<double> wide = axis(-6, 6, 13);
    EXPECT_EQ(sides(axis(-0.9, 6, 70), wide, wide), "x = -0.9 m");
    EXPECT_EQ(sides(wide, axis(-6, 4.5, 22), wide), "y = 4.5 m");
    EXPECT_EQ(sides(axis(-0.9, 6, 70), wide, axis(-6, 1.9, 80)), "x = -0.9 m and z = 1.9 m");
    EXPECT_EQ(sides(axis(-5, 5, 11), axis(-5, 6, 12), wide), "x = -5 m, x = 5 m and y = -5 m");
    EXPECT_EQ(sides(wide, wide, axis(1, 2, 2)), "z = 1 m and z = 2 m");
}

TEST(BorderContact, AnAxisOfOnePointHasNoSides) {
    EXPECT_FALSE(contact_of(ball(5, axis(-6, 6, 13), axis(0, 0, 1), axis(1, 1, 1))).any());
    EXPECT_FALSE(contact_of(ball(5, axis(0, 0, 1), axis(-6, 6, 13), axis(-6, 6, 13))).any());
}

TEST(BorderContact, ASlabEndsInsideTheGrid) {
    const ScanPlan plan = ball(5, axis(-6, 6, 13), axis(-6, 6, 13), axis(-3, 6, 10));
    EXPECT_FALSE(contact_of(plan.slab(1, 4)).any());
    EXPECT_EQ(describe(contact_of(plan.slab(0, 4)), plan), "z = -3 m");
}

// ---- sink -----------------------------------------------------------------------------------------------

class SliceSinkTest : public OutputsTest {
protected:
    const ScanPlan plan_ = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(-6, 4, 11));
    std::atomic<bool> interrupted_ = false;
};

TEST_F(SliceSinkTest, TakesSlicesFromAllThreadsInAnyOrder) {
    const OutputFolder output(folder_);
    SliceSink sink(plan_, output, ImageFormat::bmp, interrupted_);
    tbb::parallel_for(0, plan_.slices(), [&](int slice) {
        const WorkspaceSlice runs = scan(plan_, slice);
        const std::vector<RowExtent> extents = row_extents(plan_, runs);
        sink.accept(slice, runs, slice % 2 == 0 ? extents : std::vector<RowExtent>{});
    });
    const auto summary = sink.finish();
    ASSERT_TRUE(summary);
    std::vector<SliceRadii> radii;
    std::int64_t points = 0;
    for (int slice = 0; slice < plan_.slices(); ++slice) {
        radii.push_back(radii_of(plan_, slice));
        points += radii.back().reachable_points;
        const WorkspaceSlice runs = scan(plan_, slice);
        expect_bmp(content(output.slice_path(slice, plan_.slices(), "bmp")), 17, 17,
                   [&](int column, int row) {
                       return std::ranges::any_of(runs.row(row), [&](const auto& run) {
                           return run.first <= column && column <= run.last;
                       });
                   });
    }
    EXPECT_EQ(content(output.radii_path()), radii_csv(radii));
    EXPECT_EQ(names_in(folder_).size(), 12U);
    EXPECT_EQ(summary->reachable_points, points);
    EXPECT_EQ(summary->volume_m3, static_cast<double>(points));
    ASSERT_TRUE(summary->widest_slice);
    EXPECT_EQ(summary->widest_slice->z_m, 0);
    EXPECT_EQ(summary->widest_slice->circumcircle->radius_m, 5);
    EXPECT_EQ(describe(summary->border, plan_), "z = 4 m");
    EXPECT_GT(summary->image_seconds, 0);
}

TEST_F(SliceSinkTest, AnInterruptedScanLeavesNoRadii) {
    const OutputFolder output(folder_);
    SliceSink sink(plan_, output, ImageFormat::bmp, interrupted_);
    sink.accept(0, scan(plan_, 0), {});
    interrupted_ = true;
    for (int slice = 1; slice < plan_.slices(); ++slice) sink.accept(slice, scan(plan_, slice), {});
    EXPECT_FALSE(sink.finish());
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"slice_000.bmp"});
}

TEST_F(SliceSinkTest, AnEmptyWorkspaceAndNoImages) {
    const ScanPlan plan = ball(0.1, axis(1, 2, 3), axis(1, 2, 3), axis(1, 2, 2));
    const OutputFolder output(folder_);
    SliceSink sink(plan, output, ImageFormat::none, interrupted_);
    for (int slice = 0; slice < 2; ++slice) sink.accept(slice, scan(plan, slice), {});
    const auto summary = sink.finish();
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->reachable_points, 0);
    EXPECT_EQ(summary->volume_m3, 0);
    EXPECT_FALSE(summary->widest_slice);
    EXPECT_FALSE(summary->border.any());
    EXPECT_EQ(summary->image_seconds, 0);
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"radii.csv"});
}

TEST_F(SliceSinkTest, AFailingDiskReachesTheCaller) {
    const OutputFolder output(folder_);
    SliceSink sink(plan_, output, ImageFormat::bmp, interrupted_);
    const std::string message = output_error_of([&] {
        const FileSizeLimit limit(100);
        tbb::parallel_for(0, plan_.slices(), [&](int slice) { sink.accept(slice, scan(plan_, slice), {}); });
    });
    EXPECT_TRUE(contains(message, "slice_0")) << message;
    EXPECT_FALSE(sink.finish());
    EXPECT_TRUE(names_in(folder_).empty());
}

}  // namespace
