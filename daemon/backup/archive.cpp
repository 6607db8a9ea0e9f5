#include "daemon/backup/archive.hpp"

#include "daemon/backup/late_archive.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace artifactd::backup {

namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;
constexpr std::int64_t ns_per_second = 1'000'000'000;

struct EntryEnd {
  void operator()(archive_entry* entry) const noexcept { archive_entry_free(entry); }
};
using OwnedEntry = std::unique_ptr<archive_entry, EntryEnd>;

Error archive_error(archive* from, Fault otherwise) {
  auto const code = archive_errno(from);
  auto const* said = archive_error_string(from);
  auto const is_full = code == ENOSPC || code == EDQUOT;
  return {is_full          ? Fault::no_space
          : code == ENOMEM ? Fault::exhausted
                           : otherwise,
          said == nullptr ? "it is not an archive" : said, code};
}

} // namespace

struct ArchiveHandle {
  archive* open = nullptr;
  std::vector<char> piece = std::vector<char>(block_bytes);

  explicit ArchiveHandle(archive* made) noexcept : open(made) {}
  ArchiveHandle(ArchiveHandle&&) = delete;
  ArchiveHandle& operator=(ArchiveHandle&&) = delete;
  ~ArchiveHandle() { archive_free(open); }
};

ArchiveWriter::ArchiveWriter(std::unique_ptr<ArchiveHandle> handle) noexcept : handle_(std::move(handle)) {}
ArchiveWriter::ArchiveWriter(ArchiveWriter&&) noexcept = default;
ArchiveWriter::~ArchiveWriter() = default;

Result<ArchiveWriter> ArchiveWriter::over(int file) {
  auto handle = std::make_unique<ArchiveHandle>(archive_write_new());
  auto* const made = handle->open;
  auto const ready = archive_write_set_format_pax_restricted(made) == ARCHIVE_OK &&
                     archive_write_add_filter_zstd(made) == ARCHIVE_OK &&
                     archive_write_set_bytes_in_last_block(made, 1) == ARCHIVE_OK &&
                     archive_write_open_fd(made, file) == ARCHIVE_OK;
  if (!ready) return fail(archive_error(made, Fault::io));
  return ArchiveWriter(std::move(handle));
}

Result<void> ArchiveWriter::begin(Entry const& entry) {
  OwnedEntry const header(archive_entry_new());
  auto* const made = header.get();
  archive_entry_set_pathname(made, entry.path.c_str());
  archive_entry_set_filetype(made, entry.what == Entry::What::file ? S_IFREG : S_IFDIR);
  archive_entry_set_perm(made, entry.mode);
  archive_entry_set_size(made, static_cast<la_int64_t>(entry.size));
  archive_entry_set_uid(made, entry.owner);
  archive_entry_set_gid(made, entry.group);
  archive_entry_set_uname(made, entry.owner_name.c_str());
  archive_entry_set_gname(made, entry.group_name.c_str());
  archive_entry_set_mtime(made, entry.modified_ns / ns_per_second, entry.modified_ns % ns_per_second);
  for (auto const& [name, value] : entry.attributes)
    archive_entry_xattr_add_entry(made, name.c_str(), value.data(), value.size());
  // It warns of names that are not ASCII, and writes their bytes as they are.
  if (archive_write_header(handle_->open, made) < ARCHIVE_WARN)
    return fail(archive_error(handle_->open, Fault::io));
  return {};
}

Result<void> ArchiveWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    auto const written = archive_write_data(handle_->open, bytes.data(), bytes.size());
    if (written <= 0) return fail(archive_error(handle_->open, Fault::io));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> ArchiveWriter::add(Entry& entry, int source, std::uint64_t offset) {
  TRY(begin(entry));
  if (entry.what == Entry::What::directory) return {};
  ByteDigest digest;
  for (std::uint64_t left = entry.size; left > 0;) {
    auto const got = ::pread(source, handle_->piece.data(), std::min<std::uint64_t>(left, block_bytes),
                             static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", entry.path));
    if (got == 0) return fail(Fault::changed, entry.path + " became shorter while it was read");
    std::string_view const piece(handle_->piece.data(), static_cast<std::size_t>(got));
    digest.add(piece);
    TRY(write(piece));
    offset += piece.size();
    left -= piece.size();
  }
  entry.sha256 = digest.hex();
  return {};
}

Result<void> ArchiveWriter::add_text(Entry& entry, std::string_view bytes) {
  entry.size = bytes.size();
  TRY(begin(entry));
  entry.sha256 = ByteDigest().add(bytes).hex();
  return write(bytes);
}

Result<void> ArchiveWriter::finish() {
  if (archive_write_close(handle_->open) != ARCHIVE_OK) return fail(archive_error(handle_->open, Fault::io));
  return {};
}

ArchiveReader::ArchiveReader(std::unique_ptr<ArchiveHandle> handle) noexcept : handle_(std::move(handle)) {}
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader::~ArchiveReader() = default;

Result<ArchiveReader> ArchiveReader::over(int file) {
  if (::lseek(file, 0, SEEK_SET) != 0) return fail(errno_error("seek in", "the archive"));
  auto handle = std::make_unique<ArchiveHandle>(archive_read_new());
  auto* const made = handle->open;
  auto const ready = archive_read_support_format_tar(made) == ARCHIVE_OK &&
                     archive_read_support_filter_zstd(made) == ARCHIVE_OK &&
                     archive_read_open_fd(made, file, block_bytes) == ARCHIVE_OK;
  if (!ready) return fail(archive_error(made, Fault::invalid));
  return ArchiveReader(std::move(handle));
}

Result<std::optional<Member>> ArchiveReader::next() {
  archive_entry* entry = nullptr;
  auto const code = archive_read_next_header(handle_->open, &entry);
  if (code == ARCHIVE_EOF) return std::nullopt;
  if (code != ARCHIVE_OK) return fail(archive_error(handle_->open, Fault::invalid));
  auto const* path = archive_entry_pathname(entry);
  auto const type = archive_entry_filetype(entry);
  auto const is_link = archive_entry_hardlink(entry) != nullptr;
  if (path == nullptr || archive_entry_size(entry) < 0)
    return fail(Fault::invalid, "it has a member without a name or size");
  Member member{.path = path,
                .what = type == S_IFREG && !is_link ? Member::What::file
                        : type == S_IFDIR           ? Member::What::directory
                                                    : Member::What::other,
                .size = static_cast<std::uint64_t>(archive_entry_size(entry))};
  if (member.what == Member::What::directory && member.path.ends_with('/')) member.path.pop_back();
  return member;
}

Result<std::string_view> ArchiveReader::read() {
  auto const got = archive_read_data(handle_->open, handle_->piece.data(), handle_->piece.size());
  if (got < 0) return fail(archive_error(handle_->open, Fault::invalid));
  return std::string_view(handle_->piece.data(), static_cast<std::size_t>(got));
}

} // namespace artifactd::backup
