#include "src/system/input_file.h"

#include <fstream>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

class InputFile : public hexscan_test::FolderTest {};

std::string read_error(const std::filesystem::path& file) {
    try {
        read_input_file(file, 10, "name a file");
    } catch (const InputError& error) {
        return error.what();
    }
    return "read";
}

TEST_F(InputFile, IsReadToWhatIsAllowedAndOneByteMore) {
    const std::string whole(200'000, 'x');
    std::ofstream(folder_ / "long.txt") << whole;
    const auto bytes_of = [&](std::size_t most) {
        return read_input_file(folder_ / "long.txt", most, "name a file").size();
    };
    EXPECT_EQ(bytes_of(std::numeric_limits<std::size_t>::max()), whole.size()) << "any size";
    EXPECT_EQ(bytes_of(whole.size()), whole.size());
    EXPECT_EQ(bytes_of(whole.size() - 1), whole.size());
    EXPECT_EQ(bytes_of(150'000), 150'001U);
    EXPECT_EQ(bytes_of(0), 1U);
}

TEST_F(InputFile, AskedForByAnotherNameIsAskedAbout) {
    std::ofstream(folder_ / "my-rig.yaml") << "name: rig\n";
    std::filesystem::create_directory(folder_ / "my-rigs.yaml");
    const auto meant = folder_ / "my-rig.yaml";
    for (const char* name : {"my-rig", "My-Rig", "my-rig.yml", "my_rig.yaml", "My-Rig.YAML"})
        EXPECT_EQ(file_meant_by(folder_ / name), meant) << name;
    for (const char* name : {"rig.yaml", "other", "nowhere/my-rig.yaml"})
        EXPECT_EQ(file_meant_by(folder_ / name), std::nullopt) << name;
    EXPECT_EQ(read_error(folder_ / "my-rig.yml"),
              folder_.string() + "/my-rig.yml: cannot be read, No such file or directory; did you mean " +
                  meant.string() + "? name a file");
    EXPECT_EQ(read_error(folder_), folder_.string() + ": cannot be read, Is a directory; name a file");
    EXPECT_EQ(read_error(meant), "read");
}

}  // namespace
}  // namespace hexscan
