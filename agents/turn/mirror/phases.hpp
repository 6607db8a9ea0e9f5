// The six phases by which stories move from files to tables, and back: tables, backfill, mirror, parity,
// read, mirror off. What is switched is kept with the stories; each switch may be set again and again.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/settings.hpp"

namespace artifactd::turn {

enum class ReadFrom : std::uint8_t { tables, files };

/// Whether every change is mirrored.
Result<bool> is_mirroring(Store const& store);
Result<ReadFrom> read_from(Store const& store);

/// Mirrors every story, now and from now on, and removes files of stories that are gone. Also repairs a
/// mirror.
Result<void> mirror_on(Store const& store, std::string const& directory, Time at);
/// What is there stays. Fault::busy while stories are read from it.
Result<void> mirror_off(Store const& store, Time at);

struct Parity {
  std::size_t compared = 0;
  std::string difference; ///< the first, with the file it is in; empty: none
};
/// Every story and its mirror; what came of it is noted for `phases`. Fault::missing where nothing was ever
/// mirrored.
Result<Parity> check_parity(Store const& store, std::string const& directory, Time at);

/// `log`, `scene` and `show` answer from the mirror. Fault::missing while stories are not mirrored.
Result<void> read_files(Store const& store, Time at);
/// The story as its mirror has it, while stories are read from there.
Result<std::optional<MirroredStory>> story_of_files(Store const& store, std::string const& directory,
                                                    std::string const& session_id);

/// They answer from the tables again, unless the parity, which is returned, fails.
Result<Parity> read_tables(Store const& store, std::string const& directory, Time at);

/// What the phase rests on.
struct Phases {
  int phase = 1; ///< 1 … 6, the last that was reached
  std::size_t stories = 0;
  std::int64_t backfilled = 0;
  std::optional<Setting> mirror; ///< on or off; nothing: never
  std::size_t mirrored = 0;      ///< stories whose files end as they do
  std::optional<Setting> parity; ///< the last difference; empty: it held; nothing: never compared
  std::optional<Setting> read;   ///< tables or files; nothing: tables, as always
};
Result<Phases> phases(Store const& store, std::string const& directory);

} // namespace artifactd::turn
