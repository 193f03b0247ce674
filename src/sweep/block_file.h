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

/// The identity with which a file of blocks was created (BlockFile). Returns nullopt if the file is not a file of
/// blocks.
std::optional<std::string> identity_in(const std::filesystem::path& file);

/// Throws OutputError if there is an entry of that name that no version of hexscan wrote as a file of blocks.
void require_blocks_or_nothing(const std::filesystem::path& file);

/// Finished blocks of work in a file, each at its own place. Work can therefore stop at any moment and resume later. A
/// block counts only if its checksum is correct, so a partly written block does not count. Only one process may use the
/// file.
class BlockFile {
public:
    /// Opens or creates the file. `identity` contains everything that blocks depend on. A file with another identity
    /// stays unchanged, and the OutputError says so. Every block has `block_bytes` bytes. Throws OutputError.
    BlockFile(std::filesystem::path path, std::string_view identity, std::int64_t blocks, std::size_t block_bytes);

    std::int64_t blocks() const { return static_cast<std::int64_t>(finished_.size()); }
    bool has(std::int64_t block) const { return finished_[static_cast<std::size_t>(block)]; }
    std::int64_t finished() const;

    /// Reads a finished block. Throws OutputError.
    std::string read(std::int64_t block) const;

    /// Writes a block, which is then finished. Throws OutputError.
    void write(std::int64_t block, std::string_view bytes);

    /// Waits until the finished blocks are on the disk. A power cut can lose only blocks that were finished after the
    /// last call. Throws OutputError.
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
