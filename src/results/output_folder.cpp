#include "src/results/output_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
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
/// The first characters of every lock file that hexscan writes.
constexpr std::string_view owner_begins = "hexscan process ";

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error_number) {
    throw output_error(fmt::format("cannot {} {}", what, escaped(path.string())), error_number);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The files that a run announced before it wrote them.
struct Announcement {
    std::string subject;
    std::vector<AnnouncedFiles> files;  ///< the record first
    std::vector<AnnouncedFiles> kept;   ///< finished by earlier runs of the same subject
};

/// All files are in one list, because older versions of hexscan read one list. The flag `kept` marks the kept ones.
nlohmann::json to_json(const Announcement& run) {
    nlohmann::json list = nlohmann::json::array();
    const auto add = [&](const AnnouncedFiles& f, bool is_kept) {
        list.push_back({{"name", f.name},
                        {"ending", f.ending},
                        {"count", f.count},
                        {"digits", f.digits},
                        {"kind", f.kind},
                        {"kept", is_kept}});
    };
    for (const AnnouncedFiles& f : run.files) add(f, false);
    for (const AnnouncedFiles& f : run.kept) add(f, true);
    return {{"written_by", "hexscan"}, {"subject", run.subject}, {"files", list}};
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

/// True if a run that announced `files` may have left this entry. Temporaries of any run count, folders do not.
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

/// Reads an announcement. It is empty if the file does not exist. Lists of older versions lack `kind`, `kept` and
/// `subject`. Throws OutputError if the file is damaged.
Announcement announcement_in(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(file, error);
    if (!fs::exists(status)) return {};
    // hexscan writes its lists as regular files only. To open a pipe here could block for ever.
    if (!fs::is_regular_file(status)) fail_in_the_way(file);
    Announcement run;
    try {
        const nlohmann::json json = read_json_file(file);
        const JsonField whole(json, escaped(file.string()));
        for (const JsonField& field : whole.at("files").elements()) {
            const auto kind = field.find("kind"), kept = field.find("kept");
            (kept && kept->flag() ? run.kept : run.files)
                .push_back({field.at("name").text(), field.at("ending").text(), whole_count(field.at("count")),
                            whole_count(field.at("digits")), kind ? kind->text() : ""});
        }
        if (const auto subject = whole.find("subject")) run.subject = subject->text();
    } catch (const InputError& damage) {
        throw OutputError(fmt::format("{}; without that list hexscan does not know which files here are its own; "
                                      "remove the list and the results beside it, or choose another folder",
                                      damage.what()),
                          of_folder());
    }
    return run;
}

std::vector<AnnouncedFiles> all_files(const Announcement& run) {
    std::vector<AnnouncedFiles> files = run.files;
    files.insert(files.end(), run.kept.begin(), run.kept.end());
    return files;
}

/// The earlier files that are finished and of a kind that `next` does not write. The earlier run is finished if its
/// record exists, because a run writes its record last and removes it first.
std::vector<AnnouncedFiles> kept_of(const Announcement& earlier, const std::vector<AnnouncedFiles>& next,
                                    const fs::path& folder) {
    std::error_code unknown;
    const bool is_finished = !earlier.files.empty() && fs::exists(folder / earlier.files.front().name, unknown);
    std::vector<AnnouncedFiles> kept = is_finished ? all_files(earlier) : earlier.kept;
    std::erase_if(kept, [&](const AnnouncedFiles& f) {
        return f.kind.empty() || std::ranges::find(next, f.kind, &AnnouncedFiles::kind) != next.end();
    });
    return kept;
}

/// Names of those files that exist in the folder. A series is shown by its first and last name.
std::string names_there(const std::vector<AnnouncedFiles>& files, const fs::path& folder) {
    std::vector<std::string> there, names;
    for_each_entry(folder, [&](const fs::directory_entry&, const std::string& name) { there.push_back(name); });
    std::ranges::sort(there);
    for (const AnnouncedFiles& f : files) {
        std::vector<std::string> own;
        std::ranges::copy_if(there, std::back_inserter(own), [&](const auto& name) { return f.include(name); });
        if (!own.empty()) names.push_back(own.size() == 1 ? own[0] : fmt::format("{} … {}", own.front(), own.back()));
    }
    return escaped(joined(names, ", "));
}

void remove_file(const fs::path& file) {
    std::error_code error;
    if (!fs::remove(file, error) && error) fail("remove", file, error.value());
}

/// True if `path` still names the file that `descriptor` opened. False if the lock's owner has removed it meanwhile.
bool is_current(int descriptor, const fs::path& path) {
    struct stat opened {
    }, named{};
    return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/// True if the file is a lock of hexscan. An owner that was killed may have written only a part of the text, or none.
bool is_lock(int descriptor) {
    struct stat opened {};
    if (fstat(descriptor, &opened) != 0 || !S_ISREG(opened.st_mode)) return false;
    std::string text(owner_begins.size(), '\0');
    const ssize_t got = pread(descriptor, text.data(), text.size(), 0);
    if (got < 0) return false;
    text.resize(static_cast<std::size_t>(got));
    return owner_begins.starts_with(text);
}

/// The holder of the lock, as the lock's text describes it.
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
        // hexscan never makes its lock a link. O_NONBLOCK keeps a pipe of that name from blocking.
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
    // The text only serves the message above. If it cannot be written, the lock still works.
    if (ftruncate(lock_descriptor_, 0) == 0) (void)!pwrite(lock_descriptor_, owner.data(), owner.size(), 0);
}

std::string OutputFolder::owner_of_foreign(const std::string& name) const {
    std::string owner;
    for_each_entry(path_, [&](const fs::directory_entry& entry, const std::string& file) {
        if (!file.starts_with(announcement_prefix) || !file.ends_with(announcement_suffix)) return;
        if (announced(all_files(announcement_in(entry.path())), name))
            owner = file.substr(announcement_prefix.size(),
                                file.size() - announcement_prefix.size() - announcement_suffix.size());
    });
    return owner;
}

void OutputFolder::require_free(const std::vector<AnnouncedFiles>& files) const {
    const std::vector<AnnouncedFiles> earlier = all_files(announcement_in(announcement_path_));
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

EarlierRun OutputFolder::begin_run(const std::vector<AnnouncedFiles>& files, const RunSubject& subject) {
    require_free(files);
    const Announcement earlier = announcement_in(announcement_path_);
    const bool is_same = !subject.text.empty() && earlier.subject == subject.text;
    Announcement next{subject.text, files, {}};
    if (is_same) next.kept = kept_of(earlier, files, path_);
    std::vector<AnnouncedFiles> to_go = all_files(earlier);
    std::erase_if(to_go, [&](const AnnouncedFiles& f) { return std::ranges::find(next.kept, f) != next.kept.end(); });
    EarlierRun run;
    run.kept_names = names_there(next.kept, path_);
    if (!is_same) run.removed_names = names_there(to_go, path_);
    if (subject.keep_others && !run.removed_names.empty())
        throw OutputError(fmt::format("{} has files of an earlier run about something else: {}; choose another folder",
                                      escaped(path_.string()), run.removed_names),
                          of_folder());
    run.removed = remove_files(to_go);
    write_whole_file(announcement_path_, json_text(to_json(next)));
    return run;
}

int OutputFolder::remove_files(const std::vector<AnnouncedFiles>& files) const {
    int removed = 0;
    std::vector<fs::path> to_remove;
    for_each_entry(path_, [&](const fs::directory_entry& entry, const std::string&) {
        if (is_own(entry, files)) to_remove.push_back(entry.path());
    });
    if (!files.empty() && std::erase(to_remove, path_ / files.front().name) != 0) {
        remove_file(path_ / files.front().name);
        ++removed;
    }
    for (const fs::path& file : to_remove) {
        remove_file(file);
        removed += is_temporary_name(file.filename().string()) ? 0 : 1;
    }
    return removed;
}

}  // namespace hexscan
