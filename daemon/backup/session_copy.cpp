#include "daemon/backup/session_copy.hpp"

#include "daemon/settling/policies.hpp"
#include "daemon/settling/work_tools.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/leftovers.hpp"

#include <algorithm>
#include <thread>

namespace artifactd::backup {

namespace {

using Treatment = TreeRules::Treatment;

constexpr auto claim_patience = std::chrono::seconds(5);
constexpr auto mutex_patience = std::chrono::seconds(2);
constexpr auto pause = std::chrono::milliseconds(10);

bool is_below(std::string const& path, std::string const& folder) {
  return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

Treatment treatment_of(std::string const& path) {
  if (path == layout::mutex || path == layout::generations + "/" + layout::recycled) return Treatment::skip;
  if (path == layout::work) return Treatment::not_inside;
  if (std::ranges::find(layout::graph_paths, path) != layout::graph_paths.end()) return Treatment::whole;
  // Old versions are renamed and removed, never written; the rest of it is.
  if (is_below(path, layout::generations) || is_below(path, layout::states)) return Treatment::whole;
  return is_below(path, layout::home) ? Treatment::now : Treatment::usual;
}

Result<void> put_right(CopyTools const& tools, Claim const& claim, Session const& session) {
  if (!TRY(has_leftovers(session))) return {};
  auto const all = policies(tools.config);
  auto const fixes = fix_policy(tools.config, "");
  StaleWatch watch;
  WorkMemory memory{.pool = BufferPool(0)};
  for (auto const& work : all.served.works({all, all.refusal, fixes, watch, memory})) {
    if (!work.recovers) continue;
    SettleReport report;
    CommitBatch batch{claim, {}, report};
    TRY(work.commit(session, batch));
    if (batch.afterwards) batch.afterwards();
  }
  return {};
}

/// A tool without our claim may be writing the graph in place; those that take the mutex do so for a moment.
void wait_for_mutex(Session const& session) {
  auto const late = Monotonic::now() + mutex_patience;
  while (stamp_at(session.directory(), layout::mutex) && Monotonic::now() < late)
    std::this_thread::sleep_for(pause);
}

} // namespace

Result<SessionCopy> copy_session(CopyTools& tools, SessionKey const& key, std::string const& root_name) {
  SessionCopy copy{.tree = TreeCopy(tools.staging, tools.names)};
  {
    auto const entered = TRY(enter_session(key, tools.config.served.kinds));
    auto const& session = entered.session;
    auto const claim = TRY(Claim::take_soon(session, claim_patience));
    copy.saved = {.root = root_name,
                  .path = key.path,
                  .inode = session.stamp().inode,
                  .birth_ns = session.stamp().birth_ns};
    auto const folder = copy.saved.folder();
    if (!is_path_below(folder)) return fail(Fault::unsupported, "its path is too long");
    if (auto const right = put_right(tools, claim, session); !right)
      copy.tree.missing.push_back({folder + "/" + layout::work, right.error().message});
    wait_for_mutex(session);
    TRY(copy.tree.take(session.directory(), folder, {treatment_of, tools.secrets}));
  }
  TRY(copy.tree.finish());
  return copy;
}

} // namespace artifactd::backup
