#include "src/system/input_file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/system/atomic_file.h"
#include "src/system/file_descriptor.h"

namespace hexscan {

std::string read_input_file(const std::filesystem::path& file, std::size_t most_bytes, const std::string& cure) {
    const auto fail = [&](int error_number) {
        // Nothing is wrong with the file where there are too many open ones.
        if (error_number == EMFILE || error_number == ENFILE)
            throw OutputError(output_problem(fmt::format("cannot read {}", escaped(file.string())), error_number));
        throw InputError(fmt::format("{}: cannot be read, {}; {}", escaped(file.string()),
                                     std::generic_category().message(error_number), cure));
    };
    const FileDescriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened.is_open()) fail(errno);
    constexpr std::size_t block = 64 * 1024;
    std::string text;
    while (text.size() <= most_bytes) {
        const std::size_t size = text.size();
        text.resize(std::min(size + block, most_bytes + 1));
        const ssize_t got = read(opened.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno != EINTR) fail(errno);
        text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) break;
    }
    return text;
}

}  // namespace hexscan
