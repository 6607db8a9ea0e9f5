#include "state/session/file_parts.hpp"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{64} << 10;

} // namespace

Result<std::string> read_part(int file, std::string const& path, std::uint64_t offset, std::size_t most,
                              std::size_t enough) {
  std::string bytes;
  int code = 0;
  // Not filled with zeros first. GCC 12 passes the capacity instead of the size that was asked for.
  bytes.resize_and_overwrite(most, [&](char* data, std::size_t) {
    std::size_t filled = 0;
    while (filled < std::min(most, enough)) {
      auto const got = ::pread(file, data + filled, most - filled, static_cast<off_t>(offset + filled));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) code = errno;
      if (got <= 0) break;
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  });
  if (code != 0) return fail(errno_error("read", path, code));
  return bytes;
}

Result<void> each_piece(int file, std::string const& path, std::uint64_t offset, std::uint64_t size,
                        std::function<Result<void>(std::string_view)> const& take) {
  for (auto const end = offset + size; offset < end;) {
    auto const piece = TRY(read_part(file, path, offset, std::min(piece_bytes, end - offset)));
    if (piece.empty()) return fail(Fault::changed, path + " became shorter while it was read");
    TRY(take(piece));
    offset += piece.size();
  }
  return {};
}

} // namespace artifactd
