// The answers to `edit show`: the editor's runs in a session, and one of them as it was recorded.
#pragma once

#include "state/json/json_text.hpp"
#include "state/session/session.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct EditRunRow {
  std::string run; ///< its id
  std::string agent;
  std::string engine;
  std::string asked_by;
  std::string at;
  std::string end; ///< "open" if it has no verdict
};

/// In the order in which they began.
[[nodiscard]] Result<std::vector<EditRunRow>> edit_runs(Session const& session);

struct EditRunRecord {
  EditRunRow row;
  Json order;
  std::vector<Json> plans = {};
  Json verdict = nullptr; ///< null while it has none
  std::string diff = {};
};

/// Fault::missing if no run of that id is kept.
[[nodiscard]] Result<EditRunRecord> edit_run_record(Session const& session, std::string const& id);

[[nodiscard]] Json to_json(std::vector<EditRunRow> const& runs);
[[nodiscard]] Json to_json(EditRunRecord const& record);

} // namespace artifactd
