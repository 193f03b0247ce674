// Preloaded into hexscan by failing_allocations_test.sh and failing_allocations_sweep_test.sh. Allocation number
// FAIL_AT fails, and with FAIL_ONCE=0 every later one too. With ONLY_ALIGNED set, only aligned allocations count, such
// as TBB's. Counting starts at the first line of main(). Before it, the CUDA runtime registers its kernels and writes
// to the result of malloc() without a check, which hexscan cannot change.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace {

using Main = int (*)(int, char**, char**);

std::atomic<bool> in_main{false};
std::atomic<long> allocations{0};
Main main_of_program = nullptr;
long fail_at = -1;
bool fail_once = true;
bool only_aligned = false;

[[gnu::constructor]] void read_environment() {
    if (const char* at = std::getenv("FAIL_AT")) fail_at = std::atol(at);
    if (const char* once = std::getenv("FAIL_ONCE")) fail_once = std::atoi(once) != 0;
    only_aligned = std::getenv("ONLY_ALIGNED") != nullptr;
}

/// With COUNT_ALLOCATIONS set, the last line of standard error is their number.
[[gnu::destructor]] void write_count() {
    if (std::getenv("COUNT_ALLOCATIONS") != nullptr) dprintf(STDERR_FILENO, "%ld\n", allocations.load());
}

bool fails(bool is_aligned = false) {
    if (!in_main || (only_aligned && !is_aligned)) return false;
    const long number = allocations++;
    if (fail_at < 0) return false;
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

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return fails(true) ? nullptr : __libc_memalign(alignment, bytes);
}

extern "C" void* memalign(std::size_t alignment, std::size_t bytes) {
    return fails(true) ? nullptr : __libc_memalign(alignment, bytes);
}

extern "C" int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
    *memory = fails(true) ? nullptr : __libc_memalign(alignment, bytes);
    return *memory == nullptr ? ENOMEM : 0;
}

/// Hides TBB's own allocator, which TBB loads if it is installed. So its allocations are counted too.
extern "C" void* dlopen(const char* file, int flags) noexcept {
    using Open = void* (*)(const char*, int);
    static const auto open = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "dlopen"));
    return file != nullptr && std::strstr(file, "tbbmalloc") != nullptr ? nullptr : open(file, flags);
}

extern "C" void* realloc(void* memory, std::size_t bytes) { return fails() ? nullptr : __libc_realloc(memory, bytes); }
