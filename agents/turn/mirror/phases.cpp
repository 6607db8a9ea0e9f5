#include "agents/turn/mirror/phases.hpp"

#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/parity.hpp"
#include "agents/turn/store/backfill.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/store/rows/tables.hpp"
#include "state/platform/clock.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr auto mirror_switch = "mirror";
constexpr auto parity_noted = "parity";
constexpr auto read_switch = "read";

Result<bool> is_set(Store const& store, char const* name, std::string_view value) {
  auto const found = TRY(setting(store, name));
  return found && found->value == value;
}

bool has_id(std::vector<StoryRow> const& rows, std::string const& id) {
  return std::ranges::find(rows, id, &StoryRow::id) != rows.end();
}

/// The difference in a sentence; empty: none.
Result<std::string> difference_of(Store const& store, std::string const& directory, std::string const& id) {
  auto const stored = TRY(stored_story(store, id));
  auto const file = mirrored_story(directory, id);
  if (!file && file.error().fault == Fault::missing) return "the story has no file";
  if (!file) return file.error().message;
  if (auto different = difference(stored, *file); !different.empty()) return different;
  if (file->session_id != id || frozen_json(file->documents) != frozen_json(stored.documents))
    return "line 1: the file has other documents, or another story's id";
  return std::string();
}

Json setting_json(std::optional<Setting> const& setting) {
  if (!setting) return nullptr;
  return {{"value", setting->value}, {"at", time_of(*setting)}};
}

int phase_of(Phases const& it) {
  if (!it.mirror) return it.backfilled > 0 ? 2 : 1;
  if (it.mirror->value == "off") return 6;
  if (it.read && it.read->value == "tables") return 5;
  return it.parity && it.parity->value.empty() ? 4 : 3;
}

} // namespace

Result<bool> is_mirroring(Store const& store) {
  return is_set(store, mirror_switch, "on");
}

Result<ReadFrom> read_from(Store const& store) {
  return TRY(is_set(store, read_switch, "files")) ? ReadFrom::files : ReadFrom::tables;
}

/// Sets the switch first: changes committed while the stories are written are mirrored by their writers.
Result<void> mirror_on(Store const& store, std::string const& directory, Time at) {
  TRY(set_setting(store, mirror_switch, "on", at));
  for (auto const& row : TRY(stories(store)))
    TRY(mirror_story(store, directory, row.id, Since::changed));
  return remove_strays(store, directory);
}

Result<void> mirror_off(Store const& store, Time at) {
  if (TRY(read_from(store)) == ReadFrom::files)
    return fail(Fault::busy, "stories are read from the mirror: artifactctl turn migrate read tables");
  return set_setting(store, mirror_switch, "off", at);
}

Result<Parity> check_parity(Store const& store, std::string const& directory, Time at) {
  if (!TRY(setting(store, mirror_switch)))
    return fail(Fault::missing, "nothing is mirrored yet: artifactctl turn migrate mirror on");
  Parity parity;
  auto const all = TRY(stories(store));
  for (auto const& row : all) {
    ++parity.compared;
    auto const different = TRY(difference_of(store, directory, row.id));
    if (parity.difference.empty() && !different.empty())
      parity.difference = fmt::format("{}.jsonl: {}", row.id, different);
  }
  for (auto const& id : TRY(mirrored_ids(directory)))
    if (parity.difference.empty() && !has_id(all, id) && !TRY(story(store, id)))
      parity.difference = fmt::format("{}.jsonl: there is no such story", id);
  TRY(set_setting(store, parity_noted, parity.difference, at));
  return parity;
}

Result<void> read_files(Store const& store, Time at) {
  if (!TRY(is_mirroring(store)))
    return fail(Fault::missing, "stories are not mirrored: artifactctl turn migrate mirror on");
  return set_setting(store, read_switch, "files", at);
}

Result<std::optional<MirroredStory>> story_of_files(Store const& store, std::string const& directory,
                                                    std::string const& session_id) {
  if (TRY(read_from(store)) == ReadFrom::tables) return std::nullopt;
  auto found = mirrored_story(directory, session_id);
  if (found) return *std::move(found);
  return fail(found.error().fault,
              fmt::format("{}; stories are read from their files now: \"artifactctl turn migrate mirror on\" "
                          "writes them again, \"turn migrate read tables\" reads the database",
                          found.error().message));
}

Result<Parity> read_tables(Store const& store, std::string const& directory, Time at) {
  auto parity = TRY(check_parity(store, directory, at));
  if (parity.difference.empty()) TRY(set_setting(store, read_switch, "tables", at));
  return parity;
}

Result<Phases> phases(Store const& store, std::string const& directory) {
  Phases it;
  auto const all = TRY(stories(store));
  it.stories = all.size();
  it.backfilled = TRY(backfilled_count(store));
  it.mirror = TRY(setting(store, mirror_switch));
  it.parity = TRY(setting(store, parity_noted));
  it.read = TRY(setting(store, read_switch));
  if (it.mirror)
    for (auto const& row : all)
      if (TRY(is_mirrored(store, directory, row.id))) ++it.mirrored;
  it.phase = phase_of(it);
  return it;
}

Json to_json(Phases const& phases, std::string const& directory) {
  return {{"version", 1},
          {"phase", phases.phase},
          {"layout", store_layout},
          {"stories", phases.stories},
          {"backfilled", phases.backfilled},
          {"mirror", setting_json(phases.mirror)},
          {"mirror_directory", directory},
          {"mirrored", phases.mirrored},
          {"parity", setting_json(phases.parity)},
          {"read", setting_json(phases.read)}};
}

std::string time_of(Setting const& setting) {
  return iso8601(setting.updated_at * 1'000'000); // from milliseconds
}

} // namespace artifactd::turn
