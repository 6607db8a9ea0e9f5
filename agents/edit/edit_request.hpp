// What an `edit` signal asks for: `edits/<name>.json`. Errors, whoever found them, or a change in words, of
// one agent's artifacts:
//
//   {"agent": "analyst", "errors": ["…"], "wish": "…", "engine": "rules"}
//
// Only `agent` has to be there; without errors and wish it is what the checks find.
#pragma once

#include "agents/edit/run_record.hpp"
#include "agents/request_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_request = 64 * 1024;

struct EditRequest : RequestFile {
  std::optional<EditOrder> order; ///< nothing when there are findings
};

/// `models`: who works on it where it asks for one. Fault::changed while somebody writes it; other Errors are
/// resource trouble.
Result<EditRequest> read_edit_request(Session const& session, Name const& name,
                                      EditModelKeys const& models = {});

/// What a request has to be like, for whoever writes the next one.
[[nodiscard]] std::vector<std::string> const& edit_requirements();

/// What is wanted, told like an error: nobody who plans can tell the one from the other.
[[nodiscard]] std::string wanted(std::string_view wish);

} // namespace artifactd::editor
