#pragma once

#include <filesystem>
#include <string_view>

namespace hexscan {

/// The folder a run leaves its results in.
class OutputFolder {
public:
    /// Creates the folder with its parents. Throws OutputError, also where it cannot be written to.
    explicit OutputFolder(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }

    /// Removes an earlier run's slice images, radii.csv, run.json and unfinished files, so that images of a
    /// longer scan never stand among those of a shorter one. Any other file is left alone. Returns how many
    /// images there were. Throws OutputError.
    int remove_earlier_run();

    std::filesystem::path radii_path() const { return path_ / "radii.csv"; }
    std::filesystem::path run_record_path() const { return path_ / "run.json"; }
    /// slice_000.bmp and so on: at least three digits, and as many for every slice of the scan.
    std::filesystem::path slice_path(int slice, int total_slices, std::string_view extension) const;

private:
    std::filesystem::path path_;
};

}  // namespace hexscan
