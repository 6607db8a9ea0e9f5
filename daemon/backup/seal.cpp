#include "daemon/backup/seal.hpp"

#include "state/platform/digest.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <unistd.h>
#include <vector>

namespace artifactd::backup {

namespace {

/// A skippable frame (RFC 8878, 3.1.2) of 64 bytes.
constexpr std::string_view frame_head("\x53\x2A\x4D\x18\x40\0\0\0", 8);
constexpr std::uint64_t seal_bytes = frame_head.size() + 64;
constexpr std::size_t hashed_at_once = std::size_t{1} << 20;

Result<std::string> digest_of(int file, std::uint64_t size) {
  std::vector<char> piece(hashed_at_once);
  ByteDigest digest;
  for (std::uint64_t at = 0; at < size;) {
    auto const got =
        ::pread(file, piece.data(), std::min<std::uint64_t>(piece.size(), size - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", "the archive"));
    if (got == 0) return fail(Fault::changed, "the archive became shorter while it was read");
    digest.add({piece.data(), static_cast<std::size_t>(got)});
    at += static_cast<std::uint64_t>(got);
  }
  return digest.hex();
}

} // namespace

Result<void> seal(int file) {
  auto const size = TRY(stamp_of(file)).size;
  auto const frame = std::string(frame_head) + TRY(digest_of(file, size));
  if (::lseek(file, static_cast<off_t>(size), SEEK_SET) < 0)
    return fail(errno_error("seek in", "the archive"));
  return write_all(file, frame);
}

Result<void> check_seal(int file) {
  auto const size = TRY(stamp_of(file)).size;
  std::string found(seal_bytes, '\0');
  auto const begin = size < seal_bytes ? 0 : size - seal_bytes;
  auto const got = ::pread(file, found.data(), found.size(), static_cast<off_t>(begin));
  if (got < 0) return fail(errno_error("read", "the archive"));
  if (!found.starts_with(frame_head)) return fail(Fault::invalid, "its end is missing: it was cut short");
  if (found.substr(frame_head.size()) != TRY(digest_of(file, begin)))
    return fail(Fault::invalid, "it is damaged: its bytes are not those that were written");
  return {};
}

} // namespace artifactd::backup
