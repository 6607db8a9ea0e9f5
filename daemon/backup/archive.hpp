// The form of a backup on disk: tar (pax, so that any name and any size fits) in zstd, read and written as a
// stream by libarchive. What is read is outside input: a member's path is any text, and what is neither a
// file nor a directory is reported as such, never followed.
#pragma once

#include "daemon/backup/manifest.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd::backup {

struct ArchiveHandle;

class ArchiveWriter {
public:
  /// Writes to an open file, from its current position.
  static Result<ArchiveWriter> over(int file);
  ArchiveWriter(ArchiveWriter&&) noexcept;
  ~ArchiveWriter();

  /// A directory, or a file whose `size` bytes are read from `source`, beginning at `offset`; fills in its
  /// digest. Fault::changed if there are fewer.
  Result<void> add(Entry& entry, int source, std::uint64_t offset);
  Result<void> add_text(Entry& entry, std::string_view bytes);
  Result<void> finish();

private:
  explicit ArchiveWriter(std::unique_ptr<ArchiveHandle> handle) noexcept;
  Result<void> begin(Entry const& entry);
  Result<void> write(std::string_view bytes);

  std::unique_ptr<ArchiveHandle> handle_;
};

struct Member {
  enum class What : std::uint8_t { file, directory, other };
  std::string path = {};
  What what = What::file;
  std::uint64_t size = 0;
};

class ArchiveReader {
public:
  /// Reads an open file from its start. Fault::invalid, here and below, if it is not such an archive, or is
  /// damaged or cut short.
  static Result<ArchiveReader> over(int file);
  ArchiveReader(ArchiveReader&&) noexcept;
  ~ArchiveReader();

  /// The next member; std::nullopt at the end.
  Result<std::optional<Member>> next();
  /// The next piece of its content, valid until the next call; empty at its end.
  Result<std::string_view> read();

private:
  explicit ArchiveReader(std::unique_ptr<ArchiveHandle> handle) noexcept;
  std::unique_ptr<ArchiveHandle> handle_;
};

} // namespace artifactd::backup
