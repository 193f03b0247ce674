// Preloaded into hexscan by failing_allocations_sweep_test.sh: at most MOST_THREADS threads exist at a time beside the
// first one, as under a limit on processes (ulimit -u), which does not hold for root.

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <new>

#include <dlfcn.h>
#include <pthread.h>

namespace {

using Start = void* (*)(void*);

struct Routine {
    Start start;
    void* argument;
};

std::atomic<int> threads{0};

void* run_and_count(void* routine) {
    const std::unique_ptr<Routine> owned(static_cast<Routine*>(routine));
    void* const result = owned->start(owned->argument);
    --threads;
    return result;
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, Start start, void* argument) {
    static const int most = std::atoi(std::getenv("MOST_THREADS"));
    static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    if (++threads > most) {
        --threads;
        return EAGAIN;
    }
    std::unique_ptr<Routine> routine(new (std::nothrow) Routine{start, argument});
    const int error = routine ? create(thread, attributes, run_and_count, routine.get()) : EAGAIN;
    if (error == 0)
        (void)routine.release();
    else
        --threads;
    return error;
}
