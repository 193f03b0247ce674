#include <cstdio>

// HDF5's archive is compiled for programs, whose standard streams it addresses directly. A shared object can do that
// only with variables of its own. CMake renames the archive's uses of the streams to these.
extern "C" {
__attribute__((visibility("hidden"))) std::FILE* hexscan_stderr = nullptr;
__attribute__((visibility("hidden"))) std::FILE* hexscan_stdout = nullptr;
}

namespace {

struct Streams {
    Streams() {
        hexscan_stderr = stderr;
        hexscan_stdout = stdout;
    }
} const set_streams;

}  // namespace
