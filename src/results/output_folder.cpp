#include "src/results/output_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
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
#include "src/system/folder_names.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t least_digits = 3;
/// A longer list of states could exceed the size that read_json_file() accepts.
constexpr std::size_t most_states = 50'000;
constexpr std::string_view announcement_prefix = ".hexscan-files-of-", announcement_suffix = ".json";
/// The first characters of every lock file that hexscan writes.
constexpr std::string_view owner_begins = "hexscan process ";

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error_number) {
    throw output_error(fmt::format("cannot {} {}", what, escaped(path.string())), error_number);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Size and time of a file. They show whether someone changed it after its run had ended.
struct FileState {
    std::int64_t bytes = 0, modified_ns = 0;
    bool operator==(const FileState&) const = default;
};

/// Returns nothing for an entry that is not a regular file, because hexscan writes only regular files.
std::optional<FileState> state_of(const fs::path& file) {
    struct stat status {};
    if (lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return FileState{status.st_size, std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

/// The files that a run announced before it wrote them.
struct Announcement {
    std::string subject{};
    std::vector<AnnouncedFiles> files{};        ///< the record first
    std::vector<AnnouncedFiles> kept{};         ///< finished by earlier runs of the same subject
    std::map<std::string, FileState> states{};  ///< the state of each file at the end of the run, by name; empty if the
                                                ///< run was interrupted
    bool has_reliable_times = false;            ///< false if the folder is a copy, in which every file has a new
                                                ///< modification time
};

/// All files are in one list, because older versions of hexscan read one list. The flag `kept` marks the files that the
/// run kept.
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
    nlohmann::json states = nlohmann::json::array();
    for (const auto& [name, state] : run.states)
        states.push_back({{"name", name}, {"bytes", state.bytes}, {"modified_ns", state.modified_ns}});
    return {{"written_by", "hexscan"}, {"subject", run.subject}, {"files", list}, {"states", states}};
}

/// The sorted names in the folder. Throws OutputError.
std::vector<std::string> names_in(const fs::path& folder) {
    std::error_code error;
    std::vector<std::string> names = names_in_folder(folder, error);
    if (error) fail("read the output folder", folder, error.value());
    return names;
}

bool announced(const std::vector<AnnouncedFiles>& files, std::string_view name) {
    return std::any_of(files.begin(), files.end(), [&](const AnnouncedFiles& f) { return f.include(name); });
}

/// True if the file differs from the state in which its run left it. It then belongs to the user.
bool was_changed(const Announcement& run, const fs::path& file) {
    const auto left = run.states.find(file.filename().string());
    if (left == run.states.end()) return false;
    const auto now = state_of(file);
    return !now || now->bytes != left->second.bytes ||
           (run.has_reliable_times && now->modified_ns != left->second.modified_ns);
}

/// True if the run may have created this file as one of `files`. Temporaries of any run count, folders do not.
bool is_own(const fs::path& file, const std::vector<AnnouncedFiles>& files, const Announcement& run) {
    std::error_code unknown;
    if (fs::is_directory(fs::symlink_status(file, unknown))) return false;
    const std::string name = file.filename().string();
    return is_temporary_name(name) || (announced(files, name) && !was_changed(run, file));
}

std::size_t whole_count(const JsonField& field) {
    const auto count = field.integer<std::int64_t>();
    if (count < 0) field.fail("is below 0");
    return static_cast<std::size_t>(count);
}

void read_states(const JsonField& states, const fs::path& folder, Announcement& run) {
    for (const JsonField& field : states.elements()) {
        const std::string name = field.at("name").text();
        const FileState state{field.at("bytes").integer<std::int64_t>(),
                              field.at("modified_ns").integer<std::int64_t>()};
        run.has_reliable_times = run.has_reliable_times || state_of(folder / name) == state;
        run.states.emplace(name, state);
    }
}

/// Reads an announcement. It is empty if the file does not exist. Lists written by older versions lack `kind`, `kept`,
/// `subject` and `states`. Throws OutputError if the file is damaged.
Announcement announcement_in(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(file, error);
    if (!fs::exists(status)) return {};
    // hexscan writes its lists as regular files only. Opening a pipe here could block forever.
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
        if (const auto states = whole.find("states")) read_states(*states, file.parent_path(), run);
    } catch (const InputError& damage) {
        throw OutputError(fmt::format("{}; this file lists the files that hexscan wrote to the folder; remove it and "
                                      "the results beside it, or choose another folder",
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

/// The finished files of the earlier run that are of a kind that `next` does not write. The earlier run is finished if
/// its record exists, because a run writes its record last and removes it first.
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

/// The names of the run's files that are in the folder: one list for each of `files` with at least one name, in order.
std::vector<std::vector<std::string>> names_there(const std::vector<AnnouncedFiles>& files, const Announcement& run,
                                                  const fs::path& folder) {
    std::vector<std::vector<std::string>> names(files.size());
    for (const std::string& name : names_in(folder)) {
        if (!is_own(folder / name, files, run)) continue;
        for (std::size_t i = 0; i < files.size(); ++i)
            if (files[i].include(name)) names[i].push_back(name);
    }
    std::erase_if(names, [](const std::vector<std::string>& series) { return series.empty(); });
    return names;
}

/// Describes each list of names by its first and its last name.
std::string text_of(const std::vector<std::vector<std::string>>& names) {
    std::vector<std::string> texts;
    for (const std::vector<std::string>& series : names)
        texts.push_back(series.size() == 1 ? series[0] : fmt::format("{} … {}", series.front(), series.back()));
    return escaped(joined(texts, ", "));
}

void remove_file(const fs::path& file) {
    std::error_code error;
    if (!fs::remove(file, error) && error) fail("remove", file, error.value());
}

/// Removes the files in `files` that the run created, and all temporaries. The first of `files`, which is the record,
/// is removed first. Returns the number of removed files, temporaries excluded.
int remove_files(const std::vector<AnnouncedFiles>& files, const Announcement& run, const fs::path& folder) {
    int removed = 0;
    std::vector<fs::path> to_remove;
    for (const std::string& name : names_in(folder))
        if (is_own(folder / name, files, run)) to_remove.push_back(folder / name);
    if (!files.empty() && std::erase(to_remove, folder / files.front().name) != 0) {
        remove_file(folder / files.front().name);
        ++removed;
    }
    for (const fs::path& file : to_remove) {
        remove_file(file);
        removed += is_temporary_name(file.filename().string()) ? 0 : 1;
    }
    return removed;
}

/// True if `path` still names the file that `descriptor` opened. False if the lock's owner has removed the file
/// meanwhile.
bool is_current(int descriptor, const fs::path& path) {
    struct stat opened {
    }, named{};
    return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/// True if the file is a lock of hexscan. If its owner was killed, the text may be incomplete or empty.
bool is_lock(int descriptor) {
    struct stat opened {};
    if (fstat(descriptor, &opened) != 0 || !S_ISREG(opened.st_mode)) return false;
    std::string text(owner_begins.size(), '\0');
    const ssize_t got = pread(descriptor, text.data(), text.size(), 0);
    if (got < 0) return false;
    text.resize(static_cast<std::size_t>(got));
    return owner_begins.starts_with(text);
}

/// The holder of the lock, as the text in the lock describes it.
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
    if (has_begun_ && std::uncaught_exceptions() == exceptions_before_) note_states();
    if (lock_descriptor_ < 0) return;
    unlink(lock_path_.c_str());
    close(lock_descriptor_);
}

void OutputFolder::note_states() const noexcept {
    try {
        Announcement run = announcement_in(announcement_path_);
        for (const std::string& name : names_in(path_)) {
            if (!announced(run.files, name) || run.states.size() == most_states) continue;
            if (const auto state = state_of(path_ / name)) run.states.insert_or_assign(name, *state);
        }
        write_whole_file(announcement_path_, json_text(to_json(run)));
    } catch (...) {
        // The results are complete, so a failure here is not an error. Without the states, the next run recognises its
        // files by their names alone.
    }
}

void OutputFolder::lock(Observer& observer) {
    do {
        if (lock_descriptor_ >= 0) close(lock_descriptor_);
        // hexscan never creates its lock as a symbolic link, so O_NOFOLLOW is safe. O_NONBLOCK is set because opening a
        // pipe of that name would block.
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
    // The text only serves the error message of another process. The lock also works if the text cannot be written.
    if (ftruncate(lock_descriptor_, 0) == 0) (void)!pwrite(lock_descriptor_, owner.data(), owner.size(), 0);
}

std::string OutputFolder::owner_of_foreign(const std::string& name) const {
    std::string owner;
    for (const std::string& file : names_in(path_)) {
        if (!file.starts_with(announcement_prefix) || !file.ends_with(announcement_suffix)) continue;
        const Announcement run = announcement_in(path_ / file);
        if (announced(all_files(run), name) && !was_changed(run, path_ / name))
            owner = file.substr(announcement_prefix.size(),
                                file.size() - announcement_prefix.size() - announcement_suffix.size());
    }
    return owner;
}

void OutputFolder::require_free(const std::vector<AnnouncedFiles>& files) const {
    const Announcement run = announcement_in(announcement_path_);
    const std::vector<AnnouncedFiles> earlier = all_files(run);
    const std::vector<std::string> there = names_in(path_);
    const auto found = std::ranges::find_if(
        there, [&](const auto& name) { return announced(files, name) && !is_own(path_ / name, earlier, run); });
    if (found == there.end()) return;
    const std::string& foreign = *found;
    const std::string shown = escaped((path_ / foreign).string());
    if (const std::string owner = owner_of_foreign(foreign); !owner.empty())
        throw OutputError(fmt::format("{} was written by hexscan {}; choose another folder", shown, escaped(owner)),
                          of_folder());
    if (run.states.contains(foreign))
        throw OutputError(fmt::format("{} was changed after hexscan wrote it; move it or choose another folder", shown),
                          of_folder());
    fail_in_the_way(path_ / foreign);
}

EarlierRun OutputFolder::begin_run(const std::vector<AnnouncedFiles>& files, const RunSubject& subject) {
    require_free(files);
    const Announcement earlier = announcement_in(announcement_path_);
    const bool is_same = !subject.text.empty() && earlier.subject == subject.text;
    Announcement next{.subject = subject.text, .files = files};
    if (is_same) next.kept = kept_of(earlier, files, path_);
    next.states = earlier.states;
    std::erase_if(next.states, [&](const auto& state) { return !announced(next.kept, state.first); });
    std::vector<AnnouncedFiles> to_go = all_files(earlier);
    std::erase_if(to_go, [&](const AnnouncedFiles& f) { return std::ranges::find(next.kept, f) != next.kept.end(); });
    EarlierRun run;
    const std::vector<std::vector<std::string>> kept = names_there(next.kept, earlier, path_);
    for (const std::vector<std::string>& series : kept)
        run.kept_files.insert(run.kept_files.end(), series.begin(), series.end());
    run.kept_names = text_of(kept);
    if (!is_same) run.removed_names = text_of(names_there(to_go, earlier, path_));
    if (subject.keep_others && !run.removed_names.empty())
        throw OutputError(fmt::format("{} has files of an earlier run with other inputs: {}; choose another folder",
                                      escaped(path_.string()), run.removed_names),
                          of_folder());
    run.removed = remove_files(to_go, earlier, path_);
    write_whole_file(announcement_path_, json_text(to_json(next)));
    has_begun_ = true;
    return run;
}

}  // namespace hexscan
