#include "src/results/output_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/files/json_fields.h"
#include "src/system/atomic_file.h"
#include "src/system/file_descriptor.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t least_digits = 3;
constexpr std::string_view announcement_prefix = ".hexscan-files-of-", announcement_suffix = ".json";
/// What the text of a lock begins with.
constexpr std::string_view owner_begins = "hexscan process ";

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error_number) {
    throw output_error(fmt::format("cannot {} {}", what, escaped(path.string())), error_number);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

nlohmann::json to_json(const std::vector<AnnouncedFiles>& files) {
    nlohmann::json list = nlohmann::json::array();
    for (const AnnouncedFiles& f : files)
        list.push_back({{"name", f.name}, {"ending", f.ending}, {"count", f.count}, {"digits", f.digits}});
    return {{"written_by", "hexscan"}, {"files", list}};
}

/// Calls visit(entry, name) for every entry of the folder. Throws OutputError.
template <class Visit>
void for_each_entry(const fs::path& folder, Visit visit) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        visit(*entry, entry->path().filename().string());
    if (error) fail("read the output folder", folder, error.value());
}

bool announced(const std::vector<AnnouncedFiles>& files, std::string_view name) {
    return std::any_of(files.begin(), files.end(), [&](const AnnouncedFiles& f) { return f.include(name); });
}

/// Whether it is a file that a run which announced these may have left.
bool is_own(const fs::directory_entry& entry, const std::vector<AnnouncedFiles>& files) {
    std::error_code error;
    const bool is_file = entry.is_symlink(error) || !entry.is_directory(error);
    const std::string name = entry.path().filename().string();
    return is_file && (announced(files, name) || is_temporary_name(name));
}

std::size_t whole_count(const JsonField& field) {
    const auto count = field.integer<std::int64_t>();
    if (count < 0) field.fail("is below 0");
    return static_cast<std::size_t>(count);
}

/// What a run announced in that file; nothing where there is none. Throws OutputError where it cannot be understood.
std::vector<AnnouncedFiles> announcement_in(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(file, error);
    if (!fs::exists(status)) return {};
    // Neither a link nor a pipe, which would be waited for, is a list of hexscan's.
    if (!fs::is_regular_file(status)) fail_in_the_way(file);
    std::vector<AnnouncedFiles> files;
    try {
        const nlohmann::json json = read_json_file(file);
        for (const JsonField& field : JsonField(json, escaped(file.string())).at("files").elements())
            files.push_back({field.at("name").text(), field.at("ending").text(), whole_count(field.at("count")),
                             whole_count(field.at("digits"))});
    } catch (const InputError& damage) {
        throw OutputError(
            fmt::format("{}; without that list hexscan cannot tell which files here are its own: remove it and the "
                        "results beside it, or choose another folder",
                        damage.what()),
            of_folder());
    }
    return files;
}

void remove_file(const fs::path& file) {
    std::error_code error;
    if (!fs::remove(file, error) && error) fail("remove", file, error.value());
}

/// Whether `descriptor` is still what stands under `path`, and not a lock that its owner has removed meanwhile.
bool is_current(int descriptor, const fs::path& path) {
    struct stat opened {
    }, named{};
    return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/// Whether the file is a lock of hexscan's: one that says whose it is, or as much of it as its owner came to write.
bool is_lock(int descriptor) {
    struct stat opened {};
    if (fstat(descriptor, &opened) != 0 || !S_ISREG(opened.st_mode)) return false;
    std::string text(owner_begins.size(), '\0');
    const ssize_t got = pread(descriptor, text.data(), text.size(), 0);
    if (got < 0) return false;
    text.resize(static_cast<std::size_t>(got));
    return owner_begins.starts_with(text);
}

/// Who holds the lock, as they wrote it down.
std::string owner_of(int descriptor) {
    std::string text(200, '\0');
    const ssize_t got = pread(descriptor, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return text.empty() ? "another hexscan" : escaped(text);
}

std::string own_description() {
    std::string host(256, '\0');
    if (gethostname(host.data(), host.size() - 1) != 0) host.clear();
    return fmt::format("{}{} on {}", owner_begins, getpid(), host.c_str());
}

}  // namespace

bool AnnouncedFiles::include(std::string_view file_name) const {
    if (count == 0) return file_name == name;
    if (!file_name.starts_with(name) || !file_name.ends_with(ending)) return false;
    if (file_name.size() != name.size() + digits + ending.size()) return false;
    const std::string_view number = file_name.substr(name.size(), digits);
    const auto index = parse_number<std::uint64_t>(number);
    return std::all_of(number.begin(), number.end(), is_digit) && index && *index < count;
}

AnnouncedFiles slice_series(std::string prefix, int count, std::string ending) {
    const std::size_t digits = std::max(least_digits, std::to_string(count - 1).size());
    return {std::move(prefix), std::move(ending), static_cast<std::size_t>(count), digits};
}

std::string name_in_series(const AnnouncedFiles& series, int index) {
    return fmt::format("{}{:0{}}{}", series.name, index, series.digits, series.ending);
}

OutputFolder::OutputFolder(fs::path path, std::string_view command, Observer& observer)
    : path_(std::move(path)),
      lock_path_(path_ / ".hexscan-lock"),
      announcement_path_(path_ / fmt::format("{}{}{}", announcement_prefix, command, announcement_suffix)) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) fail("create the output folder", path_, error.value());
    if (!fs::is_directory(path_, error)) fail("use as output folder", path_, ENOTDIR);
    if (access(path_.c_str(), W_OK | X_OK) != 0) fail("write to the output folder", path_, errno);
    lock(observer);
}

OutputFolder::~OutputFolder() {
    if (lock_descriptor_ < 0) return;
    unlink(lock_path_.c_str());
    close(lock_descriptor_);
}

void OutputFolder::lock(Observer& observer) {
    do {
        if (lock_descriptor_ >= 0) close(lock_descriptor_);
        // A lock is never behind a link, and a pipe of its name is not waited for.
        lock_descriptor_ = open_above_standard(lock_path_, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (lock_descriptor_ < 0 && (errno == ELOOP || errno == EISDIR)) fail_in_the_way(lock_path_);
        if (lock_descriptor_ < 0) fail("lock the output folder", path_, errno);
        if (!is_lock(lock_descriptor_)) {
            close(std::exchange(lock_descriptor_, -1));
            fail_in_the_way(lock_path_);
        }
        if (flock(lock_descriptor_, LOCK_EX | LOCK_NB) == 0) continue;
        const int error_number = errno;
        const std::string owner = owner_of(lock_descriptor_);
        close(std::exchange(lock_descriptor_, -1));
        if (error_number == EWOULDBLOCK)
            throw OutputError(fmt::format("{} is being written to by {}; wait for it or choose another folder",
                                          escaped(path_.string()), owner),
                              of_folder());
        observer.warn(fmt::format("{} cannot be locked ({}): let no other run write there", escaped(path_.string()),
                                  std::generic_category().message(error_number)));
        return;
    } while (!is_current(lock_descriptor_, lock_path_));
    const std::string owner = own_description();
    // Only for the message above: a lock without a name locks as well.
    if (ftruncate(lock_descriptor_, 0) == 0) (void)!pwrite(lock_descriptor_, owner.data(), owner.size(), 0);
}

std::string OutputFolder::owner_of_foreign(const std::string& name) const {
    std::string owner;
    for_each_entry(path_, [&](const fs::directory_entry& entry, const std::string& file) {
        if (!file.starts_with(announcement_prefix) || !file.ends_with(announcement_suffix)) return;
        if (announced(announcement_in(entry.path()), name))
            owner = file.substr(announcement_prefix.size(),
                                file.size() - announcement_prefix.size() - announcement_suffix.size());
    });
    return owner;
}

void OutputFolder::require_free(const std::vector<AnnouncedFiles>& files) const {
    const std::vector<AnnouncedFiles> earlier = announcement_in(announcement_path_);
    std::string foreign;
    for_each_entry(path_, [&](const fs::directory_entry& entry, const std::string& name) {
        if (!is_own(entry, earlier) && announced(files, name) && (foreign.empty() || name < foreign)) foreign = name;
    });
    if (foreign.empty()) return;
    if (const std::string owner = owner_of_foreign(foreign); !owner.empty())
        throw OutputError(fmt::format("{} is of hexscan {}; choose another folder", escaped((path_ / foreign).string()),
                                      escaped(owner)),
                          of_folder());
    fail_in_the_way(path_ / foreign);
}

int OutputFolder::begin_run(const std::vector<AnnouncedFiles>& files) {
    require_free(files);
    const std::vector<AnnouncedFiles> earlier = announcement_in(announcement_path_);
    int removed = 0;
    std::vector<fs::path> to_remove;
    for_each_entry(path_, [&](const fs::directory_entry& entry, const std::string&) {
        if (is_own(entry, earlier)) to_remove.push_back(entry.path());
    });
    if (!earlier.empty() && std::erase(to_remove, path_ / earlier.front().name) != 0) {
        remove_file(path_ / earlier.front().name);
        ++removed;
    }
    for (const fs::path& file : to_remove) {
        remove_file(file);
        removed += is_temporary_name(file.filename().string()) ? 0 : 1;
    }
    write_whole_file(announcement_path_, json_text(to_json(files)));
    return removed;
}

}  // namespace hexscan
