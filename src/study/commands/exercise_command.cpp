#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/console/exit_codes.h"
#include "src/device/devices.h"
#include "src/study/commands/exercises.h"
#include "src/study/ladder_page.h"
#include "src/system/atomic_file.h"
#include "src/system/child_process.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

/// A temporary folder. The destructor removes it with its files.
class ScratchFolder {
public:
    ScratchFolder() {
        const std::filesystem::path parent = std::filesystem::temp_directory_path();
        std::string name = (parent / "hexscan-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            throw OutputError(fmt::format(
                "cannot create a folder for the compiled programs in {}; set TMPDIR to a folder that you can write to",
                escaped(parent.string())));
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

const Exercise& exercise_of(const std::string& word) {
    for (const Exercise& exercise : exercises())
        if (word == fmt::format("{}", exercise.number)) return exercise;
    throw UsageError(
        fmt::format("there is no exercise '{}'; give a number from 1 to {}", shown(word), exercises().size()));
}

int list_exercises() {
    for (const Exercise& exercise : exercises())
        fmt::print("  {}  {}\n     start from {}\n", exercise.number, exercise.task, plain_stage(exercise.stage).path);
    fmt::print(
        "hexscan exercise N --start FILE.cu writes the start, hexscan exercise N FILE.cu checks your solution.\n");
    return exit_code::done;
}

int print_hint(const Exercise& exercise, const std::string& word) {
    const std::size_t count = exercise.hints.size(), number = parse_number<std::size_t>(word).value_or(0);
    if (number < 1 || number > count)
        reject_value("--hint", word, fmt::format("must be a whole number from 1 to {}", count));
    fmt::print("hint {} of {}: {}\n", number, count, exercise.hints[number - 1]);
    if (number < count) fmt::print("--hint {} gives the next one\n", number + 1);
    return exit_code::done;
}

/// Throws DeviceError if solutions cannot run here.
void require_compiler_and_device() {
    if (!has_program("nvcc"))
        throw DeviceError(
            "an exercise needs the CUDA toolkit's compiler, but PATH has no nvcc; install the toolkit, or add nvcc's "
            "folder to PATH (only --hint, --start and --solution work without nvcc)");
    if (const DeviceList list = list_devices(); list.devices.empty())
        throw DeviceError(fmt::format(
            "an exercise needs a GPU: {}; only --hint, --start and --solution work without one", list.problem));
}

/// Compiles a program and runs it. Throws InputError if it does not compile.
ExerciseResult result_of(const std::filesystem::path& source, const std::filesystem::path& program) {
    const ChildEnd compiled = run_program({"nvcc", "-O3", "-arch=native", source.string(), "-o", program.string()});
    if (compiled.code != 0)
        throw InputError(
            fmt::format("{}: nvcc cannot compile this file; its messages are above", escaped(source.string())));
    const ChildEnd ended = run_program({program.string()});
    return read_exercise(ended.code, ended.output);
}

void print_result(const char* whose, const ExerciseResult& result) {
    if (result.report.empty()) {
        fmt::print("  {:<10} no result: the program must print its line 'stage N: kernel ... ms, total ... ms; ...'\n",
                   whose);
        return;
    }
    fmt::print("  {:<10} {:<11} kernel {:>8} ms   total {:>8} ms\n", whose, result.correct ? "correct" : "NOT CORRECT",
               result.kernel_ms, result.total_ms);
    if (!result.correct) fmt::print("  {}\n", escaped(result.report));
}

int check_solution(const Exercise& exercise, const std::string& file) {
    require_compiler_and_device();
    const ScratchFolder scratch;
    const ExerciseResult yours = result_of(file, scratch.path() / "yours");
    const std::filesystem::path reference = scratch.path() / "reference.cu";
    write_whole_file(reference, solution_of(exercise));
    fmt::print("exercise {}: {}\n", exercise.number, exercise.task);
    print_result("yours", yours);
    print_result("reference", result_of(reference, scratch.path() / "reference"));
    fmt::print("  look at    ncu --metrics {}: {}\n", exercise.counter, exercise.counter_meaning);
    return yours.correct ? exit_code::done : exit_code::verification_failed;
}

int write_program(const Exercise& exercise, const std::string& file, const std::string& text) {
    write_whole_file(file, text);
    fmt::print("{}: {}\n", escaped(file), exercise.task);
    return exit_code::done;
}

int run_exercise(const Arguments& arguments) {
    const std::vector<std::string>& words = arguments.words();
    const auto start = arguments.text("start"), solution = arguments.text("solution");
    const auto hint = arguments.text("hint");
    if (words.empty()) return list_exercises();
    const Exercise& exercise = exercise_of(words.front());
    if (hint) return print_hint(exercise, *hint);
    if (start) return write_program(exercise, *start, start_of(exercise));
    if (solution) return write_program(exercise, *solution, solution_of(exercise));
    if (words.size() < 2)
        throw UsageError("exercise needs a file with your solution; --start FILE.cu writes one to begin with");
    return check_solution(exercise, words[1]);
}

}  // namespace

Command exercise_command() {
    Command command;
    command.name = "exercise";
    command.purpose = "compile, run and check a solution of an exercise of the course (needs nvcc and a GPU)";
    command.word = "[N [FILE.cu]]";
    command.most_words = 2;
    command.explanation =
        "Each lesson of docs/course/ has an exercise: change one of the programs of docs/cuda/. Your solution is\n"
        "compiled with nvcc and run beside a reference solution; the program verifies its verdicts itself.\n";
    OptionGroup how = option_group("How to run");
    add_option(how, "start", "FILE.cu", "write the program to start from");
    add_option(how, "hint", "K", "print hint K; hints count from 1");
    add_option(how, "solution", "FILE.cu", "write a solution");
    command.groups.push_back(how);
    command.examples =
        "  hexscan exercise                      the list\n"
        "  hexscan exercise 1 --start mine.cu    begin\n"
        "  hexscan exercise 1 mine.cu            check\n";
    command.run = run_exercise;
    return command;
}

}  // namespace hexscan
