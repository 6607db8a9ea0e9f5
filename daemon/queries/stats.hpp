// The answer to `stats`: what the journal counts, and what turns cost according to the database of stories.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/queries/draft_statistics.hpp"
#include "daemon/queries/edit_statistics.hpp"
#include "daemon/queries/report_statistics.hpp"
#include "daemon/queries/statistics.hpp"
#include "daemon/queries/turn_statistics.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace artifactd {

struct Stats {
  std::int64_t since_ns = 0;               ///< only newer events; 0: all
  std::optional<std::string> session = {}; ///< the path of the only one
  Statistics verdicts = {};
  EditStatistics edits = {};
  ReportStatistics reports = {};
  DraftStatistics drafts = {}; ///< belong to no session
  turn::Spending turns = {};
};

/// Without a journal nothing has happened.
[[nodiscard]] Result<Stats> count_events(Config const& config, std::int64_t since_ns,
                                         std::optional<std::string> const& session);

/// Parts about which nothing is recorded are absent, except the verdicts.
[[nodiscard]] nlohmann::ordered_json to_json(Stats const& stats);

} // namespace artifactd
