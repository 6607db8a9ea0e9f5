// The answer to `merge --dry-run`: what settling would say about pending signals, judging by the diagnosis
// alone.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/settling/reconcile.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/finding.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct MergePreview {
  struct Row {
    SignalName signal;
    std::vector<Finding> findings; ///< an error refuses it
  };
  std::string session; ///< its path
  std::vector<Row> signals = {};
  std::optional<Error> trouble = {}; ///< why the next one, and those after it, could not be judged

  [[nodiscard]] bool refuses() const noexcept;
};

/// Of the wanted pending signals and, if everything is wanted, of documents that were not judged yet.
[[nodiscard]] Result<MergePreview> preview_merge(Config const& config, Session const& session,
                                                 WantedSignals const& wanted);

[[nodiscard]] nlohmann::ordered_json to_json(MergePreview const& preview);

} // namespace artifactd
