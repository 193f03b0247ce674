#include "src/system/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hexscan/errors.h"
#include "src/system/file_descriptor.h"

extern char** environ;

namespace hexscan {
namespace {

std::string everything_from(int descriptor) {
    std::string text;
    std::array<char, 4096> piece;
    for (;;) {
        const ssize_t count = read(descriptor, piece.data(), piece.size());
        if (count > 0)
            text.append(piece.data(), static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            return text;
    }
}

int code_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

bool has_program(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
    return false;
}

ChildEnd run_program(const std::vector<std::string>& words) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw SystemError(fmt::format("no pipe: {}", std::strerror(errno)));
    const FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // This thread blocks the signals that another thread waits for. A child must not inherit that.
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t child = 0;
    posix_spawn_file_actions_adddup2(&actions, writing.get(), STDOUT_FILENO);
    const int problem = posix_spawnp(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
    // Reading ends when no process can write any more.
    writing.reset(-1);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (problem != 0) throw SystemError(fmt::format("{} cannot be started: {}", words.front(), std::strerror(problem)));
    std::string output = everything_from(reading.get());
    return {code_of(child), std::move(output)};
}

}  // namespace hexscan
