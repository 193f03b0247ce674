// Preloaded into hexscan by a shell test. Every file that gets a name, and every file or folder that is synced to the
// disk, becomes a line of the file SYNC_LOG, in this order.

#include <cstdio>
#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

namespace {

void log(const std::string& line) {
    const char* const name = std::getenv("SYNC_LOG");
    std::FILE* const file = name != nullptr ? std::fopen(name, "a") : nullptr;
    if (file == nullptr) return;
    std::fputs((line + "\n").c_str(), file);
    std::fclose(file);
}

template <class Function>
Function real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int fsync(int descriptor) {
    char path[4096] = {};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    if (readlink(link.c_str(), path, sizeof path - 1) > 0) log(std::string("sync ") + path);
    return real<int (*)(int)>("fsync")(descriptor);
}

extern "C" int rename(const char* from, const char* to) {
    log(std::string("rename ") + from + " " + to);
    return real<int (*)(const char*, const char*)>("rename")(from, to);
}
