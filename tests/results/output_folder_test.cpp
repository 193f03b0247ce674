#include "src/results/output_folder.h"

#include <chrono>
#include <fstream>
#include <string>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "src/system/atomic_file.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using namespace std::chrono_literals;

class OutputFolderTest : public FolderTest {
protected:
    /// Names in the folder, without hexscan's hidden files.
    std::set<std::string> visible() const {
        std::set<std::string> names = names_in(folder_);
        std::erase_if(names, [](const std::string& name) { return name.starts_with(".hexscan"); });
        return names;
    }
    /// Runs a scan that writes the announced files, the record last.
    EarlierRun run(const std::vector<AnnouncedFiles>& files, const RunSubject& subject = {}) {
        OutputFolder folder(folder_, "scan");
        EarlierRun earlier = folder.begin_run(files, subject);
        for (const AnnouncedFiles& f : files) {
            if (f.count == 0) touch(folder_ / f.name);
            for (std::size_t i = 0; i < f.count; ++i) touch(folder_ / name_in_series(f, static_cast<int>(i)));
        }
        return earlier;
    }

    /// Marks files with the kind of output that writes them.
    static AnnouncedFiles of_kind(std::string kind, AnnouncedFiles files) {
        files.kind = std::move(kind);
        return files;
    }
    const AnnouncedFiles record_{.name = "run.json"};
    const AnnouncedFiles surface_ = of_kind("surface", {.name = "workspace.stl"});
    const AnnouncedFiles bmp_ = of_kind("image", slice_series("slice_", 3, ".bmp"));
    const AnnouncedFiles png_ = of_kind("image", slice_series("slice_", 2, ".png"));
};

TEST_F(OutputFolderTest, IsCreatedWithItsParents) {
    const OutputFolder folder(folder_ / "a" / "b" / "", "scan");
    EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
}

TEST(AnnouncedFiles, SeriesHaveEnoughDigits) {
    EXPECT_EQ(name_in_series(slice_series("slice_", 350, ".bmp"), 7), "slice_007.bmp");
    EXPECT_EQ(name_in_series(slice_series("slice_", 1, ".png"), 0), "slice_000.png");
    EXPECT_EQ(name_in_series(slice_series("slice_", 1000, ".bmp"), 7), "slice_007.bmp");
    EXPECT_EQ(name_in_series(slice_series("slice_", 1001, ".bmp"), 7), "slice_0007.bmp");
}

TEST(AnnouncedFiles, IncludeTheirOwnNamesOnly) {
    const AnnouncedFiles series = slice_series("slice_", 350, ".bmp");
    for (const char* name : {"slice_000.bmp", "slice_349.bmp"}) EXPECT_TRUE(series.include(name)) << name;
    for (const char* name : {"slice_350.bmp", "slice_00.bmp", "slice_0000.bmp", "slice_000.png", "slice_000.bmp.bak",
                             "my_slice_000.bmp", "slice_00a.bmp", "slice_+01.bmp", "slice_.bmp", "Slice_000.bmp", ""})
        EXPECT_FALSE(series.include(name)) << name;
    EXPECT_TRUE((AnnouncedFiles{.name = "run.json"}.include("run.json")));
    EXPECT_FALSE((AnnouncedFiles{.name = "run.json"}.include("run.json2")));
}

TEST_F(OutputFolderTest, RemovesAnEarlierRunAndNothingElse) {
    run({{.name = "run.json"}, {.name = "radii.csv"}, slice_series("slice_", 5, ".bmp")});
    for (const char* foreign : {"slice_999.png", "notes.txt", "slice_005.bmp", ".hexscan-notes"})
        touch(folder_ / foreign);
    OutputFolder folder(folder_, "scan");
    const EarlierRun earlier = folder.begin_run({{.name = "run.json"}, slice_series("slice_", 2, ".png")});
    EXPECT_EQ(earlier.removed, 7);
    EXPECT_EQ(earlier.removed_names, "run.json, radii.csv, slice_000.bmp … slice_004.bmp");
    EXPECT_EQ(earlier.kept_names, "");
    EXPECT_EQ(visible(), (std::set<std::string>{"slice_999.png", "notes.txt", "slice_005.bmp"}));
    EXPECT_TRUE(names_in(folder_).contains(".hexscan-notes"));
}

TEST_F(OutputFolderTest, ARunOfTheSameKeepsKindsThatItDoesNotWrite) {
    run({record_, bmp_, surface_}, {"same"});
    const EarlierRun second = run({record_, png_}, {"same"});
    EXPECT_EQ(second.removed, 4) << "the record and the images, which are a kind that is written";
    EXPECT_EQ(second.kept_names, "workspace.stl");
    EXPECT_EQ(second.removed_names, "");
    EXPECT_EQ(visible(), (std::set<std::string>{"run.json", "slice_000.png", "slice_001.png", "workspace.stl"}));
    // Files of the last but one run are kept, too. A run with another subject removes them, and so does a run that
    // writes the same kind.
    EXPECT_EQ(run({record_}, {"same"}).kept_names, "slice_000.png … slice_001.png, workspace.stl");
    EXPECT_EQ(run({record_, surface_}, {"same"}).kept_names, "slice_000.png … slice_001.png");
    EXPECT_EQ(run({record_}, {"other"}).removed_names, "run.json, workspace.stl, slice_000.png … slice_001.png");
    EXPECT_EQ(visible(), std::set<std::string>{"run.json"});
}

TEST_F(OutputFolderTest, WhatIsAboutNothingIsLikeNoOther) {
    run({record_, surface_});
    EXPECT_EQ(run({record_}).removed_names, "run.json, workspace.stl");
}

TEST_F(OutputFolderTest, KeepsNothingThatAnInterruptedRunBegan) {
    run({record_, surface_}, {"same"});
    {
        OutputFolder folder(folder_, "scan");
        folder.begin_run({record_, bmp_}, {"same"});
        touch(folder_ / "slice_001.bmp");
    }
    EXPECT_EQ(run({record_}, {"same"}).kept_names, "workspace.stl");
    EXPECT_EQ(visible(), (std::set<std::string>{"run.json", "workspace.stl"}));
}

TEST_F(OutputFolderTest, RefusesToRemoveAnotherRunWhereThatIsAsked) {
    run({record_, bmp_}, {"one"});
    const std::set<std::string> before = names_in(folder_);
    const std::string message = output_error_of([&] { run({record_}, {"other", true}); });
    EXPECT_TRUE(contains(message,
                         "has files of an earlier run with other inputs: run.json, slice_000.bmp … "
                         "slice_002.bmp; choose another folder"))
        << message;
    EXPECT_EQ(names_in(folder_), before);
    EXPECT_EQ(run({record_, png_}, {"one", true}).removed, 4) << "one of the same replaces its own";
    for (const std::string& name : visible()) fs::remove(folder_ / name);
    EXPECT_NO_THROW(run({record_}, {"other", true})) << "nothing is left to keep";
}

TEST_F(OutputFolderTest, KnowsTheFilesOfARunThatWasInterrupted) {
    {
        OutputFolder folder(folder_, "scan");
        folder.begin_run({{.name = "run.json"}, slice_series("slice_", 5, ".bmp")});
        touch(folder_ / "slice_003.bmp");
    }
    EXPECT_EQ(run({{.name = "run.json"}}).removed, 1);
    fs::remove(folder_ / "run.json");
    EXPECT_TRUE(visible().empty());
}

/// The name of the lock may belong to something that hexscan did not make: a link to anything, a folder or a file.
TEST_F(OutputFolderTest, WhatIsNoLockIsInTheWayAndKeepsWhatItHolds) {
    const fs::path lock = folder_ / ".hexscan-lock", precious = folder_ / "precious";
    const auto expect_in_the_way = [&] {
        const std::string message = output_error_of([&] { const OutputFolder folder(folder_, "scan"); });
        EXPECT_TRUE(contains(message, ".hexscan-lock exists, and hexscan did not write it")) << message;
        EXPECT_TRUE(fs::exists(fs::symlink_status(lock)));
        fs::remove(lock);
    };
    std::ofstream(precious) << "years of work";
    fs::create_symlink(precious, lock);
    expect_in_the_way();
    fs::create_symlink(folder_ / "not there", lock);
    expect_in_the_way();
    EXPECT_FALSE(fs::exists(folder_ / "not there"));
    fs::create_directory(lock);
    expect_in_the_way();
    fs::create_hard_link(precious, lock);
    expect_in_the_way();
    ASSERT_EQ(mkfifo(lock.c_str(), 0600), 0);
    expect_in_the_way();
    EXPECT_EQ(content(precious), "years of work");
    // A lock that a killed hexscan left behind is no obstacle.
    for (const char* left : {"", "hexsca", "hexscan process 1 on elsewhere"}) {
        std::ofstream(lock) << left;
        EXPECT_NO_THROW(OutputFolder(folder_, "scan"));
    }
}

TEST_F(OutputFolderTest, WhatHexscanDidNotWriteIsInTheWayAndStays) {
    for (const char* name : {"run.json", "radii.csv", "slice_001.bmp"}) {
        touch(folder_ / name);
        const std::string message = output_error_of([&] {
            run({{.name = "run.json"}, {.name = "radii.csv"}, slice_series("slice_", 3, ".bmp")});
        });
        EXPECT_TRUE(contains(message, name) && contains(message, "hexscan did not write it")) << message;
        EXPECT_EQ(visible(), std::set<std::string>{name});
        fs::remove(folder_ / name);
    }
    fs::create_directory(folder_ / "run.json");
    EXPECT_FALSE(output_error_of([&] { run({{.name = "run.json"}}); }).empty()) << "a folder of that name";
}

TEST_F(OutputFolderTest, ALinkInPlaceOfAFileStays) {
    run({record_});
    fs::remove(folder_ / "run.json");
    touch(folder_ / "kept");
    fs::create_symlink(folder_ / "kept", folder_ / "run.json");
    EXPECT_TRUE(contains(output_error_of([&] { run({record_}); }), "run.json was changed after hexscan wrote it"));
    EXPECT_EQ(visible(), (std::set<std::string>{"kept", "run.json"}));
}

TEST_F(OutputFolderTest, ALinkInPlaceOfAFileOfAnInterruptedRunGoesWithoutItsTarget) {
    try {
        OutputFolder folder(folder_, "scan");
        folder.begin_run({record_});
        throw 1;
    } catch (int) {
    }
    touch(folder_ / "kept");
    fs::create_symlink(folder_ / "kept", folder_ / "run.json");
    EXPECT_EQ(OutputFolder(folder_, "scan").begin_run({record_}).removed, 1);
    EXPECT_EQ(visible(), std::set<std::string>{"kept"});
}

TEST_F(OutputFolderTest, AFileThatTheUserChangedStays) {
    const fs::path surface = folder_ / "workspace.stl";
    const auto later = [&](const fs::path& file) { fs::last_write_time(file, fs::last_write_time(file) + 1h); };
    for (const bool keeps_size : {false, true}) {
        run({record_, bmp_, surface_}, {"one"});
        if (keeps_size)
            later(surface);
        else
            std::ofstream(surface) << "the user's";
        const std::string before = content(surface);
        for (const char* subject : {"one", "other"})
            EXPECT_TRUE(contains(output_error_of([&] {
                                     run({record_, surface_}, {subject});
                                 }),
                                 "workspace.stl was changed after hexscan wrote it; move it or choose another folder"));
        EXPECT_EQ(run({record_, bmp_}, {"one"}).kept_names, "") << "the file is no longer of an earlier scan";
        EXPECT_EQ(run({record_}, {"other"}).removed_names, "run.json, slice_000.bmp … slice_002.bmp");
        EXPECT_EQ(visible(), (std::set<std::string>{"run.json", "workspace.stl"}));
        EXPECT_EQ(content(surface), before);
        fs::remove(surface);
    }
}

/// A copy has new times throughout. That must not make every file the user's.
TEST_F(OutputFolderTest, OfACopiedFolderOnlyFilesOfAnotherSizeAreTheUsers) {
    run({record_, png_, surface_}, {"one"});
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
        fs::last_write_time(entry, entry.last_write_time() + 1h);
    std::ofstream(folder_ / "workspace.stl") << "the user's";
    EXPECT_EQ(run({record_}, {"other"}).removed_names, "run.json, slice_000.png … slice_001.png");
    EXPECT_EQ(content(folder_ / "workspace.stl"), "the user's");
}

TEST_F(OutputFolderTest, KeptFilesAreKnownFromRunToRun) {
    run({record_, png_, surface_}, {"same"});
    EXPECT_EQ(run({record_}, {"same"}).kept_files,
              (std::vector<std::string>{"slice_000.png", "slice_001.png", "workspace.stl"}));
    std::ofstream(folder_ / "workspace.stl") << "the user's";
    EXPECT_EQ(run({record_}, {"same"}).kept_files, (std::vector<std::string>{"slice_000.png", "slice_001.png"}));
}

TEST_F(OutputFolderTest, CommandsKnowTheirOwnFilesOnly) {
    run({{.name = "run.json"}, {.name = "radii.csv"}});
    EXPECT_EQ(OutputFolder(folder_, "ladder").begin_run({{.name = "stages.json"}}).removed, 0);
    EXPECT_EQ(visible(), (std::set<std::string>{"run.json", "radii.csv"}));
    EXPECT_FALSE(output_error_of([&] { OutputFolder(folder_, "ladder").begin_run({{.name = "radii.csv"}}); }).empty());
}

TEST_F(OutputFolderTest, SaysWhichCommandsFileIsInTheWay) {
    run({{.name = "run.json"}, {.name = "index.html"}});
    OutputFolder folder(folder_, "sweep");
    const std::set<std::string> before = names_in(folder_);
    for (const bool begin : {false, true}) {
        const std::string message = output_error_of([&] {
            begin ? (void)folder.begin_run({{.name = "index.html"}}) : folder.require_free({{.name = "index.html"}});
        });
        EXPECT_TRUE(message.ends_with("index.html was written by hexscan scan; choose another folder")) << message;
    }
    EXPECT_EQ(names_in(folder_), before);
    EXPECT_EQ(output_error_of([&] { folder.require_free({{.name = "sweep.json"}}); }), "");
}

TEST_F(OutputFolderTest, ADamagedListOfFilesIsNamedWithWhatToRemoveAndNothingIsTouched) {
    const std::string list = R"({"files": [{"name": "a", "ending": "", "count": 0, "digits": 0}]})";
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{list, ""},
                                                          {list, "[]"},
                                                          {list, "{}"},
                                                          {"]}", ""},
                                                          {"\"a\"", "7"},
                                                          {"\"ending\": \"\", ", ""},
                                                          {"\"count\": 0", "\"count\": -1"},
                                                          {"\"count\": 0", "\"count\": 1e30"}}) {
        std::string damaged = list;
        damaged.replace(damaged.find(from), from.size(), to);
        write_whole_file(folder_ / ".hexscan-files-of-scan.json", damaged);
        touch(folder_ / "a");
        const std::set<std::string> before = names_in(folder_);
        const std::string message = output_error_of([&] { OutputFolder(folder_, "scan").begin_run({{.name = "b"}}); });
        EXPECT_TRUE(contains(message, "hexscan-files-of-scan.json") && contains(message, "remove it and the results"))
            << message;
        EXPECT_EQ(names_in(folder_), before) << damaged;
    }
}

/// The name of the list may belong to a link to anything, a pipe without a writer, or a folder.
TEST_F(OutputFolderTest, WhatIsNoListOfFilesIsInTheWayAndIsNotFollowed) {
    const fs::path list = folder_ / ".hexscan-files-of-scan.json", precious = folder_ / "precious";
    const auto expect_in_the_way = [&] {
        const std::string message = output_error_of([&] { OutputFolder(folder_, "scan").begin_run({{.name = "b"}}); });
        EXPECT_TRUE(contains(message, ".hexscan-files-of-scan.json exists, and hexscan did not write it")) << message;
        EXPECT_TRUE(fs::exists(fs::symlink_status(list)));
        fs::remove(list);
    };
    write_whole_file(precious, R"({"files": [{"name": "precious", "ending": "", "count": 0, "digits": 0}]})");
    fs::create_symlink(precious, list);
    expect_in_the_way();
    fs::create_symlink(folder_ / "not there", list);
    expect_in_the_way();
    fs::create_directory(list);
    expect_in_the_way();
    ASSERT_EQ(mkfifo(list.c_str(), 0600), 0);
    expect_in_the_way();
    EXPECT_TRUE(fs::exists(precious));
}

TEST_F(OutputFolderTest, IsOnesOwnWhileItLasts) {
    {
        const OutputFolder folder(folder_, "scan");
        for (const char* command : {"scan", "ladder"}) {
            const std::string message = output_error_of([&] { OutputFolder(folder_, command); });
            EXPECT_TRUE(contains(message, "is being written to by hexscan process") &&
                        message.ends_with("; wait for it or choose another folder"))
                << message;
        }
    }
    EXPECT_EQ(output_error_of([&] { OutputFolder(folder_, "scan"); }), "");
    EXPECT_FALSE(names_in(folder_).contains(".hexscan-lock"));
}

TEST_F(OutputFolderTest, RemovesUnfinishedFiles) {
    touch(folder_ / ".hexscan-00000000deadbeef-1.part");
    OutputFolder(folder_, "scan").begin_run({{.name = "run.json"}});
    EXPECT_EQ(names_in(folder_), std::set<std::string>{".hexscan-files-of-scan.json"});
}

TEST_F(OutputFolderTest, SaysWhyItCannotBeUsed) {
    touch(folder_ / "file");
    for (const fs::path& path : {folder_ / "file", folder_ / "file" / "inside"}) {
        const std::string message = output_error_of([&] { OutputFolder(path, "scan"); });
        EXPECT_TRUE(contains(message, path.string()) && contains(message, "choose another folder")) << message;
    }
}

}  // namespace
