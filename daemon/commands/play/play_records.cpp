#include "daemon/commands/play/play_records.hpp"

#include "state/dice/draws.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

/// The session that contains `<session>/<folder>/<name>`; std::nullopt for other places.
std::optional<std::filesystem::path> session_around(std::string const& directory, std::string const& folder) {
  std::error_code error;
  auto const place = std::filesystem::canonical(directory, error);
  if (error || place.parent_path().filename() != folder) return std::nullopt;
  return place.parent_path().parent_path();
}

/// With the rights of the session's owner if the place is in a configured session.
std::unique_ptr<NamedSession> entered_around(Cli const& cli,
                                             std::optional<std::filesystem::path> const& around) {
  auto named = around ? session_argument(whatever_configuration(cli), around->string())
                      : Result<NamedSession>(fail(Fault::missing, ""));
  return named ? std::make_unique<NamedSession>(*std::move(named)) : nullptr;
}

Result<std::filesystem::path> user_plays() {
  if (auto const* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return std::filesystem::path(state) / "artifactd/plays";
  auto const* home = std::getenv("HOME");
  if (home == nullptr || *home != '/')
    return fail(Fault::missing, "neither XDG_STATE_HOME nor HOME says where records go: use --record DIR");
  return std::filesystem::path(home) / ".local/state/artifactd/plays";
}

std::string new_id() {
  auto id = iso8601_now().substr(0, 19);
  std::erase_if(id, [](char c) { return c == ':' || c == '-'; });
  return fmt::format("{}-{}", id, dice::fresh_seed().substr(0, 6));
}

Result<UniqueFd> made_directory(std::filesystem::path const& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(errno_error("make", printable(path.string()), error.value()));
  return open_trusted_directory(path.string());
}

/// A directory of the session, made if it is missing.
Result<UniqueFd> plays_of(Session const& session) {
  if (::mkdirat(session.directory(), layout::plays.c_str(), 0755) != 0 && errno != EEXIST)
    return fail(errno_error("make", layout::plays));
  return open_directory(session.directory(), layout::plays);
}

} // namespace

Result<PlannedRecord> planned_record(Cli const& cli, GameOptions const& options, game::Game const& game,
                                     std::vector<std::string> const& players) {
  std::vector<game::GameFile> files; // those that are played, whatever the directory contains by now
  for (auto const& text : game.texts())
    if (text.is_file()) files.push_back(text.file_content());
  play::RecordMeta meta{.id = new_id(),
                        .game = std::filesystem::path(options.first).lexically_normal().filename().string(),
                        .players = players,
                        .artifacts = play::digests_of(files),
                        .started = iso8601_now(),
                        .seed = std::to_string(options.seed),
                        .host = "artifactctl game play"};
  std::unique_ptr<NamedSession> session;
  std::filesystem::path path;
  if (auto const around =
          options.record.empty() ? session_around(options.first, layout::artifacts) : std::nullopt) {
    session =
        std::make_unique<NamedSession>(TRY(session_argument(whatever_configuration(cli), around->string())));
    meta.agent = meta.game;
    path = *around / layout::plays;
  } else {
    path = options.record.empty() ? TRY(user_plays()) : std::filesystem::path(options.record);
  }
  auto shown = printable((path / meta.id).string());
  return PlannedRecord{std::move(session), path.string(), std::move(meta), std::move(files),
                       std::move(shown)};
}

Result<OpenRecord> begin_record(PlannedRecord planned) {
  auto const parent =
      TRY(planned.session ? plays_of(planned.session->session) : made_directory(planned.directory));
  auto writer = TRY(play::RecordWriter::begin(parent.get(), planned.meta, planned.artifacts));
  return OpenRecord{std::move(planned.session), std::move(writer), std::move(planned.path)};
}

Result<std::optional<OpenRecord>> record_in(Cli const& cli, std::string const& directory) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::path(directory) / play::log_name, error)) return std::nullopt;
  auto session = entered_around(cli, session_around(directory, layout::plays));
  auto writer = TRY(play::RecordWriter::open(TRY(open_trusted_directory(directory))));
  auto record = TRY(play::read_playable(writer.directory(), printable(directory)));
  if (record.artifacts.empty() || play::digests_of(record.artifacts) != record.meta.artifacts)
    return fail(Fault::invalid,
                printable(directory) + ": it does not hold the artifacts that meta.json names");
  return OpenRecord{std::move(session), std::move(writer), printable(directory), std::move(record)};
}

} // namespace artifactd
