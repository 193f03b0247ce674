#include "src/ranks/launcher.h"

#include <map>

#include <gtest/gtest.h>

#include "src/ranks/ranks.h"

namespace hexscan {
namespace {

Launch launch(const std::map<std::string, std::string>& environment) {
    return launch_of([&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
    });
}

TEST(Launcher, EachLaunchersWordsAreUnderstood) {
    const Launch open_mpi = launch({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}});
    EXPECT_EQ(open_mpi.processes, 4);
    EXPECT_EQ(open_mpi.rank, 3);
    EXPECT_EQ(open_mpi.launcher, "mpirun");
    EXPECT_EQ(launch({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}).launcher, "mpiexec");
    const Launch slurm = launch({{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}, {"PMIX_RANK", "5"}});
    EXPECT_EQ(slurm.processes, 8);
    EXPECT_EQ(slurm.rank, 5);
    EXPECT_EQ(slurm.launcher, "srun");
}

TEST(Launcher, WithoutOneAProcessIsAlone) {
    EXPECT_EQ(launch({}).processes, 1);
    // A command that the batch script itself runs has these variables.
    EXPECT_EQ(launch({{"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}, {"SLURM_JOB_ID", "17"}}).processes, 1);
    EXPECT_EQ(launch({{"OMPI_COMM_WORLD_SIZE", "many"}, {"OMPI_COMM_WORLD_RANK", "0"}}).processes, 1);
    EXPECT_EQ(launch({{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}}).processes, 1);
}

TEST(Launcher, ARankBeyondTheLastIsNone) {
    const Launch by_hand = launch({{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "5"}});
    EXPECT_EQ(by_hand.processes, 1);
    EXPECT_EQ(by_hand.rank, 0);
    EXPECT_EQ(by_hand.launcher, "");
    EXPECT_EQ(launch({{"PMI_SIZE", "2"}, {"PMI_RANK", "2"}}).processes, 1);
    EXPECT_EQ(launch({{"PMI_SIZE", "2"}, {"PMI_RANK", "-1"}}).processes, 1);
}

TEST(Launcher, MpirunInsideASlurmJobIsMpirun) {
    const Launch both = launch({{"OMPI_COMM_WORLD_SIZE", "4"},
                                {"OMPI_COMM_WORLD_RANK", "2"},
                                {"SLURM_STEP_NUM_TASKS", "2"},
                                {"SLURM_PROCID", "1"}});
    EXPECT_EQ(both.processes, 4);
    EXPECT_EQ(both.rank, 2);
}

TEST(Ranks, ATestIsOneRankOfOne) {
    Ranks& ranks = process_ranks();
    EXPECT_EQ(ranks.rank(), 0);
    EXPECT_EQ(ranks.count(), 1);
    EXPECT_EQ(ranks.local_rank(), 0);
    EXPECT_FALSE(ranks.host().empty());
    EXPECT_FALSE(ranks.try_receive());
}

}  // namespace
}  // namespace hexscan
