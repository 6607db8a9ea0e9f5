#include "state/session/file_window.hpp"

#include "state/session/file_parts.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::uint64_t window_bytes = 4096;

} // namespace

Result<std::string_view> FileWindow::part(std::uint64_t offset, std::size_t most) {
  auto const wanted = std::min<std::uint64_t>(most, size_ - offset);
  if (offset < begin_ || offset + wanted > begin_ + read_.size()) {
    read_ = TRY(read_part(file_, path_, offset, std::min(std::max(wanted, window_bytes), size_ - offset)));
    begin_ = offset;
  }
  return std::string_view(read_).substr(offset - begin_, wanted);
}

} // namespace artifactd
