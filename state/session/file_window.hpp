// Small parts of an open regular file, such as the first lines of its records: what is near together is read
// at once, and more of it at a time as long as nothing is passed over.
#pragma once

#include "state/platform/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace artifactd {

class FileWindow {
public:
  /// `file` has `size` bytes and stays open; `path` is for messages.
  FileWindow(int file, std::uint64_t size, std::string path)
      : file_(file), size_(size), path_(std::move(path)) {}

  /// Up to `most` bytes from `offset`, which is within the file; fewer where it ends. Valid until the next
  /// call.
  Result<std::string_view> part(std::uint64_t offset, std::size_t most);

private:
  int file_;
  std::uint64_t size_;
  std::string path_;
  std::uint64_t begin_ = 0;   ///< of what was read last
  std::uint64_t at_once_ = 0; ///< is read
  std::string read_;
};

} // namespace artifactd
