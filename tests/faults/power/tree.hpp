// A snapshot of the names below a directory and the files that they refer to.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace artifactd::faults {

/// Identifies a file: inode numbers are reused, with another birth time.
struct FileId {
  ino_t inode = 0;
  std::int64_t birth_ns = 0;

  auto operator<=>(FileId const&) const = default;
};

enum class NodeKind : std::uint8_t { file, directory, other };

struct Node {
  FileId id;
  NodeKind kind = NodeKind::file;
  std::int64_t changed_ns = 0; ///< ctime; ignored by the comparison

  bool operator==(Node const& other) const noexcept { return id == other.id && kind == other.kind; }
};

/// By path; parents come before their contents.
using Names = std::map<std::string, Node>;

/// What is below the directories, and the directories themselves.
[[nodiscard]] Names names_below(std::vector<std::filesystem::path> const& directories);

using Attributes = std::map<std::string, std::string>;

/// The part of a file that a sync makes durable.
struct Image {
  std::string bytes;
  timespec modified{};
};

/// `path` may be below /proc/<pid>/fd/: links are followed.
[[nodiscard]] Node node_at(std::string const& path);
[[nodiscard]] Image image_of(std::string const& path);
[[nodiscard]] Attributes attributes_of(std::string const& path);

/// Writes only what differs, so that an unchanged file keeps its times.
void restore(std::string const& path, Image const& image);
void restore(std::string const& path, Attributes const& attributes);

} // namespace artifactd::faults
