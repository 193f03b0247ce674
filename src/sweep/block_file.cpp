#include "src/sweep/block_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <zlib.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

/// Precedes the bytes of a block in the file. It contains a mark, which tells it from a hole in the file (zeros), and a
/// checksum of the block's bytes and number.
struct Seal {
    std::uint32_t mark, checksum;
};
constexpr std::uint32_t finished_mark = 0x48585342;  // "HXSB"

Seal seal_of(std::int64_t block, std::string_view bytes) {
    const auto crc = [](uLong seed, const void* data, std::size_t size) {
        return crc32_z(seed, static_cast<const Bytef*>(data), size);
    };
    return {finished_mark, static_cast<std::uint32_t>(crc(crc(0, &block, sizeof block), bytes.data(), bytes.size()))};
}

/// Parts of the first line of a file: the beginning in all versions, the beginning in this version, and the text around
/// the length of the identity.
constexpr std::string_view any_begins_with = "hexscan blocks ", begins_with = "hexscan blocks 1: ";
constexpr std::string_view before_length = ", identity ", behind_length = " bytes";

}  // namespace

std::optional<std::string> identity_in(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(file, error))) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 120> line{};
    stream.getline(line.data(), line.size());
    const std::string_view header(line.data());
    const std::size_t at = header.find(before_length);
    if (!header.starts_with(begins_with) || at == std::string_view::npos || !header.ends_with(behind_length))
        return std::nullopt;
    const std::string_view behind = header.substr(at + before_length.size());
    const auto length = parse_number<std::size_t>(behind.substr(0, behind.size() - behind_length.size()));
    if (!length || *length > std::filesystem::file_size(file, error)) return std::nullopt;
    std::string identity(*length, '\0');
    stream.read(identity.data(), static_cast<std::streamsize>(identity.size()));
    return stream ? std::optional(identity) : std::nullopt;
}

void require_blocks_or_nothing(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::symlink_status(file, error);
    if (!std::filesystem::exists(status)) return;
    if (!std::filesystem::is_regular_file(status)) fail_in_the_way(file);
    std::ifstream stream(file, std::ios::binary);
    std::array<char, any_begins_with.size()> begin{};
    // An empty file may be replaced, because it contains no data.
    if (stream.is_open() && stream.peek() != std::ifstream::traits_type::eof() &&
        (!stream.read(begin.data(), begin.size()) || std::string_view(begin.data(), begin.size()) != any_begins_with))
        fail_in_the_way(file);
}

BlockFile::BlockFile(std::filesystem::path path, std::string_view identity, std::int64_t blocks,
                     std::size_t block_bytes)
    : path_(std::move(path)), block_bytes_(block_bytes), finished_(static_cast<std::size_t>(blocks)) {
    const std::string header = fmt::format("{}{} of {} bytes{}{}{}\n{}\n", begins_with, blocks, block_bytes,
                                           before_length, identity.size(), behind_length, identity);
    header_bytes_ = static_cast<std::int64_t>(header.size());
    require_blocks_or_nothing(path_);
    descriptor_.reset(open_above_standard(path_, O_RDWR | O_NOFOLLOW));
    if (!descriptor_.is_open() && errno == ENOENT) {
        // The file gets its final name only when its header is complete, because the header identifies the owner of the
        // file.
        AtomicFile begun(path_);
        begun.write(header);
        begun.commit_to_disk();
        descriptor_.reset(open_above_standard(path_, O_RDWR | O_NOFOLLOW));
    }
    if (!descriptor_.is_open()) fail("open", errno);
    if (!holds(header))
        throw OutputError(fmt::format("{} holds the work of another sweep, or of another version of hexscan; restart "
                                      "to remove it, or choose another folder",
                                      escaped(path_.string())),
                          of_folder());
    find_finished();
}

std::int64_t BlockFile::finished() const { return std::count(finished_.begin(), finished_.end(), true); }

bool BlockFile::holds(std::string_view header) const {
    std::string there(header.size(), '\0');
    return read_at(0, there) && there == header;
}

void BlockFile::find_finished() {
    std::string bytes(block_bytes_, '\0');
    for (std::int64_t block = 0; block < blocks(); ++block) {
        Seal seal{};
        if (!read_at(place_of(block), {reinterpret_cast<char*>(&seal), sizeof seal})) continue;
        if (seal.mark != finished_mark || !read_at(place_of(block) + static_cast<std::int64_t>(sizeof seal), bytes))
            continue;
        finished_[static_cast<std::size_t>(block)] = seal.checksum == seal_of(block, bytes).checksum;
    }
}

std::int64_t BlockFile::place_of(std::int64_t block) const {
    return header_bytes_ + block * static_cast<std::int64_t>(sizeof(Seal) + block_bytes_);
}

std::string BlockFile::read(std::int64_t block) const {
    std::string bytes(block_bytes_, '\0');
    // The block was complete when the file was opened, so the file has been shortened since.
    if (!read_at(place_of(block) + static_cast<std::int64_t>(sizeof(Seal)), bytes)) fail("read", ENODATA);
    return bytes;
}

void BlockFile::write(std::int64_t block, std::string_view bytes) {
    if (bytes.size() != block_bytes_) throw InternalError("a block of another size");
    const Seal seal = seal_of(block, bytes);
    std::string sealed(sizeof seal, '\0');
    std::memcpy(sealed.data(), &seal, sizeof seal);
    sealed += bytes;
    write_at(place_of(block), sealed);
    finished_[static_cast<std::size_t>(block)] = true;
}

void BlockFile::sync() {
    if (!sync_to_disk(descriptor_.get())) fail("write", errno);
}

bool BlockFile::read_at(std::int64_t offset, std::span<char> bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = pread(descriptor_.get(), bytes.data(), bytes.size(), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("read", errno);
        if (count == 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset += count;
    }
    return true;
}

void BlockFile::write_at(std::int64_t offset, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = pwrite(descriptor_.get(), bytes.data(), bytes.size(), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("write", errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
        offset += count;
    }
}

void BlockFile::fail(const char* verb, int error_number) const {
    throw output_error(fmt::format("cannot {} {}", verb, escaped(path_.string())), error_number);
}

}  // namespace hexscan
