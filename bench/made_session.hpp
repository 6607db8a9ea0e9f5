// Sessions to measure with: a pretty-printed knowledge graph of a given size, and agents with artifacts.
#pragma once

#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_work.hpp"

#include <cstddef>
#include <string>

namespace artifactd::bench {

/// A graph of about `bytes`, as printed by jq: entities and claims, ten namespaces.
[[nodiscard]] std::string make_graph(std::size_t bytes);

/// One artifact of about `bytes`; `round` makes its content differ between rounds.
[[nodiscard]] std::string make_artifact(std::size_t bytes, int number, int round);

/// A temporary directory below $BENCH_DIR (or the system's), removed with the object.
class MadeSession {
public:
  explicit MadeSession(std::string const& graph);
  ~MadeSession();
  MadeSession(MadeSession const&) = delete;
  MadeSession& operator=(MadeSession const&) = delete;

  [[nodiscard]] std::string const& path() const noexcept { return path_; }
  [[nodiscard]] std::string graph() const { return path_ + "/knowledge-graph.json"; }
  /// Writes `files` artifacts of `bytes` and submits the signal.
  void drop(std::string const& agent, int files, std::size_t bytes, int round) const;

private:
  std::string path_;
};

void write_text(std::string const& path, std::string const& text);

/// Settles the session's kg signals as the daemon does.
[[nodiscard]] Result<Reconciled> settle_signals(Session const& session, Hints const& hints,
                                                KgTools const& tools);

} // namespace artifactd::bench
