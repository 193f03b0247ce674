#pragma once

#include "src/results/output_folder.h"
#include "src/study/memory/lesson.h"

namespace hexscan {

/// Begins a run in the folder. The run will write memory.json and memory.txt.
void begin_memory_files(OutputFolder& folder);

/// Writes the lessons to the folder as JSON and as text. Throws OutputError.
void write_memory_files(const memory::MemoryStudy& study, const OutputFolder& folder);

}  // namespace hexscan
