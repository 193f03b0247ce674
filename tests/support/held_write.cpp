// Preloaded into hexscan by shell tests (held.sh). Counts writes from 1 to files whose path contains HELD_FILE. Write
// number HELD_WRITE stops half way. The process then writes its id into the pipe HELD_FOLDER/reached. It continues once
// the pipe HELD_FOLDER/go is opened for writing; later writes wait too. So a test can end a run at a chosen moment.
// With NO_THREADS set, no thread can be started.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace {

struct Hold {
    const char* file = std::getenv("HELD_FILE");
    const char* folder = std::getenv("HELD_FOLDER");
    const char* number = std::getenv("HELD_WRITE");
};

const Hold& hold() {
    static const Hold asked;
    return asked;
}

using Write = ssize_t (*)(int, const void*, std::size_t);
using WriteAt = ssize_t (*)(int, const void*, std::size_t, off_t);

template <class Function>
Function real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool is_counted(int descriptor) {
    if (hold().file == nullptr || hold().folder == nullptr || hold().number == nullptr) return false;
    char path[4096] = {};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    return readlink(link.c_str(), path, sizeof path - 1) > 0 && std::strstr(path, hold().file) != nullptr;
}

/// True for the write that stops and for later ones.
bool is_held(int descriptor) {
    static std::atomic<long> count{0};
    return is_counted(descriptor) && ++count >= std::atol(hold().number);
}

int open_pipe(const char* name, int flags) {
    const int descriptor = open((hold().folder + std::string("/") + name).c_str(), flags | O_CLOEXEC);
    if (descriptor >= 0) return descriptor;
    std::perror(name);
    std::abort();
}

void stand_still() {
    const std::string id = std::to_string(getpid()) + "\n";
    const int reached = open_pipe("reached", O_WRONLY);
    if (real<Write>("write")(reached, id.data(), id.size()) < 0) std::abort();
    close(reached);
    close(open_pipe("go", O_RDONLY));
}

/// The caller writes the rest, because a write may be short.
template <class WriteBytes>
ssize_t write_held(int descriptor, std::size_t bytes, WriteBytes write_bytes) {
    if (!is_held(descriptor)) return write_bytes(bytes);
    static std::once_flag once;
    const ssize_t written = write_bytes(bytes - bytes / 2);
    std::call_once(once, stand_still);
    return written;
}

}  // namespace

extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count) {
    static const auto real_write = real<Write>("write");
    return write_held(descriptor, count, [&](std::size_t part) { return real_write(descriptor, bytes, part); });
}

extern "C" ssize_t pwrite(int descriptor, const void* bytes, std::size_t count, off_t offset) {
    static const auto real_write = real<WriteAt>("pwrite");
    return write_held(descriptor, count, [&](std::size_t part) { return real_write(descriptor, bytes, part, offset); });
}

extern "C" ssize_t pwrite64(int descriptor, const void* bytes, std::size_t count, off_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = real<Create>("pthread_create");
    return std::getenv("NO_THREADS") != nullptr ? EAGAIN : create(thread, attributes, run, argument);
}
