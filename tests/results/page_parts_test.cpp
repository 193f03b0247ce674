// Tests the parts of a page: thinned and packed runs, maps, and data that is safe inside a script element.

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "hexscan/errors.h"
#include "src/files/json_fields.h"
#include "src/files/platform_file.h"
#include "src/results/page/page_document.h"
#include "src/results/page/page_maps.h"
#include "src/results/page/page_runs.h"
#include "tests/support/pictures.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

std::string bytes(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
}

TEST(ThinnedAxis, ShowsTheFirstPointAndEveryStepAfterIt) {
    EXPECT_EQ(thinned(1000, 1024), (ThinnedAxis{1000, 1}));
    EXPECT_EQ(thinned(1024, 1024), (ThinnedAxis{1024, 1}));
    EXPECT_EQ(thinned(1025, 1024), (ThinnedAxis{1025, 2}));
    EXPECT_EQ(thinned(1025, 1024).shown(), 513);
    EXPECT_EQ(thinned(1, 1024).shown(), 1);
    EXPECT_LE(thinned(max_axis_points, 1024).shown(), 1024);
}

TEST(ThinnedRuns, SayOfEveryShownColumnWhatTheRunsSay) {
    for (unsigned seed = 0; seed < 40; ++seed)
        for (const int step : {1, 2, 3, 7}) {
            const int columns = 97;
            const WorkspaceSlice slice = slice_of(columns, 1, random_picture(seed, 0.2 + 0.015 * seed));
            const ThinnedAxis axis{columns, step};
            const auto runs = thinned_runs(slice.row(0), axis);
            std::vector<std::uint8_t> all(columns), shown(static_cast<std::size_t>(axis.shown()));
            fill_bytes(slice.row(0), all);
            fill_bytes(runs, shown);
            for (std::size_t i = 0; i < shown.size(); ++i)
                ASSERT_EQ(shown[i], all[i * static_cast<std::size_t>(step)]) << "step " << step << " column " << i;
            for (std::size_t k = 1; k < runs.size(); ++k) ASSERT_GT(runs[k].first, runs[k - 1].last + 1);
        }
}

TEST(EncodeRuns, BytesByHand) {
    WorkspaceSlice slice;
    slice.runs = {{3, 70}, {2, 71}, {80, 300}};
    slice.row_begin = {0, 0, 1, 3};
    // Row 0 is empty. Row 1 has the differences 3 and 70 from 0. Row 2 has -1 and +1 from the row above, then 9 and 229
    // from 71.
    EXPECT_EQ(encode_runs(slice, {{400, 1}, {3, 1}, {1, 1}}), bytes({0, 1, 6, 0x8C, 0x01, 2, 1, 2, 18, 0xCA, 0x03}));
    // With every second row and column, columns 2 to 35 and 40 to 150 of row 2 remain.
    EXPECT_EQ(encode_runs(slice, {{400, 2}, {3, 2}, {1, 1}}), bytes({0, 2, 2, 70, 10, 0xE6, 0x01}));
}

Slice slice_with(int index, const WorkspaceSlice& runs) { return {index, runs, {}}; }

TEST(PageRuns, EverySecondSliceIsLeftOutUntilTheRestFits) {
    const PageGrid grid{{50, 1}, {20, 1}, {9, 1}};
    PageRuns runs(grid);
    std::vector<std::string> packed;
    for (int i = 0; i < 9; ++i) {
        const WorkspaceSlice slice = slice_of(50, 20, random_picture(static_cast<unsigned>(i), 0.5));
        packed.push_back(encode_runs(slice, grid));
        runs.take(slice_with(i, slice));
    }
    const auto sizes = [&] { return runs.json().at("bytes").get<std::vector<std::size_t>>(); };
    EXPECT_EQ(runs.fit().z.step, 1);
    EXPECT_EQ(sizes().size(), 9U);
    const std::size_t room = packed[0].size() + packed[4].size() + packed[8].size();
    const PageGrid left = runs.fit(room);
    EXPECT_EQ(left.z.step, 4);
    EXPECT_EQ(left.z.shown(), 3);
    EXPECT_EQ(sizes(), (std::vector<std::size_t>{packed[0].size(), packed[4].size(), packed[8].size()}));
    EXPECT_EQ(runs.fit(0).z.shown(), 1);
}

TEST(PageRuns, ASixteenMillionTimesSixtyFourGridStaysSmall) {
    const PageGrid grid = page_grid(ScanGrid{axis(0, 1, max_axis_points), axis(0, 1, 64), axis(0, 1, 4)});
    PageRuns runs(grid);
    WorkspaceSlice slice;
    for (int row = 0; row < 64; ++row) {
        for (int run = 0; run < 100'000; ++run) slice.runs.push_back({run * 160 + row, run * 160 + row + 100});
        slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
    }
    for (int i = 0; i < 4; ++i) runs.take(slice_with(i, slice));
    EXPECT_EQ(grid.x.shown(), 1024);
    EXPECT_LT(runs.json().at("base64").get<std::string>().size(), 4 * 64 * 1024 * 4U);
}

/// The colours of a map of the built-in machine.
MapColours colours_of(MapKind map) { return {map, built_in_platform()}; }

PageMap share_map(std::vector<float> values, int columns) {
    const int rows = static_cast<int>(values.size()) / columns;
    return page_map({"share", "", std::move(values)}, colours_of(MapKind::share), {columns, 1}, {rows, 1});
}

TEST(PageMap, NumbersBecomeLevelsOfTheScaleAndOthersHaveCodes) {
    constexpr float infinite = std::numeric_limits<float>::infinity();
    const PageMap map = share_map({-1, 0, 1, NAN, infinite, -infinite, 0.25F, 1.001F, -1e-30F}, 3);
    EXPECT_EQ(map.cells, bytes({0, 1, 253, 255, 254, 0, 64, 254, 0}));
    EXPECT_TRUE(map.has_levels);
    EXPECT_EQ(share_map({-0.0F, 0.001F}, 2).cells, bytes({1, 1}));
}

TEST(PageMap, LevelsAreNoWiderWhereOtherNumbersAreLarge) {
    std::mt19937 source(7);
    std::uniform_real_distribution<float> place(0, 1);
    for (int round = 0; round < 200; ++round) {
        std::vector<float> values{1e30F, -1e30F};
        for (int i = 0; i < 20; ++i) values.push_back(place(source));
        const PageMap map = share_map(values, 2);
        for (std::size_t i = 2; i < values.size(); ++i) {
            const int level = static_cast<unsigned char>(map.cells[i]) - MapColours::first_level;
            ASSERT_LE(std::abs(level / 252.0 - double{values[i]}), 0.5001 / 252) << values[i];
        }
    }
}

TEST(PageMap, RingsAreCodes) {
    const std::vector<float> rings{-1, 0, 0.5F, 10};
    const SliceField field{"tilt", "deg", std::vector<float>{10, 0, -1, 0.5F}};
    const MapColours colours = colours_of(MapKind::share);
    const PageMap map = page_map(field, colours, {2, 1}, {2, 1}, rings);
    EXPECT_FALSE(map.has_levels);
    EXPECT_EQ(map.cells, bytes({3, 1, 0, 2}));
    EXPECT_THROW(page_map({"tilt", "deg", std::vector<float>{0.7F}}, colours, {1, 1}, {1, 1}, rings), InternalError);
}

TEST(PageMap, CodesStayAndAreTakenAtShownPoints) {
    const SliceField field{"limit", "", std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
    const PageMap map = page_map(field, colours_of(MapKind::limit), {5, 2}, {3, 2});
    EXPECT_FALSE(map.has_levels);
    EXPECT_EQ(map.columns, 3);
    EXPECT_EQ(map.cells, bytes({1, 3, 5, 11, 13, 15}));
}

std::string inflated(const std::string& packed, std::size_t size) {
    std::string cells(size, '\0');
    uLongf length = size;
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(cells.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                         static_cast<uLong>(packed.size())),
              Z_OK);
    EXPECT_EQ(length, size);
    return cells;
}

TEST(PageMap, CellsAreCompressedAsDifferencesAndCodesAsTheyAre) {
    const PageMap map{true, 2, bytes({0, 254, 100, 50})};
    EXPECT_EQ(inflated(compressed_cells(map), 4), bytes({0, 254, 100, 50 - (100 + 254 - 0)}));
    const PageMap codes{false, 2, bytes({7, 9})};
    EXPECT_EQ(inflated(compressed_cells(codes), 2), bytes({7, 9}));
}

/// A slice of a 64 x 48 grid with two maps: noise, which no compression makes small, and codes.
Slice slice_with_maps(int index) {
    std::mt19937 source(static_cast<unsigned>(index));
    std::vector<float> noise;
    std::vector<std::uint8_t> codes(64 * 48, static_cast<std::uint8_t>(index));
    for (int i = 0; i < 64 * 48; ++i) noise.push_back(static_cast<float>(source() % 1000U) * 0.001F);
    return {index, {}, {{"share", "", noise}, {"limit", "", codes}}};
}

TEST(PageMaps, GetCoarserUntilTheyFit) {
    const PageGrid grid{{64, 1}, {48, 1}, {4, 1}};
    const auto maps_within = [&](std::size_t bytes, const PageGrid& shown) {
        PageMaps maps(grid, {colours_of(MapKind::share), colours_of(MapKind::limit)});
        for (int i = 0; i < 4; ++i) maps.take(slice_with_maps(i));
        return maps.json(shown, bytes);
    };
    const nlohmann::json whole = maps_within(1 << 20, grid);
    ASSERT_EQ(whole.size(), 2U);
    EXPECT_EQ(whole[0].at("name"), "share");
    EXPECT_EQ(whole[0].at("x_step"), 1);
    EXPECT_EQ(whole[0].at("bytes").size(), 4U);
    EXPECT_EQ(whole[0].at("unit"), "%");
    EXPECT_EQ(whole[1].at("codes"), true);
    const nlohmann::json coarse = maps_within(600, grid);
    EXPECT_EQ(coarse[0].at("x_step"), 8);
    EXPECT_EQ(coarse[1].at("y_step"), 8);
    for (const nlohmann::json& map : coarse) EXPECT_LE(map.at("base64").get<std::string>().size(), 800U);
    EXPECT_EQ(maps_within(0, grid)[0].at("x_step"), 64);
    // If the page leaves out every second slice of the runs, it leaves out these slices of the maps, too.
    const nlohmann::json half = maps_within(1 << 20, {grid.x, grid.y, {4, 2}});
    EXPECT_EQ(half[0].at("bytes").size(), 2U);
    EXPECT_EQ(half[0].at("bytes")[1], whole[0].at("bytes")[2]);
}

TEST(PageMaps, NoneInAPlainScan) {
    PageMaps maps({{4, 1}, {4, 1}, {1, 1}}, {});
    maps.take(slice_with(0, {}));
    EXPECT_TRUE(maps.json({{4, 1}, {4, 1}, {1, 1}}).empty());
}

TEST(JsonForScript, NothingInItEndsTheElement) {
    const nlohmann::json data = {{"</script><script>", "<!-- <SCRIPT> \xE2\x80\xA8 \xF0\x9F\x94\xA7 \xFF"}};
    const std::string text = json_for_script(data);
    EXPECT_EQ(text.find('<'), std::string::npos);
    for (const char c : text) EXPECT_TRUE(c >= 0x20 && c < 0x7F);
    const nlohmann::json back = parsed_json(text);
    EXPECT_EQ(back.at("</script><script>"), "<!-- <SCRIPT> \xE2\x80\xA8 \xF0\x9F\x94\xA7 \xEF\xBF\xBD");
}

TEST(PageWithData, PutsTheDataWhereTheShellHasItsMark) {
    const PageWords words{"a<b & %HEXSCAN_DATA%", {"<i>"}, {{"<", "&"}}};
    EXPECT_EQ(
        page_with_data("%HEXSCAN_WORDS%<a>%HEXSCAN_DATA%</a>", words, 1),
        "<h2>a&lt;b &amp; %HEXSCAN_DATA%</h2>\n<p>&lt;i></p>\n<dl>\n<dt>&lt;</dt><dd>&amp;</dd>\n</dl>\n<a>1</a>");
    const std::string reversed = page_with_data("%HEXSCAN_WORDS%%HEXSCAN_DATA%", {"a\xE2\x80\xAE", {}, {}}, 1);
    EXPECT_EQ(reversed, "<h2>a\\u202E</h2>\n1");
    EXPECT_THROW(page_with_data("%HEXSCAN_WORDS%<a></a>", words, 1), InternalError);
    EXPECT_THROW(page_with_data("<a>%HEXSCAN_DATA%</a>", words, 1), InternalError);
}

}  // namespace
