#include "src/study/memory/access_model.h"

#include <gtest/gtest.h>

/// Compares the model of sectors, lines and banks with counts made by hand.
namespace hexscan::memory {
namespace {

GlobalTraffic traffic_of(const WarpRequest& request) {
    GlobalTraffic traffic;
    traffic.add(request);
    return traffic;
}

WarpRequest words(int stride, int shift = 0) {
    return request_of([=](int lane) { return lane * stride + shift; });
}

TEST(MemoryModel, AlignedWordsAreFourSectorsOfOneLine) {
    const GlobalTraffic traffic = traffic_of(words(1));
    EXPECT_EQ(traffic.sectors(), 4);
    EXPECT_EQ(traffic.lines(), 1);
    EXPECT_EQ(traffic.bytes_used(), 128);
    EXPECT_EQ(traffic.use(), 1);
}

TEST(MemoryModel, OrderOfLanesCostsNothing) {
    const WarpRequest reversed = request_of([](int lane) { return 31 - lane; });
    EXPECT_EQ(traffic_of(reversed).sectors(), 4);
    EXPECT_EQ(shared_passes(reversed), 1);
}

/// Shifted by 1 word, the bytes 4 ... 131 are in sectors 0 ... 4. Eight words are a whole sector, so with that shift
/// they are in sectors 1 ... 4.
TEST(MemoryModel, ShiftedWordsTouchAFifthSectorUnlessTheyAreShiftedByASector) {
    for (const int shift : {1, 2, 7, 9, 31}) {
        EXPECT_EQ(traffic_of(words(1, shift)).sectors(), 5) << shift;
        EXPECT_EQ(traffic_of(words(1, shift)).lines(), 2) << shift;
    }
    for (const int shift : {8, 16, 24}) {
        EXPECT_EQ(traffic_of(words(1, shift)).sectors(), 4) << shift;
        EXPECT_EQ(traffic_of(words(1, shift)).lines(), 2) << shift;
    }
    EXPECT_EQ(traffic_of(words(1, 32)).sectors(), 4);
    EXPECT_EQ(traffic_of(words(1, 32)).lines(), 1);
}

/// A sector has 8 words. A stride s up to 8 touches 4 s sectors; the last word of stride 3 is word 93, in sector 11.
/// With larger strides every lane has a sector of its own.
TEST(MemoryModel, StridesMultiplySectorsUpToOneALane) {
    const int sectors[] = {4, 8, 12, 16, 20, 24, 28, 32};
    for (int stride = 1; stride <= 8; ++stride)
        EXPECT_EQ(traffic_of(words(stride)).sectors(), sectors[stride - 1]) << stride;
    for (const int stride : {9, 16, 31, 32, 1000}) EXPECT_EQ(traffic_of(words(stride)).sectors(), 32) << stride;
    EXPECT_EQ(traffic_of(words(2)).lines(), 2);
    EXPECT_EQ(traffic_of(words(32)).lines(), 32);
    EXPECT_EQ(traffic_of(words(2)).use(), 0.5);
    EXPECT_EQ(traffic_of(words(32)).use(), 0.125);
}

TEST(MemoryModel, OneWordForAllIsOneSectorOfWhichFourBytesAreUsed) {
    const GlobalTraffic traffic = traffic_of(request_of([](int) { return 40; }));
    EXPECT_EQ(traffic.sectors(), 1);
    EXPECT_EQ(traffic.bytes_used(), 4);
    EXPECT_EQ(traffic.use(), 0.125);
}

TEST(MemoryModel, LanesThatSitOutAskForNothing) {
    const WarpRequest even = request_of([](int lane) { return lane % 2 == 0 ? lane : -1; });
    EXPECT_EQ(traffic_of(even).sectors(), 4);
    EXPECT_EQ(traffic_of(even).bytes_used(), 64);
    const WarpRequest nobody = request_of([](int) { return -1; });
    EXPECT_EQ(traffic_of(nobody).requests(), 0);
    EXPECT_EQ(traffic_of(nobody).use(), 0);
    EXPECT_EQ(shared_passes(nobody), 0);
    EXPECT_EQ(constant_passes(nobody), 0);
}

/// Three requests read x, y and z of an array of three-float points. Each touches all 12 sectors of the 384 bytes.
TEST(MemoryModel, SectorsAreCountedPerRequestAndOnce) {
    GlobalTraffic traffic;
    for (int component = 0; component < 3; ++component) traffic.add(words(3, component));
    EXPECT_EQ(traffic.requests(), 3);
    EXPECT_EQ(traffic.sectors(), 36);
    EXPECT_EQ(traffic.distinct(), 12);
    EXPECT_EQ(traffic.distinct(fetch_bytes), 6);
    EXPECT_EQ(traffic.sectors_per_request(), 12);
    EXPECT_EQ(traffic.lines_per_request(), 3);
    EXPECT_DOUBLE_EQ(traffic.use(), 1.0 / 3);
    EXPECT_EQ(traffic.use_once(sector_bytes), 1);
}

TEST(MemoryModel, WideWordsStraddleSectors) {
    EXPECT_EQ(traffic_of(request_of([](int lane) { return lane; }, 16)).sectors(), 16);
    WarpRequest one;
    one.bytes_per_lane = 8;
    one.first_byte[0] = 28;
    EXPECT_EQ(traffic_of(one).sectors(), 2);
    EXPECT_EQ(traffic_of(one).lines(), 1);
}

/// Stride s uses 32 / gcd(s, 32) of the 32 banks, so a bank has gcd(s, 32) words.
TEST(MemoryModel, BankConflictsAreTheGreatestCommonDivisor) {
    const int strides[] = {0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 31, 32, 33, 64};
    const int passes[] = {1, 1, 2, 1, 4, 1, 2, 8, 4, 16, 8, 1, 32, 1, 32};
    for (std::size_t i = 0; i < std::size(strides); ++i)
        EXPECT_EQ(shared_passes(words(strides[i])), passes[i]) << strides[i];
}

/// Doubles are read by half a warp at a time. Stride 1 fills the 32 banks once per half. With stride 2, lanes 0 and 8
/// use the same banks. Stride 16 puts all 16 lanes on two banks. If all lanes read one word, one pass serves both
/// halves.
TEST(MemoryModel, WordsOf64BitsAreTakenByHalfWarps) {
    const auto doubles = [](int stride) { return request_of([=](int lane) { return lane * stride; }, 8); };
    EXPECT_EQ(shared_passes(doubles(0)), 1);
    EXPECT_EQ(shared_passes(doubles(1)), 2);
    EXPECT_EQ(shared_passes(doubles(2)), 4);
    EXPECT_EQ(shared_passes(doubles(3)), 2);
    EXPECT_EQ(shared_passes(doubles(16)), 32);
    EXPECT_EQ(shared_passes(request_of([](int lane) { return lane; }, 16)), 4);
    const auto evens_then_odds = [](int lane) { return lane < 16 ? 2 * lane : 2 * (lane - 16) + 1; };
    EXPECT_EQ(shared_passes(request_of(evens_then_odds, 8)), 4);
    // All lanes read the same four words, which takes one pass per half of the warp.
    EXPECT_EQ(shared_passes(request_of([](int) { return 3; }, 16)), 2);
}

/// With a stride of 16 words each lane has a piece of 64 bytes of its own and uses 4 of them. A stride of 12 words is
/// 48 bytes, so neighbours share pieces, and over many requests every piece is fetched.
TEST(MemoryModel, MemoryDeliversPiecesOfTwoSectors) {
    EXPECT_EQ(traffic_of(words(16)).use_once(fetch_bytes), 1.0 / 16);
    EXPECT_EQ(traffic_of(words(8)).use_once(fetch_bytes), 1.0 / 8);
    GlobalTraffic traffic;
    for (int request = 0; request < 4; ++request) traffic.add(words(12, request * 32 * 12));
    EXPECT_DOUBLE_EQ(traffic.use_once(fetch_bytes), 1.0 / 12);
}

/// Every second word of a line touches four sectors and fills half of each. The other words fill the rest.
TEST(MemoryModel, SectorsAskedForInPartAreCounted) {
    GlobalTraffic traffic;
    traffic.add(request_of([](int lane) { return lane % 2 == 0 ? lane : -1; }));
    EXPECT_EQ(traffic.partial(), 4);
    traffic.add(request_of([](int lane) { return lane % 2 == 1 ? lane : -1; }));
    EXPECT_EQ(traffic.partial(), 0);
}

TEST(MemoryModel, LanesThatShareAWordShareAPass) {
    EXPECT_EQ(shared_passes(request_of([](int lane) { return lane / 2; })), 1);
    EXPECT_EQ(shared_passes(request_of([](int lane) { return lane % 2 * 32; })), 2);
}

TEST(MemoryModel, ConstantMemoryServesOneWordAPass) {
    EXPECT_EQ(constant_passes(request_of([](int) { return 7; })), 1);
    EXPECT_EQ(constant_passes(request_of([](int lane) { return lane % 4; })), 4);
    EXPECT_EQ(constant_passes(words(1)), 32);
}

/// Half of 228 KB is 114 KB, and the next size is 132 KB. A block of stage 1 needs 32 840 bytes, for which 64 KB
/// suffice.
TEST(MemoryModel, CarveOutIsTheSmallestSizeOnOfferThatSuffices) {
    EXPECT_EQ(carve_out_kb(9, 0, 0, 100), 8);
    EXPECT_EQ(carve_out_kb(9, 0, 0, 31816), 64);
    EXPECT_EQ(carve_out_kb(9, 0, 25, 100), 64);
    EXPECT_EQ(carve_out_kb(9, 0, 50, 100), 132);
    EXPECT_EQ(carve_out_kb(9, 0, 75, 100), 196);
    EXPECT_EQ(carve_out_kb(9, 0, 100, 31816), 228);
    EXPECT_EQ(carve_out_kb(8, 0, 100, 31816), 164);
    EXPECT_EQ(carve_out_kb(7, 5, 100, 31816), std::nullopt);
}

}  // namespace
}  // namespace hexscan::memory
