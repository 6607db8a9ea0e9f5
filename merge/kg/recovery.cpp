#include "merge/kg/recovery.hpp"

#include "merge/kg/append.hpp"
#include "merge/kg/canonical_keys.hpp"
#include "merge/kg/log_position.hpp"
#include "state/json/walk.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/values.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// Keeps former values of the members in which generation `number` differs from the graph: what
/// keep_history() would have kept if it had not been killed.
Result<void> keep_lost_values(Session const& session, Place const& place, KgPolicy const& policy,
                              BufferPool& pool, std::uint64_t number) {
  auto generations = TRY(list_generations(session));
  auto lost = std::ranges::find(generations, number, &Generation::number);
  if (lost == generations.end()) return {};
  auto directory = TRY(session.private_directory(layout::generations));
  auto former = read_graph_file(directory.get(), lost->name, policy.graph.bytes, pool);
  auto present = read_graph_file(place.directory.get(), place.name, policy.graph.bytes, pool);
  if (!former || !present) return {}; // only history is lost: the settling continues
  auto former_scan = json::scan(former->bytes.view(), {.depth = policy.graph.depth});
  auto present_scan = json::scan(present->bytes.view(), {.depth = policy.graph.depth});
  if (!former_scan || !present_scan) return {};
  GraphDraft before(former->bytes.view(), *former_scan);
  GraphDraft now(present->bytes.view(), *present_scan);
  for (auto const& member : present_scan->members) {
    auto key = json::decode(member.key.of(present->bytes.view()));
    auto agent = Name::parse(key);
    if (!agent || is_canonical_key(key) || before.base_member(key) == now.base_member(key)) continue;
    TRY(keep_value(session, *agent, number, before.base_member(key).value_or(""), policy.history.values));
  }
  return {};
}

} // namespace

Result<bool> recover_kg(Claim const& claim, Session const& session, Place const& place,
                        KgPolicy const& policy, BufferPool& pool, StaleWatch& watch) {
  if (!TRY(has_clearable_leftovers(session))) return false;
  TRY(finish_notes(session, place));
  auto recovered = TRY(clear_leftovers(claim, session, place));
  for (auto number : recovered.archived)
    TRY(keep_lost_values(session, place, policy, pool, number));
  if (recovered.foreign.empty()) return true;
  auto lock = TRY(GraphLock::take(claim, session, watch, policy.locking));
  TRY(unite_leftovers(lock, {session, place, policy.graph, pool}, policy.history, recovered.foreign));
  return true;
}

Result<std::vector<std::string>> tell_late_writes(Generations& generations, std::string const& path) {
  std::vector<std::string> notices;
  for (auto const& written : TRY(generations.late_writes()))
    notices.push_back(fmt::format(
        "graph.foreign: another program wrote into generation {} of {} after it had been replaced; "
        "its version is kept there as {}",
        written.number, path, written.name));
  return notices;
}

} // namespace artifactd
