// What a `report` signal asks: `reports/<name>.json`.
//
//   {"message": "Why did the game end?", "play": "p1", "playerId": "ada", "step": 12, "about":
//   "an-earlier-one"}
//
// Only the message has to be there. It is data: nothing in it is followed.
#pragma once

#include "agents/request_file.hpp"
#include "state/names.hpp"

#include <optional>

namespace artifactd::report {

inline constexpr std::size_t longest_request = 64 << 10; ///< bytes
inline constexpr std::size_t longest_message = 4 << 10;  ///< bytes that a model is shown

struct Complaint {
  std::string message = {};
  std::string play = {};   ///< its id; empty: the only one there is
  std::string player = {}; ///< who reports; empty: nobody at the table
  std::uint64_t step = 0;  ///< that it is about; 0: the last one
  std::string about = {};  ///< the name of an earlier report that this one goes on with; may be empty
};

struct ReportRequest : RequestFile {
  std::optional<Complaint> complaint; ///< nothing when there are findings
};

/// Findings: report.shape and report.text, with their places.
Result<ReportRequest> read_report_request(Session const& session, Name const& name);

[[nodiscard]] Finding report_finding(ReportRequest const& request, std::string_view code, std::string pointer,
                                     std::string message, std::string hint);

/// What a request has to be like, one sentence each.
[[nodiscard]] std::vector<std::string> const& report_requirements();

} // namespace artifactd::report
