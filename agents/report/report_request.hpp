// The request of a `report` signal: `reports/<name>.json`.
//
//   {"message": "Why did the game end?", "play": "p1", "playerId": "ada", "step": 12, "about":
//   "an-earlier-one"}
//
// Only the message is required. It is data: instructions in it are never followed.
#pragma once

#include "agents/common/request_file.hpp"
#include "state/platform/fd.hpp"
#include "state/vocabulary/names.hpp"

#include <optional>

namespace artifactd::report {

inline constexpr std::size_t longest_request = 64 << 10; ///< bytes
inline constexpr std::size_t longest_message = 4 << 10;  ///< bytes shown to a model

struct Complaint {
  std::string message = {};
  std::string play = {};   ///< its id; empty: the only play there is
  std::string player = {}; ///< who reports; empty: somebody who does not play
  std::uint64_t step = 0;  ///< the step it is about; 0: the last one
  std::string about = {};  ///< the name of an earlier report that this one continues; may be empty
};

struct ReportRequest : RequestFile {
  std::optional<Complaint> complaint; ///< std::nullopt if there are findings
};

/// Findings: report.shape and report.text, with their positions.
Result<ReportRequest> read_report_request(Session const& session, Name const& name);

/// Keeps other processes from answering the report, as long as the descriptor is open: a model that is asked
/// by two would be paid twice. Fault::busy while somebody else holds it.
Result<UniqueFd> hold_report(Session const& session, Name const& name);

[[nodiscard]] Finding report_finding(ReportRequest const& request, std::string_view code, std::string pointer,
                                     std::string message, std::string hint);

/// The requirements for a request, one sentence each.
[[nodiscard]] std::vector<std::string> const& report_requirements();

} // namespace artifactd::report
