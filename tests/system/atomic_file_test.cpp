#include "src/system/atomic_file.h"

#include "src/system/unfinished_files.h"

#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

class AtomicFileTest : public FolderTest {};

TEST_F(AtomicFileTest, AppearsWholeUnderItsName) {
    const fs::path path = folder_ / "run.json";
    {
        AtomicFile file(path);
        file.write(std::as_bytes(std::span("ab", 2)));
        EXPECT_FALSE(fs::exists(path));
        const std::set<std::string> names = names_in(folder_);
        ASSERT_EQ(names.size(), 1U);
        EXPECT_TRUE(is_temporary_name(*names.begin())) << *names.begin();
        EXPECT_EQ(unfinished_files().paths.size(), 1U);
        file.write(std::as_bytes(std::span("cd", 2)));
        file.commit();
    }
    EXPECT_EQ(content(path), "abcd");
    EXPECT_TRUE(unfinished_files().paths.empty());
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

TEST_F(AtomicFileTest, SaysWhatCannotBeCreatedOrNamed) {
    touch(folder_ / "file");
    const std::string message = output_error_of([&] { write_whole_file(folder_ / "file" / "radii.csv", "x"); });
    EXPECT_TRUE(contains(message, "radii.csv") && message.ends_with("; choose another folder")) << message;
    fs::create_directories(folder_ / "taken" / "inside");
    EXPECT_FALSE(output_error_of([&] { write_whole_file(folder_ / "taken", "x"); }).empty());
    EXPECT_EQ(names_in(folder_), (std::set<std::string>{"file", "taken"}));
}

TEST(OutputProblem, AFullDiskSaysWhatHelps) {
    const OutputError error = output_error("cannot write a.bmp", ENOSPC);
    EXPECT_EQ(error.what(), "cannot write a.bmp: " + std::generic_category().message(ENOSPC) +
                                "; free some space or choose another folder");
    EXPECT_EQ(error.facts().key, "folder");
    EXPECT_EQ(output_error("cannot write a.bmp", EMFILE).facts().key, "") << "another folder does not help";
}

}  // namespace
