// Blocks of finished work. Written blocks are read again; torn, foreign or missing ones are not.

#include "src/sweep/block_file.h"
#include "hexscan/errors.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

constexpr std::int64_t blocks = 7;
constexpr std::size_t block_bytes = 1000;

class BlockFiles : public FolderTest {
protected:
    BlockFile open(std::string_view identity = "study", std::int64_t count = blocks, std::size_t bytes = block_bytes) {
        return {path_, identity, count, bytes};
    }

    static std::string block(std::int64_t number, std::size_t bytes = block_bytes) {
        std::mt19937_64 dice(static_cast<std::uint64_t>(number));
        std::string text(bytes, '\0');
        for (char& c : text) c = static_cast<char>(dice());
        return text;
    }

    void write_all() {
        BlockFile file = open();
        for (std::int64_t b = 0; b < blocks; ++b) file.write(b, block(b));
    }

    /// The readable blocks as letters. Each must have its written content.
    std::string there() {
        const BlockFile file = open();
        std::string letters;
        for (std::int64_t b = 0; b < blocks; ++b) {
            if (!file.has(b)) continue;
            letters += "abcdefg"[b];
            EXPECT_EQ(file.read(b), block(b)) << b;
        }
        EXPECT_EQ(file.finished(), static_cast<std::int64_t>(letters.size()));
        return letters;
    }

    void change(std::uintmax_t at, char by) {
        std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(static_cast<std::streamoff>(at));
        const char old = static_cast<char>(file.get());
        file.seekp(static_cast<std::streamoff>(at));
        file.put(static_cast<char>(static_cast<unsigned char>(old) ^ static_cast<unsigned char>(by)));
        ASSERT_TRUE(file.good());
    }

    /// The offset of block b with its seal, in the file with all blocks.
    std::uintmax_t begin_of(std::int64_t b) const {
        return fs::file_size(path_) - static_cast<std::uintmax_t>(blocks - b) * (block_bytes + 8);
    }

    fs::path path_ = folder_ / "work.blocks";
};

TEST_F(BlockFiles, BeginEmptyAndKeepWhatIsWrittenInAnyOrder) {
    EXPECT_EQ(there(), "");
    for (const std::int64_t b : {5, 0, 3}) open().write(b, block(b));
    EXPECT_EQ(there(), "adf");
    BlockFile file = open();
    EXPECT_EQ(file.blocks(), blocks);
    EXPECT_FALSE(file.has(6));
    file.write(6, block(6));
    EXPECT_TRUE(file.has(6));
    EXPECT_EQ(there(), "adfg");
}

TEST_F(BlockFiles, TakeABlockOfZerosForABlockAndAHoleForNone) {
    BlockFile file = open();
    const std::string zeros(block_bytes, '\0');
    file.write(4, zeros);
    BlockFile again = open();
    for (std::int64_t b = 0; b < blocks; ++b) EXPECT_EQ(again.has(b), b == 4);
    EXPECT_EQ(again.read(4), zeros);
}

TEST_F(BlockFiles, WriteABlockAgainInItsPlace) {
    open().write(2, block(6));
    open().write(2, block(2));
    EXPECT_EQ(there(), "c");
}

TEST_F(BlockFiles, MissTheBlockThatAnyBitOfIsWrong) {
    write_all();
    for (const std::uintmax_t at : {0U, 3U, 4U, 7U, 8U, 500U, 1007U}) {
        for (const char bit : {'\x01', '\x10', '\x80'}) {
            change(begin_of(3) + at, bit);
            EXPECT_EQ(there(), "abcefg") << at;
            change(begin_of(3) + at, bit);
        }
    }
    EXPECT_EQ(there(), "abcdefg");
}

TEST_F(BlockFiles, MissABlockThatStandsInTheWrongPlace) {
    write_all();
    const std::string all = content(path_);
    std::string swapped = all;
    swapped.replace(begin_of(1), block_bytes + 8, all, begin_of(2), block_bytes + 8);
    std::ofstream(path_, std::ios::binary) << swapped;
    EXPECT_EQ(there(), "acdefg");
}

TEST_F(BlockFiles, MissWhatATruncationTookAndWriteItAgain) {
    write_all();
    const auto size = fs::file_size(path_);
    fs::resize_file(path_, size - 1);
    EXPECT_EQ(there(), "abcdef");
    fs::resize_file(path_, size - block_bytes - 8 - 3);
    EXPECT_EQ(there(), "abcde");
    open().write(6, block(6));
    EXPECT_EQ(there(), "abcdeg");
    open().write(5, block(5));
    EXPECT_EQ(there(), "abcdefg");
    EXPECT_EQ(fs::file_size(path_), size);
}

TEST_F(BlockFiles, MissABlockOfWhichOnlyAPartWasWritten) {
    write_all();
    const auto begin = begin_of(4);
    const std::string all = content(path_);
    for (const std::size_t written : {std::size_t{1}, std::size_t{8}, std::size_t{9}, block_bytes, block_bytes + 7}) {
        std::string torn = all;
        std::fill(torn.begin() + static_cast<std::ptrdiff_t>(begin + written),
                  torn.begin() + static_cast<std::ptrdiff_t>(begin + block_bytes + 8), '\0');
        std::ofstream(path_, std::ios::binary) << torn;
        EXPECT_EQ(there(), "abcdfg") << written;
    }
}

TEST_F(BlockFiles, RefuseWorkOfAnotherKindAndLeaveItAlone) {
    write_all();
    const std::string before = content(path_);
    const auto refused = [&](auto&&... arguments) {
        const std::string problem = output_error_of([&] { (void)open(arguments...); });
        EXPECT_TRUE(contains(problem, path_.string())) << problem;
        EXPECT_TRUE(contains(problem, "another sweep")) << problem;
        EXPECT_TRUE(contains(problem, "choose another folder")) << problem;
    };
    refused("other");
    refused("stud");
    refused("study ");
    refused("study\n");
    refused("study", blocks + 1);
    refused("study", blocks, block_bytes + 1);
    EXPECT_EQ(content(path_), before);
    for (const char* other : {"hexscan blocks 1: 7 of 1000 bytes", "hexscan blocks 2\n"}) {
        std::ofstream(path_, std::ios::binary) << other;
        refused("study");
        EXPECT_EQ(content(path_), other);
    }
}

TEST_F(BlockFiles, TellWhatTheyWereBegunWith) {
    EXPECT_EQ(identity_in(path_), std::nullopt);
    const std::string identity = "hexscan 1\nkey: value\n";
    (void)open(identity);
    EXPECT_EQ(identity_in(path_), identity);
    const std::string whole = content(path_);
    for (const char* foreign :
         {"", "x", "hexscan blocks 1: 7 of 1000 bytes", "hexscan blocks 1: 7 of 1000 bytes, identity ",
          "hexscan blocks 1: 7 of 1000 bytes, identity x bytes\n",
          "hexscan blocks 1: 7 of 1000 bytes, identity 99999999999 bytes\n"}) {
        std::ofstream(path_, std::ios::binary) << foreign;
        EXPECT_EQ(identity_in(path_), std::nullopt) << foreign;
    }
    std::ofstream(path_, std::ios::binary) << whole.substr(0, whole.size() - 2);
    EXPECT_EQ(identity_in(path_), std::nullopt);
    fs::remove(path_);
    fs::create_directory(path_);
    EXPECT_EQ(identity_in(path_), std::nullopt);
}

/// The number of this process's open files.
std::ptrdiff_t open_descriptors() {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

TEST_F(BlockFiles, AreClosedAgainWhereTheyAreRefused) {
    write_all();
    const std::ptrdiff_t before = open_descriptors();
    for (int i = 0; i < 20; ++i) EXPECT_NE(output_error_of([&] { (void)open("other"); }), "");
    {
        const BlockFile file = open();
        EXPECT_EQ(open_descriptors(), before + 1);
    }
    EXPECT_EQ(open_descriptors(), before);
}

TEST_F(BlockFiles, RefuseABlockOfAnotherSize) {
    BlockFile file = open();
    EXPECT_THROW(file.write(0, block(0, block_bytes - 1)), InternalError);
    EXPECT_THROW(file.write(0, block(0, block_bytes + 1)), InternalError);
    EXPECT_FALSE(file.has(0));
}

/// The file's name can belong to something that is not hexscan's: a link to anything, a pipe, a folder, a file.
TEST_F(BlockFiles, AreNotWrittenIntoWhatIsNotHexscans) {
    const fs::path precious = folder_ / "precious";
    const auto expect_in_the_way = [&] {
        for (const std::string& problem :
             {output_error_of([&] { (void)open(); }), output_error_of([&] { require_blocks_or_nothing(path_); })})
            EXPECT_TRUE(contains(problem, "work.blocks exists, and hexscan did not write it")) << problem;
        EXPECT_TRUE(fs::exists(fs::symlink_status(path_)));
        fs::remove(path_);
    };
    write_all();
    const std::string blocks_there = content(path_);
    fs::rename(path_, precious);
    fs::create_symlink(precious, path_);
    expect_in_the_way();
    fs::create_symlink(folder_ / "not there", path_);
    expect_in_the_way();
    EXPECT_FALSE(fs::exists(folder_ / "not there"));
    fs::create_directory(path_);
    expect_in_the_way();
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    expect_in_the_way();
    for (const char* foreign : {"x", "hexscan block"}) {
        std::ofstream(path_) << foreign;
        expect_in_the_way();
    }
    EXPECT_EQ(content(precious), blocks_there);
    EXPECT_NO_THROW(require_blocks_or_nothing(path_));
    std::ofstream(path_) << "";
    EXPECT_NO_THROW(require_blocks_or_nothing(path_));
    fs::remove(path_);
    write_all();
    EXPECT_NO_THROW(require_blocks_or_nothing(path_));
}

TEST_F(BlockFiles, SayThatTheirFolderIsMissing) {
    path_ = folder_ / "no folder" / "work.blocks";
    EXPECT_TRUE(contains(output_error_of([&] { (void)open(); }), "No such file"));
}

/// Root may write anywhere, so this needs another user.
TEST_F(BlockFiles, SayThatTheyMayNotBeWritten) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write to what is read-only";
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_TRUE(contains(output_error_of([&] { (void)open(); }), "Permission denied"));
    fs::permissions(folder_, fs::perms::owner_all);
    write_all();
    fs::permissions(path_, fs::perms::owner_read);
    EXPECT_TRUE(contains(output_error_of([&] { (void)open(); }), "Permission denied"));
}

TEST_F(BlockFiles, LoseNothingOnADiskThatFillsUp) {
    write_all();
    const auto size = fs::file_size(path_);
    for (const std::uintmax_t room : {std::uintmax_t{1}, std::uintmax_t{8}, std::uintmax_t{600}}) {
        fs::remove(path_);
        std::optional<BlockFile> file;
        file.emplace(path_, "study", blocks, block_bytes);
        file->write(0, block(0));
        std::string problem;
        {
            const FileSizeLimit full(size - blocks * (block_bytes + 8) + 3 * (block_bytes + 8) + room);
            file->write(2, block(2));
            problem = output_error_of([&] { file->write(3, block(3)); });
        }
        EXPECT_TRUE(contains(problem, "work.blocks")) << problem;
        EXPECT_TRUE(contains(problem, "File too large")) << problem;
        EXPECT_FALSE(file->has(3));
        file.reset();
        EXPECT_EQ(there(), "ac");
    }
    fs::remove(path_);
    const FileSizeLimit full(0);
    EXPECT_NE(output_error_of([&] { (void)open(); }), "");
    EXPECT_FALSE(fs::exists(path_));
}

TEST_F(BlockFiles, SayThatABlockIsGoneWhileTheyAreRead) {
    write_all();
    const BlockFile file = open();
    fs::resize_file(path_, begin_of(6) + 100);
    const std::string problem = output_error_of([&] { (void)file.read(6); });
    EXPECT_TRUE(contains(problem, "cannot read")) << problem;
    EXPECT_TRUE(contains(problem, "No data available")) << problem;
}

}  // namespace
