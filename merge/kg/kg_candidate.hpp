// One `kg` signal on its way through a settling, up to the claim: read and judged, with nothing written.
#pragma once

#include "merge/kg/kg_settler.hpp"
#include "state/settle/on_record.hpp"

#include <string_view>

namespace artifactd {

struct KgCandidate {
  explicit KgCandidate(Sighting const& seen);

  Sighting sighting;
  OnRecord before; ///< its verdict from before a kill or a power cut; then nothing was read
  AgentRules rules;
  ArtifactSet set;
  SignalEnd end;
  bool open = true; ///< no end is known yet

  [[nodiscard]] Name const& agent() const { return sighting.signal.name; }
  void mark(std::string_view step) { end.mark(step); }
  void close(End how);
  void postpone(Error const& error);
  [[nodiscard]] bool refused() const;
  /// To be merged into the graph, as far as is known by now.
  [[nodiscard]] bool merges() const { return open && !before.accepted && !refused(); }
};

/// `settled`: the signals on record as accepted.
[[nodiscard]] KgCandidate judge_kg(Session const& session, Sighting const& sighting, KgPolicy const& policy,
                                   SettledSignals const& settled);

/// Those that the session's record and the graph in place, wherever it is, list as accepted. A graph that
/// last changed before all of `sightings` were made lists none of them and is not opened.
Result<SettledSignals> settled_kg(Session const& session, KgPolicy const& policy,
                                  std::vector<Sighting> const& sightings);

} // namespace artifactd
