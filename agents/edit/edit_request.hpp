// What an `edit` signal asks for: `edits/<name>.json`. Errors, whoever found them, or a change in words, of
// one agent's artifacts:
//
//   {"agent": "analyst", "errors": ["…"], "wish": "…", "engine": "rules"}
//
// Only `agent` has to be there; without errors and wish it is what the checks find.
#pragma once

#include "agents/edit/run_record.hpp"
#include "state/settle/input_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_request = 64 * 1024;

struct EditRequest {
  std::optional<EditOrder> order; ///< nothing when there are findings
  std::vector<Finding> findings;
  std::string path;   ///< relative to the session
  std::string digest; ///< of its content
  std::optional<Stamp> stamp;
  bool young = false; ///< read within the tick of its stamp: written again, it might still show the same one
};

/// `models`: who works on it where it asks for one. Fault::changed while somebody writes it; other Errors are
/// resource trouble.
Result<EditRequest> read_edit_request(Session const& session, Name const& name,
                                      EditModelKeys const& models = {});

/// Whether the same file stands there untouched.
Result<bool> still_the_same(Session const& session, EditRequest const& request);

/// What a request has to be like, for whoever writes the next one.
[[nodiscard]] std::vector<std::string> const& edit_requirements();

/// What is wanted, told like an error: nobody who plans can tell the one from the other.
[[nodiscard]] std::string wanted(std::string_view wish);

} // namespace artifactd::editor
