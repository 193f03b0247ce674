#include "src/study/case_study_files.h"

#include "src/files/json_fields.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"
#include "src/study/charts/case_study_chart.h"
#include "src/study/ladder_page.h"
#include "src/system/atomic_file.h"

namespace hexscan {

std::vector<AnnouncedFiles> case_study_file_names() {
    return {{.name = "stages.json"},
            {.name = "stages.md"},
            {.name = "time.md"},
            {.name = "stages.svg"},
            {.name = "index.html"}};
}

void write_case_study(const CaseStudy& study, const OutputFolder& folder) {
    write_whole_file(folder.path() / "stages.md", stages_markdown(study));
    write_whole_file(folder.path() / "time.md", time_table_markdown(study));
    write_whole_file(folder.path() / "stages.svg", stages_svg(study));
    write_whole_file(folder.path() / "index.html", ladder_page(study));
    write_whole_file(folder.path() / "stages.json", json_text(to_json(study)));
}

}  // namespace hexscan
