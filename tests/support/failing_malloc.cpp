// Preloaded into hexscan by tests/commands/failing_allocations_test.sh: allocation number FAIL_AT fails, and with
// FAIL_ONCE=0 every one after it.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
}

namespace {

std::atomic<long> allocations{0};
long fail_at = -1;
bool fail_once = true;

[[gnu::constructor]] void read_environment() {
    if (const char* at = std::getenv("FAIL_AT")) fail_at = std::atol(at);
    if (const char* once = std::getenv("FAIL_ONCE")) fail_once = std::atoi(once) != 0;
}

bool fails() {
    if (fail_at < 0) return false;
    const long number = allocations++;
    if (fail_once ? number != fail_at : number < fail_at) return false;
    errno = ENOMEM;
    return true;
}

}  // namespace

extern "C" void* malloc(std::size_t bytes) { return fails() ? nullptr : __libc_malloc(bytes); }

extern "C" void* realloc(void* memory, std::size_t bytes) { return fails() ? nullptr : __libc_realloc(memory, bytes); }
