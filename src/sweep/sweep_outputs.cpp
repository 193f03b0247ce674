#include "src/sweep/sweep_outputs.h"

#include <memory>

#include <tbb/task_arena.h>

#include "src/base/atomic_file.h"
#include "src/base/json_fields.h"
#include "src/results/map_files.h"
#include "src/results/page_slice.h"
#include "src/results/radii_file.h"
#include "src/results/volume_file.h"
#include "src/scan/delivery.h"
#include "src/sweep/export.h"
#include "src/sweep/machine_measures.h"
#include "src/sweep/reach_engine.h"
#include "src/sweep/sweep_page.h"

namespace hexscan {
namespace {

constexpr const char* record_name = "sweep.json";
constexpr const char* page_name = "index.html";
constexpr const char* designs_name = "designs.csv";
constexpr const char* quantiles_name = "quantiles.csv";
constexpr const char* sensitivities_name = "sensitivities.csv";

/// What the machines reach together, through the outputs of every scan.
class CommonReachFiles {
public:
    CommonReachFiles(const SweepStudy& study, bool images, const std::filesystem::path& folder) {
        // Of the machine, these outputs ask name and units only.
        record_.platform.machine.name = study.machine.name;
        record_.platform.machine.units = study.machine.units;
        record_.platform.scan = constant_scan(study.scan);
        record_.platform.scan.maps = {MapKind::share};
        plan_ = make_scan_plan(record_.platform);
        outputs_.push_back(std::make_unique<RadiiFile>(plan_, folder));
        outputs_.push_back(std::make_unique<MapFiles>(record_, folder, images));
        middle_ = std::make_unique<PageSlice>(record_.platform);
        // Readers know no flat volume.
        if (plan_.columns() > 1 && plan_.rows() > 1 && plan_.slices() > 1)
            outputs_.push_back(std::make_unique<VolumeFile>(
                record_.platform, folder, [this](const Delivery&) { return record_text_(common()); }));
    }

    std::vector<AnnouncedFiles> files() const {
        std::vector<AnnouncedFiles> files;
        for (const auto& output : outputs_)
            for (const AnnouncedFiles& file : output->files()) files.push_back(file);
        return files;
    }

    /// `counts` are of `valid` machines; `record_text` tells the sweep's record once the common reach is known.
    CommonReach write(const BlockFile& counts, std::int64_t valid,
                      std::function<std::string(const CommonReach&)> record_text) {
        const ReachEngine engine(counts, valid);
        record_text_ = std::move(record_text);
        Consumer* const tables[] = {outputs_[0].get(), outputs_[1].get(), middle_.get()};
        (void)deliver(engine, plan_, tables, {});
        if (outputs_.size() == 2) return common();
        // Slice after slice: where in the file a slice lies depends on when it came, and the file is to be the same
        // whoever made it.
        Consumer* const volume[] = {outputs_[2].get()};
        tbb::task_arena alone(1);
        alone.execute([&] { (void)deliver(engine, plan_, volume, {}); });
        return common();
    }

private:
    CommonReach common() const {
        const ScanSummary& summary = static_cast<const RadiiFile&>(*outputs_.front()).summary();
        return {summary.reachable_points, summary.volume_m3, middle_->json()};
    }

    RunRecord record_;
    ScanPlan plan_{};
    std::vector<std::unique_ptr<Output>> outputs_;
    std::unique_ptr<PageSlice> middle_;
    std::function<std::string(const CommonReach&)> record_text_;
};

/// `reach` is null where nothing is reached together, or nothing known of it yet.
std::vector<AnnouncedFiles> announcement(const SweepStudy& study, const SweepOutputs& wanted,
                                         const std::vector<std::int64_t>& best, const CommonReachFiles* reach) {
    std::vector<AnnouncedFiles> files{{.name = record_name}, {.name = designs_name}};
    if (wanted.page) files.push_back({.name = page_name});
    if (!has_front(study)) files.push_back({.name = quantiles_name});
    if (study.is_of_one_design()) files.push_back({.name = sensitivities_name});
    for (const std::int64_t machine : best) files.push_back({.name = design_file_name(study, machine)});
    if (reach)
        for (const AnnouncedFiles& file : reach->files()) files.push_back(file);
    return files;
}

}  // namespace

void require_free_for_sweep(const SweepStudy& study, const SweepOutputs& wanted, const OutputFolder& folder) {
    std::unique_ptr<CommonReachFiles> common;
    if (study.is_of_one_design()) common = std::make_unique<CommonReachFiles>(study, wanted.images, folder.path());
    std::vector<AnnouncedFiles> files = announcement(study, wanted, {}, common.get());
    // Which machines are the best is not known yet.
    if (has_front(study)) files.push_back(design_files(study));
    folder.require_free(files);
}

void begin_sweep(const SweepStudy& study, const SweepOutputs& wanted, OutputFolder& folder) {
    folder.begin_run(announcement(study, wanted, {}, nullptr));
}

void write_sweep(const MeasuredMachines& machines, const BlockFile* reach, const SweepOutputs& wanted,
                 const SweepRun& run, OutputFolder& folder, SweepResults& results) {
    const SweepStudy& study = machines.study();
    const std::filesystem::path& path = folder.path();
    std::unique_ptr<CommonReachFiles> common;
    if (reach && results.valid > 0) common = std::make_unique<CommonReachFiles>(study, wanted.images, path);
    folder.begin_run(announcement(study, wanted, results.best, common.get()));
    write_designs(machines, results.front, path / designs_name);
    if (!has_front(study)) write_quantiles(machines, path / quantiles_name);
    if (results.tolerance) write_sensitivities(study, results.tolerance->sensitivities, path / sensitivities_name);
    for (const std::int64_t machine : results.best)
        write_whole_file(path / design_file_name(study, machine), platform_file_of(study, machines.designs(), machine));
    if (common)
        results.reach = common->write(*reach, results.valid, [&](const CommonReach& reached) {
            results.reach = reached;
            nlohmann::json record = sweep_json(machines, results, run);
            // The volume is the same whoever made it, and how fast.
            record.erase("run");
            return json_text(record);
        });
    if (wanted.page) write_sweep_page(machines, results, run, path / page_name);
    write_whole_file(path / record_name, json_text(sweep_json(machines, results, run)));
}

}  // namespace hexscan
