#include "agents/state/fix_backup.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fmt/core.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_record = std::size_t{1} << 30;
constexpr int most_backups = 1000; // per fix: ids start over with each proposal

/// The part of `path` below the work directory; the invariants keep both normalised.
Result<std::string> below_work_dir(tuning::TuningState const& state, std::string const& path) {
  if (!state.work_dir) return fail(Fault::invalid, "the state names no work_dir");
  auto prefix = state.work_dir->text;
  if (!prefix.ends_with('/')) prefix += '/';
  if (!path.starts_with(prefix))
    return fail(Fault::invalid, fmt::format("{} is not below {}", path, state.work_dir->text));
  auto rest = path.substr(prefix.size());
  while (rest.ends_with('/'))
    rest.pop_back();
  return rest;
}

Result<FixBackup> backup_at(tuning::TuningState const& state, std::string path) {
  auto place = TRY(below_work_dir(state, path));
  return FixBackup{std::move(path), std::move(place)};
}

std::string fix_record_name(Session const& session, FixBackup const& backup) {
  auto const& directory = session.stamp();
  return artifactd::fix_record_name(directory.inode, directory.birth_ns, backup.place);
}

Result<void> write_fix_record(std::string const& records, std::string const& name, Json const& record) {
  return answer_as_self([&]() -> Result<void> {
    TRY(make_private_directory(records));
    auto const bytes = Json::to_cbor(record);
    return replace_file(TRY(Session::open(records)), name,
                        std::string_view(reinterpret_cast<char const*>(bytes.data()), bytes.size()));
  });
}

Result<Json> read_fix_record(std::string const& records, std::string const& name) {
  auto const bytes = TRY(answer_as_self([&]() -> Result<std::string> {
    return read_file(TRY(open_trusted_directory(records)).get(), name, longest_record);
  }));
  auto record = Json::from_cbor(bytes, true, false);
  if (!record.is_object() || !record.contains("files") || !record["files"].is_array())
    return fail(Fault::invalid, fmt::format("{}/{} is damaged", records, name));
  return record;
}

Json as_binary(std::string const& text) {
  return Json::binary({text.begin(), text.end()});
}

std::optional<std::string> content_of(Json const& file, char const* member) {
  auto const found = file.find(member);
  if (found == file.end() || !found->is_binary()) return std::nullopt;
  return std::string(found->get_binary().begin(), found->get_binary().end());
}

std::vector<std::string> files_named(tuning::AppliedFix const& applied) {
  std::vector<std::string> files;
  if (auto const* changes = applied.node->find("changes_made"))
    for (auto const& change : changes->children())
      if (auto const* file = change.find("file")) files.push_back(file->string());
  return files;
}

/// umask(2) reports it only by changing it for all threads.
mode_t current_umask() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("Umask:")) return static_cast<mode_t>(std::strtoul(line.c_str() + 6, nullptr, 8));
  return 077;
}

/// Makes every directory of the path, beneath the session.
Result<void> make_directories(Session const& session, std::string const& path) {
  for (std::size_t slash = 0; slash != path.npos;) {
    slash = path.find('/', slash + 1);
    auto const part = path.substr(0, slash);
    if (open_directory(session.directory(), part)) continue;
    auto const [above, name] = split_path(part);
    auto parent = TRY(open_directory(session.directory(), above));
    if (::mkdirat(parent.get(), name.c_str(), 0755) < 0 && errno != EEXIST)
      return fail(errno_error("mkdir", part));
    TRY(adopt(TRY(open_directory(parent.get(), name)).get(), session, session.stamp().mode & 0777));
    TRY(sync_directory(parent.get()));
  }
  return {};
}

std::string digest_or_none(std::optional<std::string> const& text) {
  return text ? Digest().add(*text).hex() : "";
}

/// Undoes the fix in one file of its record. Fault::changed unless the file is as the fix left it.
Result<FileEdit> edit_back(Json const& file, tuning::AppliedFix const& applied, FixBackup const& backup,
                           int target) {
  FileEdit edit{text_member(file, "path"), std::nullopt, content_of(file, "before")};
  auto const named = files_named(applied);
  if (std::ranges::find(named, edit.path) == named.end())
    return fail(Fault::changed, fmt::format("the state no longer says that the fix changed {}", edit.path));
  auto standing = TRY(unless_missing(read_file(target, edit.path, longest_edited)));
  auto const recorded = file.value("mode", mode_t{0}) & 0777;
  edit.mode = recorded & 0755 & ~current_umask();
  if (standing) {
    edit.mode = TRY(stamp_at(target, edit.path)).mode & 07777;
    edit.before = *std::move(standing);
  }
  if (digest_or_none(edit.before) != text_member(file, "after") || (edit.before && edit.mode != recorded))
    return fail(Fault::changed, fmt::format("{} is not as the fix left it; restoring the former content "
                                            "would lose that change (the backup is {})",
                                            edit.path, backup.place));
  return edit;
}

using FixRecords = std::vector<Json>;

/// Of the fixes that were applied after this one, and not rolled back; those artifactd has no record of are
/// left out.
Result<FixRecords> later_records(Session const& session, std::string const& records,
                                 tuning::TuningState const& state, tuning::AppliedFix const& applied) {
  FixRecords found;
  for (auto const& each : state.applied) {
    if (&each <= &applied || !each.rollback_available) continue;
    auto const backup = TRY(backup_of(state, each));
    if (has_record(session, records, backup))
      found.push_back(TRY(read_fix_record(records, fix_record_name(session, backup))));
  }
  return found;
}

/// The content that the first of these fixes replaced; std::nullopt if none changed the file.
std::optional<std::string> digest_replaced(FixRecords const& records, std::string const& path) {
  for (auto const& record : records)
    for (auto const& file : record["files"])
      if (text_member(file, "path") == path) return digest_or_none(content_of(file, "before"));
  return std::nullopt;
}

} // namespace

std::string fix_record_name(std::uint64_t inode, std::int64_t birth_ns, std::string const& place) {
  return Digest().add(fmt::format("{} {}", inode, birth_ns)).add(place).hex() + ".cbor";
}

Result<FixBackup> new_backup(Session const& session, std::string const& records,
                             tuning::TuningState const& state, std::string const& fix) {
  if (!state.backup_dir) return fail(Fault::invalid, "the state names no backup_dir");
  auto directory = state.backup_dir->text;
  while (directory.ends_with('/'))
    directory.pop_back();
  for (int count = 1; count < most_backups; ++count) {
    auto name = count == 1 ? "before-" + fix : fmt::format("before-{}.{}", fix, count);
    auto backup = TRY(backup_at(state, directory + "/" + name));
    if (!stamp_at(session.directory(), backup.place) && !has_record(session, records, backup)) return backup;
  }
  return fail(Fault::exists, fmt::format("there are {} backups of {}", most_backups, fix));
}

Result<FixBackup> backup_of(tuning::TuningState const& state, tuning::AppliedFix const& applied) {
  return backup_at(state, applied.backup_path.text);
}

Result<void> write_backup(Session const& session, std::string const& records, FixBackup const& backup,
                          int target, std::vector<FileEdit> const& edits) {
  auto files = Json::array();
  TRY(make_directories(session, backup.place));
  for (auto const& edit : edits) {
    files.push_back({{"path", edit.path},
                     {"before", edit.before ? as_binary(*edit.before) : Json()},
                     {"after", digest_or_none(edit.after)},
                     {"mode", edit.mode}});
    if (!edit.before) continue;
    auto path = backup.place + "/" + edit.path;
    TRY(make_directories(session, path.substr(0, path.rfind('/'))));
    TRY(replace_file(session, path, *edit.before));
  }
  return write_fix_record(records, fix_record_name(session, backup),
                          {{"version", 1},
                           {"session", session.shown()},
                           {"backup", backup.place},
                           {"files", std::move(files)},
                           {"directories", TRY(missing_directories(target, edits))}});
}

bool has_record(Session const& session, std::string const& records, FixBackup const& backup) {
  return answer_as_self([&] {
    auto directory = open_trusted_directory(records);
    return directory && stamp_at(directory->get(), fix_record_name(session, backup)).has_value();
  });
}

Result<FixReversal> read_backup(Session const& session, std::string const& records, FixBackup const& backup,
                                tuning::AppliedFix const& applied, int target) {
  auto const record = TRY(read_fix_record(records, fix_record_name(session, backup)));
  FixReversal reversal{{}, texts_of(record, "directories")};
  for (auto const& file : record["files"])
    reversal.edits.push_back(TRY(edit_back(file, applied, backup, target)));
  return reversal;
}

Result<bool> check_left(Session const& session, std::string const& records, tuning::TuningState const& state,
                        tuning::AppliedFix const& applied, int target) {
  auto const backup = TRY(backup_of(state, applied));
  auto const record = TRY(read_fix_record(records, fix_record_name(session, backup)));
  auto const later = TRY(later_records(session, records, state, applied));
  bool changed_later = false;
  for (auto const& file : record["files"]) {
    auto const path = text_member(file, "path");
    auto const replaced = digest_replaced(later, path);
    if (!replaced) {
      TRY(edit_back(file, applied, backup, target));
    } else if (*replaced != text_member(file, "after")) {
      return fail(Fault::changed,
                  fmt::format("{} was not as the fix left it when a later fix changed it", path));
    }
    changed_later = changed_later || replaced;
  }
  return changed_later;
}

} // namespace artifactd
