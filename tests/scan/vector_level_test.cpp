// The levels of vector instructions. The processor's highest level must be chosen, and every level must give the same
// bits.

#include "src/base/vector_level.h"
#include "src/scan/map_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The processor's features, as the kernel reports them.
std::set<std::string> processor_flags() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags")) continue;
        std::istringstream words(line.substr(line.find(':') + 1));
        return {std::istream_iterator<std::string>(words), {}};
    }
    return {};
}

bool has_all(const std::set<std::string>& flags, std::initializer_list<const char*> wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const char* flag) { return flags.count(flag) != 0; });
}

TEST(VectorLevels, TheHighestOfTheProcessorIsTaken) {
    const std::set<std::string> flags = processor_flags();
    // Not all kernels report lzcnt ("abm"). Every processor with the other features has it.
    const bool v3 = has_all(flags, {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"});
    const bool v4 = v3 && has_all(flags, {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
    const VectorLevel expected = HEXSCAN_VECTOR_LEVELS == 1 ? VectorLevel::baseline
                                 : v4                       ? VectorLevel::avx512
                                 : v3                       ? VectorLevel::avx2
                                                            : VectorLevel::baseline;
    EXPECT_EQ(name_of(vector_level()), name_of(expected));
    EXPECT_EQ(highest_vector_level(), expected);
}

#if HEXSCAN_VECTOR_LEVELS > 1
/// An address in the function into which this one is inlined.
inline __attribute__((always_inline)) const char* where_it_runs() {
    const char* here = nullptr;
    asm volatile("lea 0(%%rip), %0" : "=r"(here));
    return here;
}

TEST(VectorLevels, EachRunsTheFunctionThatIsCompiledForIt) {
    const std::array compiled{detail::at_baseline<where_it_runs, const char*>,
                              detail::at_avx2<where_it_runs, const char*>,
                              detail::at_avx512<where_it_runs, const char*>};
    const auto begin_of = [&](std::size_t level) { return reinterpret_cast<const char*>(compiled[level]); };
    for (std::size_t level = 0; level <= static_cast<std::size_t>(highest_vector_level()); ++level) {
        use_vector_level(static_cast<VectorLevel>(level));
        const char* const here = at_vector_level<where_it_runs>();
        ASSERT_GE(here, begin_of(level));
        for (std::size_t other = 0; other < compiled.size(); ++other)
            EXPECT_FALSE(begin_of(other) > begin_of(level) && begin_of(other) <= here) << level << other;
    }
    use_vector_level(highest_vector_level());
}
#endif

/// Results of everything that is compiled at several levels, for many machines, as bytes.
class LevelAnswers {
public:
    void add(const ScanPlan& plan) {
        add(scan_reference(plan.oriented()));
        add(scan_on_cpu(plan.oriented()));
    }
    void add_set(const ScanPlan& plan) {
        add(answer_on_host(plan));
        add(answer_by_reference(plan));
    }
    std::vector<char> bytes;

private:
    template <class Number>
    void add(const std::vector<Number>& numbers) {
        static_assert(std::has_unique_object_representations_v<Number> || std::is_same_v<Number, float>);
        const auto* const begin = reinterpret_cast<const char*>(numbers.data());
        bytes.insert(bytes.end(), begin, begin + numbers.size() * sizeof(Number));
    }
    void add(const Workspace& workspace) {
        for (const WorkspaceSlice& slice : workspace) {
            add(slice.runs);
            add(slice.row_begin);
        }
    }
    void add(const ScanResult& result) {
        add(result.workspace);
        for (const std::vector<SliceField>& slice : result.fields)
            for (const SliceField& field : slice) std::visit([&](const auto& values) { add(values); }, field.values);
    }
};

std::vector<char> answers_at(VectorLevel level) {
    use_vector_level(level);
    LevelAnswers answers;
    for (std::uint64_t seed = 0; seed < 400; ++seed)
        for (Platform platform : {random_platform(seed), integer_platform(seed)}) {
            answers.add(make_scan_plan(platform));
            if (seed % 10 != 0) continue;
            platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
            answers.add_set(make_scan_plan(platform));
            add_random_set(seed, WorkspaceKind::total, platform);
            answers.add_set(make_scan_plan(platform));
        }
    use_vector_level(highest_vector_level());
    return answers.bytes;
}

TEST(VectorLevels, AllGiveTheSameBits) {
    const std::vector<char> baseline = answers_at(VectorLevel::baseline);
    EXPECT_GT(baseline.size(), 500'000U);
    for (const VectorLevel level : {VectorLevel::avx2, VectorLevel::avx512})
        if (level <= highest_vector_level()) {
            EXPECT_TRUE(answers_at(level) == baseline) << name_of(level);
        }
}

}  // namespace
