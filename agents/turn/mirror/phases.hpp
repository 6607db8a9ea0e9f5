// The six phases in which stories move from files to tables, and back: tables, backfill, mirror, parity,
// read, mirror off. The settings are stored with the stories; each may be set repeatedly.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/settings.hpp"

namespace artifactd::turn {

enum class ReadFrom : std::uint8_t { tables, files };

/// Whether every change is mirrored.
Result<bool> is_mirroring(Store const& store);
Result<ReadFrom> read_from(Store const& store);

/// Mirrors every story, now and from now on, and removes files of deleted stories. Also repairs a mirror.
Result<void> mirror_on(Store const& store, std::string const& directory, Time at);
/// Existing files remain. Fault::busy while stories are read from the mirror.
Result<void> mirror_off(Store const& store, Time at);

struct Parity {
  std::size_t compared = 0;
  std::string difference; ///< the first, with its file; empty: none
};
/// Compares every story with its mirror and records the result for `phases`. Fault::missing if nothing was
/// ever mirrored.
Result<Parity> check_parity(Store const& store, std::string const& directory, Time at);

/// `log`, `scene` and `show` answer from the mirror. Fault::missing while stories are not mirrored.
Result<void> read_files(Store const& store, Time at);
/// The story from its mirror, while stories are read from there.
Result<std::optional<MirroredStory>> story_of_files(Store const& store, std::string const& directory,
                                                    std::string const& session_id);

/// Makes them answer from the tables again, unless the parity check fails, whose result is returned.
Result<Parity> read_tables(Store const& store, std::string const& directory, Time at);

/// What the current phase is derived from.
struct Phases {
  int phase = 1; ///< 1 … 6, the last one reached
  std::size_t stories = 0;
  std::int64_t backfilled = 0;
  std::optional<Setting> mirror; ///< on or off; std::nullopt: never set
  std::size_t mirrored = 0;      ///< stories whose files end as they do
  std::optional<Setting> parity; ///< the last difference; empty: none; std::nullopt: never compared
  std::optional<Setting> read;   ///< tables or files; std::nullopt: tables, the default
};
Result<Phases> phases(Store const& store, std::string const& directory);
/// {version, phase, layout, stories, backfilled, mirror, mirror_directory, mirrored, parity, read}; the
/// settings are {value, at} or null.
[[nodiscard]] Json to_json(Phases const& phases, std::string const& directory);
/// When it was set, in ISO 8601.
[[nodiscard]] std::string time_of(Setting const& setting);

} // namespace artifactd::turn
