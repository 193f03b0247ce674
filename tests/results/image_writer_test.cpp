#include "src/results/pictures/image_writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

// stb_image reads the images back. It shares no code with the writers.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_BMP
#include <stb/stb_image.h>

#include "src/files/platform_file.h"
#include "src/results/pictures/map_images.h"
#include "src/scan/map_kind.h"
#include "tests/support/pictures.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

std::uint32_t little_endian(const std::string& bytes, std::size_t at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

/// Compares every byte of a BMP with the format's definition: the header, the pixels from the lowest row up, and the
/// padding.
void expect_bmp(const std::string& bmp, int columns, int rows, const Picture& white) {
    const std::size_t row_bytes = (static_cast<std::size_t>(columns) + 31) / 32 * 4;
    ASSERT_EQ(bmp.size(), 62 + row_bytes * static_cast<std::size_t>(rows));
    EXPECT_EQ(bmp.substr(0, 2), "BM");
    const std::array<std::uint32_t, 15> fields{static_cast<std::uint32_t>(bmp.size()),
                                               0,
                                               62,
                                               40,
                                               static_cast<std::uint32_t>(columns),
                                               static_cast<std::uint32_t>(rows),
                                               1 | 1 << 16,
                                               0,
                                               0,
                                               0,
                                               0,
                                               2,
                                               0,
                                               0x000000,
                                               0xFFFFFF};
    for (std::size_t i = 0; i < fields.size(); ++i) EXPECT_EQ(little_endian(bmp, 2 + 4 * i, 4), fields[i]) << i;
    std::string pixels(row_bytes * static_cast<std::size_t>(rows), '\x00');
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            char& byte = pixels[row_bytes * static_cast<std::size_t>(row) + static_cast<std::size_t>(column / 8)];
            if (white(column, row)) byte = static_cast<char>(byte | 0x80 >> column % 8);
        }
    EXPECT_TRUE(bmp.substr(62) == pixels) << columns << " x " << rows;
}

/// The grey level of every point, as stb reads the image. The grid's lowest row is first.
std::vector<std::uint8_t> shades_read_back(const fs::path& path, int columns, int rows) {
    int width = 0, height = 0, components = 0;
    stbi_uc* const pixels = stbi_load(path.c_str(), &width, &height, &components, 1);
    if (pixels == nullptr) throw std::runtime_error(path.string() + ": " + stbi_failure_reason());
    EXPECT_EQ(width, columns);
    EXPECT_EQ(height, rows);
    std::vector<std::uint8_t> shades;
    for (int row = rows - 1; row >= 0; --row)
        shades.insert(shades.end(), pixels + row * columns, pixels + (row + 1) * columns);
    stbi_image_free(pixels);
    return shades;
}

/// The colour of every point as rrggbb, row by row. The grid's lowest row is first.
std::vector<std::uint32_t> colours_read_back(const fs::path& path) {
    int width = 0, height = 0, components = 0;
    stbi_uc* const pixels = stbi_load(path.c_str(), &width, &height, &components, 3);
    if (pixels == nullptr) throw std::runtime_error(path.string() + ": " + stbi_failure_reason());
    std::vector<std::uint32_t> colours;
    for (int row = height - 1; row >= 0; --row)
        for (int column = 0; column < width; ++column) {
            const stbi_uc* const rgb = pixels + 3 * (row * width + column);
            colours.push_back(std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2]);
        }
    stbi_image_free(pixels);
    return colours;
}

std::uint32_t rgb_of(Colour c) { return std::uint32_t{c.red} << 16 | std::uint32_t{c.green} << 8 | c.blue; }

class ImageWriterTest : public FolderTest {};

TEST_F(ImageWriterTest, OnTheMapOfLimitsLiesTheBorderOfWhatIsReachableAndOnNoOther) {
    constexpr int columns = 23, rows = 17;
    constexpr std::size_t points = columns * rows;
    Platform platform = built_in_platform();
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    platform.scan.z = {1.4, 1.4, 1, false};
    const std::vector<MapColours> colours = colours_of_maps(platform);
    std::vector<float> clearances(points);
    std::vector<std::uint8_t> limits(points);
    for (std::size_t i = 0; i < points; ++i) {
        clearances[i] = 0.001F * static_cast<float>(i);
        limits[i] = static_cast<std::uint8_t>(1 + 5 * i % 24);
    }
    const Picture pictures[] = {random_picture(7, 0.6), [](int, int) { return true; }, [](int, int) { return false; }};
    for (const Picture& picture : pictures) {
        Slice slice{0, slice_of(columns, rows, picture)};
        slice.fields = {{"clearance", "m", clearances}, {"limit", "", limits}};
        MapImages images(scan_grid(platform.scan), colours, folder_, true);
        images.take(slice);
        const auto reachable = [&](int column, int row) {
            return column >= 0 && column < columns && row >= 0 && row < rows && picture(column, row);
        };
        const std::vector<std::uint32_t> clearance = colours_read_back(folder_ / "clearance_000.png"),
                                         limit = colours_read_back(folder_ / "limit_000.png");
        ASSERT_EQ(clearance.size(), points);
        ASSERT_EQ(limit.size(), points);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const auto i = static_cast<std::size_t>(row * columns + column);
                const bool here = reachable(column, row);
                const bool border = reachable(column - 1, row) != here || reachable(column + 1, row) != here ||
                                    reachable(column, row - 1) != here || reachable(column, row + 1) != here;
                EXPECT_EQ(limit[i], border ? (here ? 0x000000U : 0xFFFFFFU) : rgb_of(colours[1].palette()[limits[i]]))
                    << column << ", " << row;
                EXPECT_EQ(clearance[i], rgb_of(colours[0].palette()[colours[0].index_of(clearances[i])]));
            }
    }
    EXPECT_NE(colours[1].legend().find("border of the reachable positions"), std::string::npos);
    EXPECT_EQ(colours[0].legend().find("border"), std::string::npos);
}

TEST_F(ImageWriterTest, EveryByteOfABmpIsAsTheFormatSays) {
    for (const int columns : {1, 2, 7, 8, 9, 31, 32, 33, 65})
        for (const int rows : {1, 2, 5}) {
            ImageWriter writer(ImageFormat::bmp, columns, rows);
            for (unsigned seed = 0; seed < 6; ++seed) {  // one writer writes several images
                const Picture picture = random_picture(seed, seed * 0.2);
                const fs::path path = folder_ / "slice_000.bmp";
                writer.write(path, slice_of(columns, rows, picture));
                expect_bmp(content(path), columns, rows, picture);
            }
        }
    EXPECT_EQ(names_in(folder_), std::set<std::string>{"slice_000.bmp"});
}

TEST_F(ImageWriterTest, XGoesRightAndYGoesUp) {
    const Picture right_end_of_lowest_row = [](int column, int row) { return column == 2 && row == 0; };
    ImageWriter(ImageFormat::bmp, 3, 2).write(folder_ / "a.bmp", slice_of(3, 2, right_end_of_lowest_row));
    const std::string bmp = content(folder_ / "a.bmp");
    const std::string lowest("\x20\0\0\0", 4);  // the lowest row comes first, its first point in the highest bit
    EXPECT_TRUE(bmp.substr(62) == lowest + std::string(4, '\0'));
    EXPECT_EQ(shades_read_back(folder_ / "a.bmp", 3, 2), (std::vector<std::uint8_t>{0, 0, 255, 0, 0, 0}));
}

TEST_F(ImageWriterTest, ImagesOfManyBandsAreWhole) {
    const int columns = 9001, rows = 517;  // bands do not divide the rows, rows need padding
    ImageWriter writer(ImageFormat::bmp, columns, rows);
    ImageWriter copy = writer;
    const auto write_with = [&](ImageWriter& used, const Picture& picture) {
        used.write(folder_ / "a.bmp", slice_of(columns, rows, picture));
        expect_bmp(content(folder_ / "a.bmp"), columns, rows, picture);
    };
    const Picture full = [](int, int) { return true; };
    const Picture empty = [](int, int) { return false; };
    const Picture ring = [](int x, int y) {
        const int r = (x - 4500) * (x - 4500) + (y - 250) * (y - 250);
        return r < 2400 * 2400 && r > 60 * 60;
    };
    for (const Picture& picture : {full, ring, random_picture(1, 0.5), empty, random_picture(2, 0.02), full, empty}) {
        write_with(writer, picture);
        write_with(copy, picture);
    }
}

TEST_F(ImageWriterTest, ARowLongerThanABandIsWrittenWhole) {
    const int columns = 5'000'001;
    const Picture picture = [](int column, int row) { return column % 1000 < 10 + row; };
    ImageWriter(ImageFormat::bmp, columns, 3).write(folder_ / "a.bmp", slice_of(columns, 3, picture));
    expect_bmp(content(folder_ / "a.bmp"), columns, 3, picture);
}

TEST_F(ImageWriterTest, PngHasTheSamePicture) {
    const int columns = 37, rows = 23;
    const Picture picture = random_picture(5, 0.4);
    const fs::path path = folder_ / "slice_000.png";
    ImageWriter(ImageFormat::png, columns, rows).write(path, slice_of(columns, rows, picture));
    EXPECT_EQ(content(path).substr(0, 8), "\x89PNG\r\n\x1A\n");
    std::vector<std::uint8_t> expected;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) expected.push_back(picture(column, row) ? 255 : 0);
    EXPECT_EQ(shades_read_back(path, columns, rows), expected);
}

TEST_F(ImageWriterTest, ProvedIsWhiteAndPossibleIsGreyInBothFormats) {
    const int columns = 37, rows = 23;
    const Picture proved = [](int column, int row) { return column > 10 && column < 20 + row; };
    const Picture possible = [](int column, int row) { return column > 5 && row < 20; };
    for (const ImageFormat format : {ImageFormat::bmp, ImageFormat::png}) {
        ImageWriter(format, columns, rows, ImageShades::three)
            .write_shaded(folder_ / "a", slice_of(columns, rows, possible), slice_of(columns, rows, proved));
        std::vector<std::uint8_t> expected;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                expected.push_back(proved(column, row) ? 255 : possible(column, row) ? 128 : 0);
        EXPECT_EQ(shades_read_back(folder_ / "a", columns, rows), expected);
    }
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
    return value;
}

/// Checks the pixels per metre: bytes 38 to 45 of a BMP, or the chunk pHYs of a PNG.
void expect_density(const fs::path& path, std::uint32_t x, std::uint32_t y) {
    const std::string bytes = content(path);
    if (path.extension() == ".bmp") {
        EXPECT_EQ(little_endian(bytes, 38, 4), x) << path;
        EXPECT_EQ(little_endian(bytes, 42, 4), y) << path;
        return;
    }
    const std::size_t chunk = bytes.find("pHYs");
    ASSERT_EQ(chunk != std::string::npos, x != 0) << path;
    if (x == 0) return;
    EXPECT_EQ(big_endian(bytes, chunk + 4), x) << path;
    EXPECT_EQ(big_endian(bytes, chunk + 8), y) << path;
    EXPECT_EQ(bytes.at(chunk + 12), 1) << "the unit is the metre";
}

TEST_F(ImageWriterTest, BothFormatsSayHowLargeAPixelIs) {
    const WorkspaceSlice slice = slice_of(3, 2, [](int column, int) { return column == 0; });
    for (const ImageFormat format : {ImageFormat::bmp, ImageFormat::png})
        for (const PixelDensity density : {PixelDensity{1532, 1767}, PixelDensity{}}) {
            const fs::path path = folder_ / fmt::format("a.{}", file_extension(format));
            ImageWriter(format, 3, 2, ImageShades::two, density).write(path, slice);
            expect_density(path, density.x, density.y);
            ImageWriter(format, 3, 2, ImageShades::three, density).write_shaded(path, slice, slice);
            expect_density(path, density.x, density.y);
            EXPECT_EQ(shades_read_back(path, 3, 2), (std::vector<std::uint8_t>{255, 0, 0, 255, 0, 0}));
        }
}

TEST(PixelDensity, IsThatOfTheGrid) {
    ScanRequest request;
    request.x = {-0.326, 0.326, 1000};
    request.y = {-0.283, 0.283, 1000};
    request.z = {0, 0, 1};
    // The axes have 999 steps in 652 mm and in 566 mm.
    EXPECT_EQ(pixel_density(scan_grid(request)).x, 1532U);
    EXPECT_EQ(pixel_density(scan_grid(request)).y, 1765U);
    request.y = {0, 0, 1};
    EXPECT_EQ(pixel_density(scan_grid(request)).x, 0U);
    request.y = {-3000, 3000, 3};
    EXPECT_EQ(pixel_density(scan_grid(request)).x, 0U);
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
    EXPECT_EQ(image_size_problem(ImageFormat::bmp, 131'040, 131'040), "");
    EXPECT_EQ(image_size_problem(ImageFormat::bmp, 26'752, 26'752, ImageShades::three), "");
    EXPECT_NE(image_size_problem(ImageFormat::bmp, 26'756, 26'756, ImageShades::three), "");
    EXPECT_EQ(image_size_problem(ImageFormat::png, 20'000, 20'000), "");
    EXPECT_EQ(image_size_problem(ImageFormat::none, 1 << 24, 1 << 24), "");
    EXPECT_EQ(image_size_problem(ImageFormat::png, 1 << 24, 1 << 24), "") << "nothing in a PNG grows with its size";
    const std::string problem = image_size_problem(ImageFormat::bmp, 1 << 24, 1 << 24);
    EXPECT_NE(problem.find("choose image png or none, or a smaller grid"), std::string::npos) << problem;
    EXPECT_THROW(ImageWriter(ImageFormat::bmp, 131'072, 131'072), OutputError);
    EXPECT_EQ(image_bytes(ImageFormat::bmp, 1000, 1000), 62 + 1000 * 128);
}

TEST_F(ImageWriterTest, AFailedImageLeavesNothingAndTheNextOneIsRight) {
    const Picture picture = random_picture(3, 0.5), other = random_picture(4, 0.1);
    for (const ImageFormat format : {ImageFormat::bmp, ImageFormat::png}) {
        ImageWriter writer(format, 600, 600);
        const WorkspaceSlice slice = slice_of(600, 600, picture);
        const std::string message = output_error_of([&] {
            const FileSizeLimit limit(format == ImageFormat::bmp ? 30'000 : 5'000);
            writer.write(folder_ / "a", slice);
        });
        EXPECT_TRUE(contains(message, "ulimit -f")) << message;
        EXPECT_TRUE(names_in(folder_).empty());
        if (format == ImageFormat::png) continue;
        writer.write(folder_ / "b", slice_of(600, 600, other));
        expect_bmp(content(folder_ / "b"), 600, 600, other);
        fs::remove(folder_ / "b");
    }
}

}  // namespace
