// The content of an `edit` signal: `edits/<name>.json`. It lists errors from any source, or describes a
// change in words, for one agent's artifacts:
//
//   {"agent": "analyst", "errors": ["…"], "wish": "…", "engine": "rules"}
//
// Only `agent` is required; without errors and wish, the run repairs what the checks find.
#pragma once

#include "agents/common/request_file.hpp"
#include "agents/edit/run_record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_request = 64 * 1024;

struct EditRequest : RequestFile {
  std::optional<EditOrder> order; ///< std::nullopt if there are findings
};

/// `models`: used if the request asks for models. Fault::changed while the file is being written; other
/// Errors mean resource trouble.
Result<EditRequest> read_edit_request(Session const& session, Name const& name,
                                      EditModelKeys const& models = {});

/// That the agent of a valid request has no artifacts.
[[nodiscard]] Finding no_such_agent(EditRequest const& request);

/// The requirements on a request, for the author of the next one.
[[nodiscard]] std::vector<std::string> const& edit_requirements();

/// The wish, phrased like an error, so that planners treat both alike.
[[nodiscard]] std::string wanted(std::string_view wish);

} // namespace artifactd::editor
