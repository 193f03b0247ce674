#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

/// The exercises of the course (docs/course/) that hexscan compiles and checks. A reader changes a file of docs/cuda/.
namespace hexscan {

struct Exercise {
    int number = 0;  ///< also the number of its lesson
    int stage = 0;   ///< The reader starts from the file of this stage.
    std::string task{};
    std::string counter{};                                       ///< the metric of ncu that shows the change
    std::string counter_meaning{};                               ///< what that metric counts
    std::vector<std::string> hints{};                            ///< each says more than the one before
    std::vector<std::pair<std::string, std::string>> changes{};  ///< Pairs of old and new text. Replacing old by new
                                                                 ///< turns the start into the solution.
};

std::span<const Exercise> exercises();

/// The program from which the reader starts.
std::string start_of(const Exercise& exercise);

/// A solution: the start with its changes. Throws InternalError unless the start contains each text to replace exactly
/// once.
std::string solution_of(const Exercise& exercise);

/// The results that a run of a reader's program printed.
struct ExerciseResult {
    bool correct = false;  ///< the program exited with 0: no verdict differs from its reference, except within 1e-5 m
                           ///< of a limit
    double kernel_ms = 0, total_ms = 0;
    std::string report{};  ///< the line that the program printed; empty if it printed none
};

/// Reads the output of a program that exited with `exit_code`.
ExerciseResult read_exercise(int exit_code, const std::string& output);

}  // namespace hexscan
