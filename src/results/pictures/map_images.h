#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "src/engines/consumer.h"
#include "src/results/output_folder.h"
#include "src/results/pictures/map_colours.h"
#include "src/scan/grid.h"

namespace hexscan {

/// Maps as images: NAME_000.png ... and NAME_legend.svg for each map. maps.csv holds the smallest, mean and largest
/// number of every slice. Images show the map's numbers. The images of limits also show the workspace's border, because
/// the limits alone do not reveal it.
class MapImages {
public:
    /// `colours` are in the order of a slice's fields. If `images` is false, only maps.csv is written.
    MapImages(const ScanGrid& grid, std::vector<MapColours> colours, std::filesystem::path folder, bool images);

    std::vector<AnnouncedFiles> files() const;
    /// Writes the images of one slice. Called once per slice, possibly from several threads at once. Throws
    /// OutputError.
    void take(const Slice& slice);
    /// Writes the legends and maps.csv. Called once, after all slices are taken. Throws OutputError.
    void finish();

    /// An image's name, such as "share_012.png".
    static std::string image_name(MapKind map, const ScanGrid& grid, int slice);

private:
    struct Range {
        double least = 0, mean = 0, largest = 0;
    };

    void write_image(const MapColours& colours, const Slice& slice, const SliceField& field) const;
    std::string csv() const;

    ScanGrid grid_;
    std::vector<MapColours> colours_;
    std::filesystem::path folder_;
    bool images_;
    /// Ranges by slice and map. The map of limits does not use them. Each slice has its own ranges, so that threads
    /// need no lock.
    std::vector<std::vector<Range>> ranges_;
};

}  // namespace hexscan
