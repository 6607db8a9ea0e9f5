// Remembers where the members are in graphs that artifactd published and nobody touched since. Such a text
// was verified when it was made, and its stamp proves that it is unchanged, so it need not be scanned again.
// May be used from any thread.
#pragma once

#include "state/json/scan.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace artifactd {

class KnownGraphs {
public:
  /// Null unless `graph` is exactly, to the last nanosecond of its stamp, what was remembered for the
  /// session.
  [[nodiscard]] std::shared_ptr<json::Document const> find(Session const& session, Stamp const& graph,
                                                           std::string_view text) const;

  /// Keeps one graph per session, the newest. Forgets everything rather than growing without bound.
  void remember(Session const& session, Stamp const& graph, json::Document document);

private:
  struct Known {
    Stamp stamp;
    std::shared_ptr<json::Document const> document;
  };
  using Identity = std::pair<std::uint64_t, std::uint64_t>; ///< device and inode of the session

  mutable std::mutex mutex_;
  std::map<Identity, Known> graphs_; ///< guarded by mutex_
  std::size_t members_ = 0;          ///< guarded by mutex_: the sum over all graphs
};

} // namespace artifactd
