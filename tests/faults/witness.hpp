// Watches the order of a run's calls for what the resulting files cannot show: that the graph is only
// replaced by a synced file, under the claim and the mutex; that no signal is removed before that replacement
// is durable; that nothing is put in place whose fsync failed.
#pragma once

#include "tests/faults/oracle.hpp"

#include <set>
#include <sys/types.h>

namespace artifactd::faults {

class Witness {
public:
  explicit Witness(Stage const& stage);

  /// A call that is about to be made or failed.
  void see(Call const& call, Act const& act);

  /// Also checks that the exit status reports a directory that could not be synced.
  [[nodiscard]] Violations testify(Ending const& ending) const;

private:
  [[nodiscard]] bool is_others(ino_t directory) const;
  void see_sync(Call const& call, Act const& act);
  void see_rename(Call const& call);
  void see_graph_replaced();

  Stage const& stage_;
  ino_t session_;
  std::set<ino_t> synced_;
  bool directory_unsynced_ = false;        ///< since the graph was replaced
  std::set<ino_t> directories_not_synced_; ///< failed and not repeated successfully
  Violations violations_;
};

} // namespace artifactd::faults
