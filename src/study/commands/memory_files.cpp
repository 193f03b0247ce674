#include "src/study/commands/memory_files.h"

#include "src/files/json_fields.h"
#include "src/study/memory/memory_report.h"
#include "src/system/atomic_file.h"

namespace hexscan {

void begin_memory_files(OutputFolder& folder) { folder.begin_run({{.name = "memory.json"}, {.name = "memory.txt"}}); }

void write_memory_files(const memory::MemoryStudy& study, const OutputFolder& folder) {
    write_whole_file(folder.path() / "memory.txt", memory_text(study));
    write_whole_file(folder.path() / "memory.json", json_text(memory_json(study)));
}

}  // namespace hexscan
