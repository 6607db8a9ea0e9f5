#include "daemon/queries/graph_text.hpp"

#include "daemon/queries/graph_state.hpp"
#include "daemon/settling/policies.hpp"
#include "merge/kg/graph_place.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd {

Result<GraphText> graph_text(Config const& config, Session const& session, std::size_t most) {
  auto const policy = kg_policy(config);
  auto const path = TRY(graph_place(config, session));
  BufferPool pool(0);
  auto const graph = TRY(read_graph(session, policy.side, policy.graph.bytes, pool));
  auto const text = graph.bytes.view();
  if (text.size() > most)
    return fail(Fault::too_large,
                fmt::format("{} has {} bytes, and at most {} are shown", path, text.size(), most));
  if (auto const damage = damage_of(path, text, policy.graph.depth); !damage.empty())
    return fail(Fault::unsafe, "graph.damaged: " + damage);
  return GraphText{path, std::string(text), hex(sha256(text)), graph.stamp};
}

Result<std::string> graph_place(Config const& config, Session const& session) {
  return TRY(locate_graph(session, kg_policy(config).side)).path;
}

} // namespace artifactd
