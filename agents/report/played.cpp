#include "agents/report/played.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::report {

namespace {

constexpr std::size_t most_plays = 100'000;
constexpr std::size_t most_files = 1'000;
constexpr std::size_t largest_file = std::size_t{64} << 20;

} // namespace

std::vector<game::GameFile> game_files_of(Session const& session, Name const& agent) {
  std::vector<game::GameFile> files;
  auto const directory = open_directory(session.directory(), layout::artifacts_of(agent));
  auto const names =
      directory ? list_directory(directory->get(), most_files) : Result<std::vector<std::string>>();
  if (!directory || !names) return files;
  for (auto const& name : *names) {
    if (game::artifact_of(name).empty()) continue;
    auto bytes = read_file(directory->get(), name, largest_file);
    if (bytes) files.push_back({name, printable(name), *std::move(bytes)});
  }
  std::ranges::sort(files, {}, &game::GameFile::name);
  return files;
}

Result<std::vector<std::string>> plays_of(Session const& session) {
  auto const directory = TRY(unless_missing(open_directory(session.directory(), layout::plays)));
  if (!directory) return std::vector<std::string>{};
  auto names = TRY(list_directory(directory->get(), most_plays));
  std::erase_if(names, [&](std::string const& name) {
    return !Name::parse(name) || !open_directory(directory->get(), name);
  });
  std::ranges::sort(names);
  return names;
}

namespace {

/// Finds the artifacts the play was played with, for a record already read.
Result<Played> with_artifacts(Session const& session, Name const& id, play::Record record) {
  TRY(play::check_players(record, fmt::format("play '{}'", id.str())));
  Played played{std::move(record), {}, {}};
  auto& meta = played.record.meta;
  meta.id = id.str(); // whatever a copied play says
  auto const fits = [&meta](std::vector<game::GameFile> const& files) {
    return !files.empty() && (meta.artifacts.empty() || play::digests_of(files) == meta.artifacts);
  };
  auto const agent = Name::parse(meta.agent);
  auto current = agent ? game_files_of(session, *agent) : std::vector<game::GameFile>{};
  if (!meta.artifacts.empty() && fits(current)) played.agent = *agent;
  if (fits(played.record.artifacts))
    played.files = played.record.artifacts;
  else if (played.agent)
    played.files = std::move(current);
  else
    return fail(Fault::missing,
                fmt::format("the artifacts that play '{}' was played with no longer exist", id.str()));
  return played;
}

} // namespace

Result<Played> read_play(Session const& session, Name const& id) {
  auto const directory = TRY(open_directory(session.directory(), layout::play_of(id)));
  return with_artifacts(session, id, TRY(play::read_record(directory.get())));
}

Result<Played> read_play_head(Session const& session, Name const& id) {
  auto const directory = TRY(open_directory(session.directory(), layout::play_of(id)));
  return with_artifacts(session, id, TRY(play::read_head(directory.get())));
}

} // namespace artifactd::report
