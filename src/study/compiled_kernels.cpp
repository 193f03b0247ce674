#include "src/study/compiled_kernels.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <regex>
#include <sstream>
#include <utility>

#include <cxxabi.h>

namespace hexscan {

#if HEXSCAN_WITH_CUDA
/// The build writes this text from the compiler's reports (see CMakeLists.txt here).
extern const char* const stage_compiler_reports;
#endif

namespace {

void erase_all(std::string& text, std::string_view part) {
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at)) text.erase(at, part.size());
}

std::string demangled(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 ? std::string(name.get()) : symbol;
}

/// "void hexscan::f<hexscan::(anonymous namespace)::P>(int)" -> "f<P>".
std::string plain_name(const std::string& symbol) {
    std::string name = demangled(symbol);
    for (const char* part : {"(anonymous namespace)::", "hexscan::"}) erase_all(name, part);
    if (name.rfind("void ", 0) == 0) name.erase(0, 5);
    erase_all(name, " ");
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (name[i] == '(' && depth == 0) name.erase(i);
    }
    return name;
}

/// "s5_ilp.cu.o" or "s5_ilp.cu.obj" -> "s5_ilp.cu".
std::string source_of(const std::string& object) { return object.substr(0, object.rfind('.')); }

/// "90" or "90a" -> 9.0; the last digit is the minor number.
ComputeCapability capability_of(const std::string& digits) {
    const int number = std::stoi(digits);
    return {number / 10, number % 10};
}

/// Reads reports line by line and collects the facts about the current kernel.
class ReportReader {
public:
    void read(const std::string& line) {
        static const std::regex object("object (\\S+)");
        static const std::regex entry("ptxas info +: Compiling entry function '(\\S+)' for 'sm_([0-9]+)[a-z]?'");
        static const std::regex properties("ptxas info +: Function properties for (\\S+)");
        static const std::regex stack(
            " *([0-9]+) bytes stack frame, ([0-9]+) bytes spill stores, ([0-9]+) bytes spill loads");
        static const std::regex used("ptxas info +: Used ([0-9]+) registers(.*)");
        static const std::regex shared(".*, ([0-9]+)(?:\\+[0-9]+)? bytes smem.*");
        std::smatch found;
        if (std::regex_match(line, found, object)) {
            file_ = source_of(found[1]);
        } else if (std::regex_match(line, found, entry)) {
            symbol_ = found[1];
            kernel_ = {};
            kernel_.name = {plain_name(symbol_), file_};
            kernel_.capability = capability_of(found[2]);
        } else if (std::regex_match(line, found, properties)) {
            function_ = found[1];
        } else if (std::regex_match(line, found, stack)) {
            if (function_ != symbol_) return;  // belongs to a function that the kernel calls
            kernel_.stack_bytes = std::stoi(found[1]);
            kernel_.spill_store_bytes = std::stoi(found[2]);
            kernel_.spill_load_bytes = std::stoi(found[3]);
        } else if (std::regex_match(line, found, used) && !symbol_.empty()) {
            kernel_.registers_per_thread = std::stoi(found[1]);
            const std::string rest = found[2];
            if (std::regex_match(rest, found, shared)) kernel_.static_shared_bytes = std::stoi(found[1]);
            kernels_.push_back(kernel_);
            symbol_.clear();
        }
    }

    std::vector<CompiledKernel> kernels() && { return std::move(kernels_); }

private:
    std::string file_, symbol_, function_;
    CompiledKernel kernel_;
    std::vector<CompiledKernel> kernels_;
};

}  // namespace

std::vector<CompiledKernel> parse_compiler_report(std::string_view report) {
    ReportReader reader;
    std::istringstream lines{std::string(report)};
    for (std::string line; std::getline(lines, line);) reader.read(line);
    return std::move(reader).kernels();
}

const std::vector<CompiledKernel>& compiled_kernels() {
#if HEXSCAN_WITH_CUDA
    static const std::vector<CompiledKernel> kernels = parse_compiler_report(stage_compiler_reports);
#else
    static const std::vector<CompiledKernel> kernels;
#endif
    return kernels;
}

bool runs_as_built(ComputeCapability built, ComputeCapability device) {
    return built.major == device.major && built.minor <= device.minor;
}

std::optional<ComputeCapability> built_architecture(const std::vector<CompiledKernel>& kernels,
                                                    ComputeCapability wanted) {
    std::optional<ComputeCapability> below, lowest;
    for (const CompiledKernel& kernel : kernels) {
        if (kernel.capability <= wanted) below = std::max(below.value_or(kernel.capability), kernel.capability);
        lowest = std::min(lowest.value_or(kernel.capability), kernel.capability);
    }
    return below ? below : lowest;
}

const CompiledKernel* find_compiled(const std::vector<CompiledKernel>& kernels, const KernelName& name,
                                    ComputeCapability capability) {
    const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const CompiledKernel& kernel) {
        return kernel.capability == capability && kernel.name == name;
    });
    return found == kernels.end() ? nullptr : &*found;
}

}  // namespace hexscan
