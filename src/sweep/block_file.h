#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/system/file_descriptor.h"

namespace hexscan {

/// The identity that a file of blocks was begun with; nothing where there is none of hexscan's under that name.
std::optional<std::string> identity_in(const std::filesystem::path& file);

/// Throws OutputError where something has that name that is no file of hexscan's blocks, of whatever version.
void require_blocks_or_nothing(const std::filesystem::path& file);

/// Finished blocks of work in a file, each in a place of its own, so that work can be ended at any moment and goes on
/// where it was. A block counts once its checksum holds: one that was being written does not. The file is kept up by
/// one process.
class BlockFile {
public:
    /// Opens the file or begins it. `identity` is all that blocks depend on: a file of another identity is not
    /// touched, and the OutputError says so. Every block has `block_bytes` bytes. Throws OutputError.
    BlockFile(std::filesystem::path path, std::string_view identity, std::int64_t blocks, std::size_t block_bytes);

    std::int64_t blocks() const { return static_cast<std::int64_t>(finished_.size()); }
    bool has(std::int64_t block) const { return finished_[static_cast<std::size_t>(block)]; }
    std::int64_t finished() const;

    /// A finished block. Throws OutputError.
    std::string read(std::int64_t block) const;

    /// Finishes a block. Throws OutputError.
    void write(std::int64_t block, std::string_view bytes);

    /// Waits until the finished blocks are on the disk: a power cut loses those that were finished since. Throws
    /// OutputError.
    void sync();

private:
    bool holds(std::string_view header) const;
    void find_finished();
    std::int64_t place_of(std::int64_t block) const;
    bool read_at(std::int64_t offset, std::span<char> bytes) const;
    void write_at(std::int64_t offset, std::string_view bytes);
    [[noreturn]] void fail(const char* verb, int error_number) const;

    std::filesystem::path path_;
    std::size_t block_bytes_;
    std::int64_t header_bytes_ = 0;
    std::vector<bool> finished_;
    FileDescriptor descriptor_;
};

}  // namespace hexscan
