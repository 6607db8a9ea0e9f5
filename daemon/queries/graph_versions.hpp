// Versions of a session's graph: the one in place and the generations that are kept, with what they hold, and
// since when the graph has each value.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/queries/graph_entries.hpp"
#include "state/session/session.hpp"
#include "state/settle/generations.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// A version's text, checked: a JSON object.
struct GraphVersion {
  std::optional<Generation> generation; ///< std::nullopt: the one in place
  std::string text;
};

/// Fault::missing if it is not kept, Fault::too_large beyond `most` bytes, Fault::unsafe if it is damaged.
/// Without a number, the graph in place.
[[nodiscard]] Result<GraphVersion> graph_version(Config const& config, Session const& session,
                                                 std::optional<std::uint64_t> number, std::size_t most);

/// What earlier versions hold, remembered: a generation never changes. Thread-safe, bounded.
class KnownEntries {
public:
  using Entries = std::shared_ptr<GraphEntries const>;
  [[nodiscard]] Entries find(std::string const& version) const;
  void keep(std::string const& version, Entries entries);

private:
  mutable std::mutex mutex_;
  std::deque<std::pair<std::string, Entries>> kept_; ///< the newest last; guarded by mutex_
};

/// Since when a value is in the graph, and whose work put it there.
struct GraphOrigin {
  GraphEntry entry;
  std::optional<std::uint64_t> generation; ///< the first version that has it; std::nullopt: the one in place
  std::int64_t at_ns = 0;                  ///< when that version was written
  bool older = false; ///< it is in the oldest version that could be read, and may be older
  /// Whose merge made that version: for a member of an agent's value that agent; several if they were merged
  /// together; empty if it is not known.
  std::vector<std::string> agents;
};

struct GraphOrigins {
  std::vector<GraphOrigin> rows; ///< in the order of the graph
  bool complete = true;          ///< false: the graph is too large for all of them
};

/// Reads generations from the newest to the oldest, until every value's origin is known or `patience` is
/// over.
[[nodiscard]] Result<GraphOrigins> graph_origins(Config const& config, Session const& session,
                                                 KnownEntries& known, Duration patience);

[[nodiscard]] Json to_json(GraphOrigin const& origin);

} // namespace artifactd
