#include "agents/tuning/fix_backup.hpp"

#include "state/atomic_file.hpp"
#include "state/digest.hpp"
#include "state/json/scan.hpp"
#include "state/json_member.hpp"
#include "state/session_layout.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Json = nlohmann::ordered_json;

constexpr int most_backups = 1000; // of one fix: ids begin anew with each proposal

/// The part of `path` below the work directory; the invariants keep both clean.
Result<std::string> below_work_dir(tuning::TuningState const& state, std::string const& path) {
  if (!state.work_dir) return fail(Fault::invalid, "the state names no work_dir");
  auto prefix = state.work_dir->text;
  if (!prefix.ends_with('/')) prefix += '/';
  if (!path.starts_with(prefix))
    return fail(Fault::invalid, fmt::format("{} does not lie below {}", path, state.work_dir->text));
  auto rest = path.substr(prefix.size());
  while (rest.ends_with('/'))
    rest.pop_back();
  return rest;
}

Result<FixBackup> backup_at(tuning::TuningState const& state, std::string path) {
  auto place = TRY(below_work_dir(state, path));
  auto name = place.substr(place.rfind('/') + 1);
  return FixBackup{std::move(path), std::move(name), std::move(place)};
}

std::string record_of(FixBackup const& backup) {
  return layout::fixes + "/" + backup.name + ".json";
}

/// Every directory on the way, beneath the session.
Result<void> make_directories(Session const& session, std::string const& path) {
  for (std::size_t slash = 0; slash != path.npos;) {
    slash = path.find('/', slash + 1);
    auto const part = path.substr(0, slash);
    if (open_directory(session.directory(), part)) continue;
    auto above = part.rfind('/');
    auto parent = TRY(open_directory(session.directory(), above == part.npos ? "." : part.substr(0, above)));
    auto name = part.substr(above + 1); // npos + 1: the whole
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

} // namespace

Result<FixBackup> new_backup(Session const& session, tuning::TuningState const& state,
                             std::string const& fix) {
  if (!state.backup_dir) return fail(Fault::invalid, "the state names no backup_dir");
  auto directory = state.backup_dir->text;
  while (directory.ends_with('/'))
    directory.pop_back();
  for (int count = 1; count < most_backups; ++count) {
    auto name = count == 1 ? "before-" + fix : fmt::format("before-{}.{}", fix, count);
    auto backup = TRY(backup_at(state, directory + "/" + name));
    if (!stamp_at(session.directory(), backup.place) && !stamp_at(session.directory(), record_of(backup)))
      return backup;
  }
  return fail(Fault::exists, fmt::format("there are {} backups of {}", most_backups, fix));
}

Result<FixBackup> backup_of(tuning::TuningState const& state, tuning::AppliedFix const& applied) {
  return backup_at(state, applied.backup_path.text);
}

Result<void> write_backup(Session const& session, FixBackup const& backup, int target,
                          std::vector<FileEdit> const& edits) {
  auto files = Json::array();
  TRY(make_directories(session, backup.place));
  for (auto const& edit : edits) {
    files.push_back({{"path", edit.path},
                     {"before", digest_or_none(edit.before)},
                     {"after", digest_or_none(edit.after)},
                     {"mode", edit.mode}});
    if (!edit.before) continue;
    auto path = backup.place + "/" + edit.path;
    TRY(make_directories(session, path.substr(0, path.rfind('/'))));
    TRY(replace_file(session, path, *edit.before));
  }
  TRY(session.private_directory(layout::fixes));
  return replace_file(
      session, record_of(backup),
      Json{{"version", 1}, {"files", files}, {"directories", missing_directories(target, edits)}}.dump(2) +
          "\n");
}

Result<FixReversal> read_backup(Session const& session, FixBackup const& backup, int target) {
  auto text = TRY(read_file(session.directory(), record_of(backup), longest_edited));
  auto document = json::scan(text, {.depth = 16}) ? Json::parse(text, nullptr, false) : Json();
  if (!document.is_object()) return fail(Fault::invalid, record_of(backup) + " is damaged");
  FixReversal reversal{{}, texts_of(document, "directories")};
  for (auto const& file : document.value("files", Json::array())) {
    FileEdit edit{text_member(file, "path"), std::nullopt, std::nullopt, 0644};
    if (file.contains("mode") && file["mode"].is_number_unsigned())
      edit.mode = file["mode"].get<mode_t>() & 01777;
    auto standing = read_file(target, edit.path, longest_edited);
    if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
    if (standing) edit.before = *std::move(standing);
    auto same_mode = !edit.before || (TRY(stamp_at(target, edit.path)).mode & 07777) == edit.mode;
    if (digest_or_none(edit.before) != text_member(file, "after") || !same_mode)
      return fail(Fault::changed,
                  fmt::format("{} is not as the fix left it; bringing back what was there before "
                              "would lose that change (the backup is {})",
                              edit.path, backup.place));
    if (auto digest = text_member(file, "before"); !digest.empty()) {
      edit.after = TRY(read_file(session.directory(), backup.place + "/" + edit.path, longest_edited));
      if (digest_or_none(edit.after) != digest)
        return fail(Fault::invalid,
                    fmt::format("the backup of {} in {} was changed", edit.path, backup.place));
    }
    reversal.edits.push_back(std::move(edit));
  }
  return reversal;
}

} // namespace artifactd
