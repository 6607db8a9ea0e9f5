#include "daemon/status/board_json.hpp"

#include "state/platform/clock.hpp"

#include <nlohmann/json.hpp>

namespace artifactd {

std::string_view backend_word(BoardRoot::Backend backend) noexcept {
  switch (backend) {
  case BoardRoot::Backend::events:
    return "events";
  case BoardRoot::Backend::polling:
    return "polling";
  case BoardRoot::Backend::absent:
    return "absent";
  }
  return "absent";
}

nlohmann::ordered_json to_json(Board const& board) {
  auto roots = nlohmann::ordered_json::array();
  for (auto const& root : board.roots)
    roots.push_back({{"path", root.path},
                     {"backend", backend_word(root.backend)},
                     {"reason", root.reason},
                     {"sessions", root.sessions},
                     {"watches", root.watches},
                     {"polled", root.polled}});
  auto const& c = board.counters;
  return {{"running", true},
          {"pid", board.pid},
          {"version", board.version},
          {"started", iso8601(board.started_ns)},
          {"updated", iso8601(board.updated_ns)},
          {"health", health_word(board.health)},
          {"reason", board.reason},
          {"roots", std::move(roots)},
          {"counters",
           {{"settled", c.settled},
            {"refused", c.refused},
            {"pending", c.pending},
            {"runs", c.runs},
            {"overflows", c.overflows},
            {"rescans", c.rescans},
            {"queued", c.queued},
            {"running", c.running},
            {"journal_dropped", c.journal_dropped},
            {"oldest_pending_ns", c.oldest_pending_ns},
            {"edits", c.edits},
            {"edits_published", c.edits_published}}}};
}

} // namespace artifactd
