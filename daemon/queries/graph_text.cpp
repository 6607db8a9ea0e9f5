#include "daemon/queries/graph_text.hpp"

#include "daemon/queries/graph_state.hpp"
#include "daemon/settling/policies.hpp"
#include "merge/kg/graph_place.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd {

Result<GraphText> graph_text(Config const& config, Session const& session, std::size_t most) {
  auto const policy = kg_policy(config);
  auto const place = TRY(locate_graph(session, policy.side));
  BufferPool pool(0);
  auto const graph = TRY(read_edition(place.directory.get(), place.name, policy.graph.bytes, pool));
  auto const text = graph.bytes.view();
  if (text.size() > most)
    return fail(Fault::too_large,
                fmt::format("{} has {} bytes, and at most {} are shown", place.path, text.size(), most));
  if (auto const damage = damage_of(place.path, text, policy.graph.depth); !damage.empty())
    return fail(Fault::unsafe, "graph.damaged: " + damage);
  return GraphText{place.path, std::string(text), hex(sha256(text))};
}

Result<std::string> graph_place(Config const& config, Session const& session) {
  return TRY(locate_graph(session, kg_policy(config).side)).path;
}

} // namespace artifactd
