#include "daemon/backup/verify.hpp"

#include "daemon/backup/archive.hpp"
#include "daemon/backup/seal.hpp"
#include "daemon/backup/staging.hpp"
#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/known_layouts.hpp"
#include "state/database/sqlite.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <map>
#include <optional>

namespace artifactd::backup {

namespace {

constexpr std::size_t most_members = 50'000'000;
constexpr std::size_t longest_digest_file = 200;

struct Seen {
  Member::What what = Member::What::file;
  std::uint64_t size = 0;
  std::string sha256 = {};
  std::string damage = {}; ///< of what is a database or looks like a graph
  std::string newer = {};  ///< why this version cannot use a database
};

bool is_database(std::string_view path) {
  return path.starts_with(std::string(state_folder) + "/") && path.ends_with(".db");
}

bool may_be_graph(std::string_view path) {
  return path.ends_with("/" + layout::graph);
}

std::unexpected<Error> unlike(std::string const& path, std::string_view why) {
  return fail(Fault::invalid, fmt::format("{} {}", printable(path), why));
}

class Verifying {
public:
  Verifying(int file, VerifyLimits const& limits, GoOn const& go_on)
      : file_(file), limits_(limits), go_on_(go_on) {}

  Result<Verified> run() {
    auto reader = TRY(ArchiveReader::over(file_));
    while (auto const member = TRY(reader.next())) {
      if (seen_.size() >= most_members) return fail(Fault::too_large, "it has too many members");
      if (seen_.contains(member->path)) return unlike(member->path, "is in it twice");
      auto seen = TRY(look_at(reader, *member));
      seen_.emplace(member->path, std::move(seen));
    }
    auto verified = TRY(compare());
    TRY(check_seal(file_));
    return verified;
  }

private:
  Result<Seen> look_at(ArchiveReader& reader, Member const& member) {
    if (member.what == Member::What::other)
      return unlike(member.path, "is neither a file nor a directory: artifactd makes no such backup");
    if (member.path == manifest_name) return keep(reader, manifest_, longest_manifest);
    if (member.path == manifest_digest_name) return keep(reader, digest_, longest_digest_file);
    Seen seen{.what = member.what};
    std::string graph;
    auto const parses = may_be_graph(member.path) && member.size <= limits_.graph_bytes;
    auto const database = is_database(member.path) ? TRY(copy_of_database()) : std::string();
    UniqueFd const copy(
        database.empty() ? -1 : ::open(database.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!database.empty() && !copy) return fail(errno_error("create", database));
    ByteDigest digest;
    for (;;) {
      auto const piece = TRY(reader.read());
      if (piece.empty()) break;
      digest.add(piece);
      seen.size += piece.size();
      bytes_ += piece.size();
      if (parses) graph += piece;
      if (copy) TRY(write_all(copy.get(), piece));
      if (go_on_ && !go_on_(in_mebibytes("reading MiB", bytes_))) return fail(Fault::changed, "interrupted");
    }
    seen.sha256 = digest.hex();
    if (parses) seen.damage = damage_of(printable(member.path), graph, limits_.depth);
    if (copy) judge_database(database, member.path, seen);
    return seen;
  }

  static Result<Seen> keep(ArchiveReader& reader, std::optional<std::string>& into, std::size_t limit) {
    into.emplace();
    for (auto piece = TRY(reader.read()); !piece.empty(); piece = TRY(reader.read())) {
      if (into->size() + piece.size() > limit) return fail(Fault::invalid, "its manifest is too long");
      *into += piece;
    }
    return Seen{.size = into->size(), .sha256 = ByteDigest().add(*into).hex()};
  }

  Result<std::string> copy_of_database() {
    if (!staging_) staging_.emplace(TRY(Staging::for_copies()));
    return staging_->new_path();
  }

  static void judge_database(std::string const& copy, std::string const& path, Seen& seen) {
    auto const sound = [&]() -> Result<void> {
      auto database = TRY(sqlite::Database::open(copy, sqlite::Access::read));
      TRY(database.check_whole());
      Config names; // of the databases in the archive
      names.state_dir = state_folder;
      return expect_known_layout(names, path, database);
    }();
    if (sound) return;
    auto said = sound.error().message;
    if (sound.error().fault == Fault::unsupported) return void(seen.newer = std::move(said));
    if (auto const at = said.find(copy); at != said.npos) said.replace(at, copy.size(), path);
    seen.damage = fmt::format("{}: the database is damaged: {}", path, printable(said));
  }

  Result<Verified> compare() {
    if (!manifest_ || !digest_)
      return fail(Fault::invalid,
                  seen_.empty() ? "it is empty"
                                : "it has no manifest: it is not an artifactd backup, or was cut short");
    if (*digest_ != fmt::format("{}  {}\n", seen_.at(std::string(manifest_name)).sha256, manifest_name))
      return fail(Fault::invalid, "its manifest was changed: it does not match the digest beside it");
    Verified verified{.manifest = TRY(read_manifest(*manifest_)), .bytes = bytes_};
    for (auto const& entry : verified.manifest.entries)
      TRY(compare(entry, verified));
    if (seen_.size() != verified.manifest.entries.size() + 2) return name_stranger(verified.manifest);
    for (auto const& session : verified.manifest.sessions)
      for (auto const& graph : layout::graph_paths) {
        auto const found = seen_.find(fmt::format("{}/{}", session.folder(), graph));
        if (found == seen_.end()) continue;
        ++verified.graphs;
        if (!found->second.damage.empty()) verified.damaged.push_back(found->second.damage);
      }
    return verified;
  }

  Result<void> compare(Entry const& entry, Verified& verified) {
    auto const found = seen_.find(entry.path);
    if (found == seen_.end()) return unlike(entry.path, "is missing: the manifest names it");
    auto const& seen = found->second;
    auto const is_file = entry.what == Entry::What::file;
    if (is_file != (seen.what == Member::What::file))
      return unlike(entry.path, "is not what the manifest says");
    if (!is_file) return {};
    ++verified.files;
    if (seen.size != entry.size)
      return unlike(entry.path,
                    fmt::format("has {} bytes, but {} according to the manifest", seen.size, entry.size));
    if (seen.sha256 != entry.sha256)
      return unlike(entry.path, "is damaged: its digest is not that of the manifest");
    if (!seen.newer.empty()) return fail(Fault::unsupported, seen.newer);
    if (is_database(entry.path) && !seen.damage.empty()) verified.damaged.push_back(seen.damage);
    return {};
  }

  std::unexpected<Error> name_stranger(Manifest const& manifest) {
    for (auto const& entry : manifest.entries)
      seen_.erase(entry.path);
    seen_.erase(std::string(manifest_name));
    seen_.erase(std::string(manifest_digest_name));
    return unlike(seen_.empty() ? "a member" : seen_.begin()->first,
                  "is in the archive, but not in its manifest");
  }

  int file_;
  VerifyLimits const& limits_;
  GoOn const& go_on_;
  std::map<std::string, Seen> seen_;
  std::optional<std::string> manifest_;
  std::optional<std::string> digest_;
  std::optional<Staging> staging_;
  std::uint64_t bytes_ = 0;
};

} // namespace

Result<Verified> verify_backup(int file, VerifyLimits const& limits, GoOn const& go_on) {
  return Verifying(file, limits, go_on).run();
}

} // namespace artifactd::backup
