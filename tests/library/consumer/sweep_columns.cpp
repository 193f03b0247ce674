// Prints the figures of a sweep as columns, in another program. The first line has the number of machines and the
// number of measured ones. Each further line has a column's name, a tab, and its values separated by blanks.
//
// usage: sweep_columns FILE FOLDER
#include <cstdio>

#include <hexscan/sweep.h>

int main(int, char** argv) {
    hexscan::SweepOptions options;
    options.folder = argv[2];
    options.page = options.images = false;
    options.device.kind = hexscan::Device::Kind::cpu;
    const hexscan::Sweep sweep = hexscan::sweep(argv[1], options);
    std::printf("%lld machines, %lld measured, %zu lines of summary\n", static_cast<long long>(sweep.machines),
                static_cast<long long>(sweep.measured), sweep.summary.size());
    if (!sweep.column("no such column").empty()) return 1;
    for (const hexscan::SweepColumn& column : sweep.columns) {
        if (&sweep.column(column.name) != &column.values) return 1;
        std::printf("%s\t", column.name.c_str());
        for (const double value : column.values) std::printf(" %.17g", value);
        std::printf("\n");
    }
}
