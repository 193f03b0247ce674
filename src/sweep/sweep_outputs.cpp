#include "src/sweep/sweep_outputs.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "src/files/json_fields.h"
#include "src/results/page/page_slice.h"
#include "src/results/pictures/map_images.h"
#include "src/results/radii/radii_file.h"
#include "src/results/volume/volume_file.h"
#include "src/sweep/meters/reach_slices.h"
#include "src/sweep/report/export.h"
#include "src/sweep/report/sweep_page.h"
#include "src/system/atomic_file.h"
#include "src/system/in_turn.h"

namespace hexscan {
namespace {

constexpr const char* record_name = "sweep.json";
constexpr const char* page_name = "index.html";
constexpr const char* designs_name = "designs.csv";
constexpr const char* quantiles_name = "quantiles.csv";
constexpr const char* sensitivities_name = "sensitivities.csv";

/// Writes the files of the machines' common reach, with those outputs of a scan that need only slices.
class CommonReachFiles {
public:
    CommonReachFiles(const SweepFile& sweep, bool images, const std::filesystem::path& folder)
        : grid_(scan_grid(sweep.scan)),
          colours_(MapColours::of_share("share of the machines")),
          radii_(grid_, folder),
          maps_(grid_, {colours_}, folder, images),
          middle_(grid_, sweep.machine.units, {colours_}) {
        // Programs that read volumes do not support grids with a single slice, row or column.
        if (std::min({grid_.columns(), grid_.rows(), grid_.slices()}) > 1)
            volume_ = std::make_unique<VolumeFile>(sweep.machine.name, grid_, folder);
    }

    std::vector<AnnouncedFiles> files() const {
        std::vector<AnnouncedFiles> files = radii_.files();
        for (const AnnouncedFiles& file : maps_.files()) files.push_back(file);
        if (volume_)
            for (const AnnouncedFiles& file : volume_->files()) files.push_back(file);
        return files;
    }

    /// Writes the files. `counts` has the counts of count_reach(), and `valid` is the number of machines that can be
    /// built. `record_text` returns the sweep's record for the common reach.
    CommonReach write(const BlockFile& counts, std::int64_t valid,
                      const std::function<std::string(const CommonReach&)>& record_text) {
        const ReachSlices slices(grid_, counts, valid);
        for_each_in_turn(grid_.slices(), [&](int s) {
            const Slice slice = slices.slice(s);
            radii_.take(slice);
            maps_.take(slice);
            middle_.take(slice);
            if (volume_) volume_->take(slice);
        });
        radii_.finish();
        maps_.finish();
        const CommonReach common{radii_.summary().reachable_points, radii_.summary().volume_m3, middle_.json()};
        if (volume_) volume_->write(record_text(common));
        return common;
    }

private:
    ScanGrid grid_;
    MapColours colours_;
    RadiiFile radii_;
    MapImages maps_;
    PageSlice middle_;
    std::unique_ptr<VolumeFile> volume_;
};

/// The files that the sweep writes. `reach` is null if there is no common reach, or if it is not known yet.
std::vector<AnnouncedFiles> announcement(const SweepFile& sweep, const SweepOutputs& wanted,
                                         const std::vector<std::int64_t>& best, const CommonReachFiles* reach) {
    std::vector<AnnouncedFiles> files{{.name = record_name}, {.name = designs_name}};
    if (wanted.page) files.push_back({.name = page_name});
    if (!has_front(sweep)) files.push_back({.name = quantiles_name});
    if (sweep.is_of_one_design()) files.push_back({.name = sensitivities_name});
    for (const std::int64_t machine : best) files.push_back({.name = design_file_name(sweep, machine)});
    if (reach)
        for (const AnnouncedFiles& file : reach->files()) files.push_back(file);
    return files;
}

}  // namespace

void require_free_for_sweep(const SweepFile& sweep, const SweepOutputs& wanted, const OutputFolder& folder) {
    std::unique_ptr<CommonReachFiles> common;
    if (sweep.is_of_one_design()) common = std::make_unique<CommonReachFiles>(sweep, wanted.images, folder.path());
    std::vector<AnnouncedFiles> files = announcement(sweep, wanted, {}, common.get());
    // The best machines are not known yet, so the whole series is announced.
    if (has_front(sweep)) files.push_back(design_files(sweep));
    folder.require_free(files);
}

void begin_sweep(const SweepFile& sweep, const SweepOutputs& wanted, OutputFolder& folder) {
    folder.begin_run(announcement(sweep, wanted, {}, nullptr));
}

void write_sweep(const MeasuredMachines& machines, const BlockFile* reach, const SweepOutputs& wanted,
                 const SweepRun& run, OutputFolder& folder, SweepResults& results) {
    const SweepFile& sweep = machines.sweep();
    const std::filesystem::path& path = folder.path();
    std::unique_ptr<CommonReachFiles> common;
    if (reach && results.valid > 0) common = std::make_unique<CommonReachFiles>(sweep, wanted.images, path);
    folder.begin_run(announcement(sweep, wanted, results.best, common.get()));
    write_designs(machines, results.front, path / designs_name);
    if (!has_front(sweep)) write_quantiles(machines, path / quantiles_name);
    if (results.tolerance) write_sensitivities(sweep, results.tolerance->sensitivities, path / sensitivities_name);
    for (const std::int64_t machine : results.best)
        write_whole_file(path / design_file_name(sweep, machine), platform_file_of(sweep, machines.designs(), machine));
    if (common)
        results.reach = common->write(*reach, results.valid, [&](const CommonReach& reached) {
            results.reach = reached;
            nlohmann::json record = sweep_json(machines, results, run);
            // The volume file must not depend on which computer made it or how fast.
            record.erase("run");
            return json_text(record);
        });
    if (wanted.page) write_sweep_page(machines, results, run, path / page_name);
    write_whole_file(path / record_name, json_text(sweep_json(machines, results, run)));
}

}  // namespace hexscan
