#include "state/session/file_window.hpp"

#include "state/session/file_parts.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::uint64_t least_read = 4096;
constexpr std::uint64_t most_read = 64 * 1024;

} // namespace

Result<std::string_view> FileWindow::part(std::uint64_t offset, std::size_t most) {
  auto const wanted = std::min<std::uint64_t>(most, size_ - offset);
  if (offset < begin_ || offset + wanted > begin_ + read_.size()) {
    auto const goes_on = begin_ <= offset && offset <= begin_ + read_.size();
    at_once_ = goes_on ? std::clamp(2 * at_once_, least_read, most_read) : least_read;
    read_ = TRY(read_part(file_, path_, offset, std::min(std::max(wanted, at_once_), size_ - offset)));
    begin_ = offset;
  }
  return std::string_view(read_).substr(offset - begin_, wanted);
}

} // namespace artifactd
