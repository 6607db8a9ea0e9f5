// What a backup contains, as its last member says: `manifest.json`. Read back, it is outside
// input: everything is judged, and a manifest that does not describe a possible backup is Fault::invalid.
//
//   <root name>/<path of the session>/…   sessions, and the directories above them
//   state/                                 databases and records of the state directory
//   config/                                configuration files and the schemas they name
//   manifest.json, manifest.sha256         this, and its digest
//
// Paths are arbitrary bytes: what is not printable ASCII is written as %XX.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace artifactd::backup {

inline constexpr std::string_view manifest_name = "manifest.json";
inline constexpr std::string_view manifest_digest_name = "manifest.sha256";
inline constexpr std::string_view state_folder = "state";
inline constexpr std::string_view config_folder = "config";
inline constexpr std::string_view main_config = "config/artifactd.toml";
inline constexpr std::size_t longest_manifest = std::size_t{1} << 30;

struct Entry {
  enum class What : std::uint8_t { file, directory };
  std::string path = {}; ///< in the archive
  What what = What::file;
  std::uint64_t size = 0;
  mode_t mode = 0; ///< permissions alone
  uid_t owner = 0;
  gid_t group = 0;
  std::string owner_name = {}; ///< empty: unknown
  std::string group_name = {};
  std::int64_t modified_ns = 0;
  std::string sha256 = {};
  std::map<std::string, std::string> attributes = {}; ///< user.*
};

struct SavedRoot {
  std::string name = {};     ///< its folder in the archive
  std::string path = {};     ///< as configured
  std::string resolved = {}; ///< without links: the journal knows sessions by it
  unsigned depth = 1;
};

struct SavedSession {
  std::string root = {}; ///< name
  std::string path = {}; ///< below the root
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;

  [[nodiscard]] std::string folder() const { return path.empty() ? root : root + "/" + path; }
};

/// A string in a configuration file that says where something is, and moves with it.
struct ConfigPlace {
  enum class Means : std::uint8_t { root, state, file };
  std::string file = {}; ///< in the archive
  std::uint64_t at = 0;
  std::uint64_t bytes = 0; ///< with its quotes
  Means means = Means::root;
  std::string name = {}; ///< of the root, or of a file in the archive; below the state directory
};

struct LeftOut {
  std::string path = {};
  std::string why = {};
};

struct Manifest {
  std::string version = {}; ///< of artifactd
  std::int64_t journal_layout = 0;
  std::string made_at = {};
  std::vector<SavedRoot> roots = {};
  std::vector<SavedSession> sessions = {};
  std::vector<Entry> entries = {}; ///< in the order of the archive
  std::vector<ConfigPlace> places = {};
  std::vector<LeftOut> left_out = {}; ///< what no backup contains: links, devices, keys, …
  std::vector<LeftOut> missing = {};  ///< what this one should contain
};

[[nodiscard]] std::string to_text(Manifest const& manifest);
Result<Manifest> read_manifest(std::string_view text);

/// Relative, without "." and "..", and short enough to be made below another directory.
[[nodiscard]] bool is_path_below(std::string_view path) noexcept;

[[nodiscard]] std::string escaped(std::string_view bytes);
/// std::nullopt unless escaped() can have written it.
[[nodiscard]] std::optional<std::string> unescaped(std::string_view text);

} // namespace artifactd::backup
