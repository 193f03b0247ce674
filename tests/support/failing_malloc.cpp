// Preloaded into hexscan by tests/commands/failing_allocations_test.sh: allocation number FAIL_AT fails, and with
// FAIL_ONCE=0 every one after it. Counted from the first line of main(): before it the CUDA runtime registers its
// kernels and writes through whatever malloc() returned, which is not hexscan's to mend.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include <dlfcn.h>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
}

namespace {

using Main = int (*)(int, char**, char**);

std::atomic<bool> in_main{false};
std::atomic<long> allocations{0};
Main main_of_program = nullptr;
long fail_at = -1;
bool fail_once = true;

[[gnu::constructor]] void read_environment() {
    if (const char* at = std::getenv("FAIL_AT")) fail_at = std::atol(at);
    if (const char* once = std::getenv("FAIL_ONCE")) fail_once = std::atoi(once) != 0;
}

bool fails() {
    if (fail_at < 0 || !in_main) return false;
    const long number = allocations++;
    if (fail_once ? number != fail_at : number < fail_at) return false;
    errno = ENOMEM;
    return true;
}

int main_with_failures(int argc, char** argv, char** environment) {
    in_main = true;
    return main_of_program(argc, argv, environment);
}

}  // namespace

extern "C" int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*rtld_fini)(),
                                 void* stack_end) {
    main_of_program = main;
    using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
    const auto start_main = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
    return start_main(main_with_failures, argc, argv, init, fini, rtld_fini, stack_end);
}

extern "C" void* malloc(std::size_t bytes) { return fails() ? nullptr : __libc_malloc(bytes); }

extern "C" void* realloc(void* memory, std::size_t bytes) { return fails() ? nullptr : __libc_realloc(memory, bytes); }
