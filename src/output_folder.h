#pragma once

#include <filesystem>
#include <string_view>

namespace hexscan {

/// The folder a run leaves its results in. Starting a run removes what an earlier one left there, so that
/// images of a longer scan never stand among those of a shorter one. Any other file is left alone.
class OutputFolder {
public:
    /// Creates the folder with its parents and removes an earlier run's slice images, radii.csv, run.json and
    /// unfinished files. Throws OutputError.
    explicit OutputFolder(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }
    /// Images of an earlier run that were removed.
    int removed_images() const { return removed_images_; }

    std::filesystem::path radii_path() const { return path_ / "radii.csv"; }
    std::filesystem::path run_record_path() const { return path_ / "run.json"; }
    /// slice_000.bmp and so on: at least three digits, and as many for every slice of the scan.
    std::filesystem::path slice_path(int slice, int total_slices, std::string_view extension) const;

private:
    void remove_earlier_run();

    std::filesystem::path path_;
    int removed_images_ = 0;
};

}  // namespace hexscan
