// Where the members of graphs lie that artifactd published and nobody touched since. Such a text was proved
// when it was made, and its stamp proves that it is still the same; so it need not be scanned again.
// Safe from any thread.
#pragma once

#include "state/json/scan.hpp"
#include "state/session.hpp"
#include "state/stamp.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace artifactd {

class KnownGraphs {
public:
  /// Nothing unless `graph` is, to the last nanosecond of its stamp, what was remembered for the session.
  [[nodiscard]] std::shared_ptr<json::Document const> find(Session const& session, Stamp const& graph,
                                                           std::string_view text) const;

  /// One graph for a session, the newest. Forgets everything rather than growing without bound.
  void remember(Session const& session, Stamp const& graph, json::Document document);

private:
  struct Known {
    Stamp stamp;
    std::shared_ptr<json::Document const> document;
  };
  using Identity = std::pair<std::uint64_t, std::uint64_t>; ///< device and inode of the session

  mutable std::mutex mutex_;
  std::map<Identity, Known> graphs_; ///< guarded by mutex_
  std::size_t members_ = 0;          ///< guarded by mutex_: of all of them
};

} // namespace artifactd
