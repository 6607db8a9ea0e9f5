// How the state records that an action begins, ends and fails: changes of its text, to be made by update().
// The driver of a run makes them; the agents it asks never do.
#pragma once

#include "state/platform/result.hpp"
#include "state/tuning/score.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::tuning {

/// The initial data of a run.
struct Beginning {
  std::string skill; ///< its name
  std::string path;  ///< its directory, absolute or relative to the configured target_root
  std::vector<std::string> phases;
  std::vector<std::string> specs;
  bool autonomous = false; ///< it has an orchestrator
  std::string issue;
  std::vector<std::string> focus; ///< empty: all four
  std::uint64_t max_iterations = 5;
  std::string work_dir;
  std::string backup_dir;
};

/// Records action-init as done. Fault::changed for a run that has already begun.
Result<std::string> record_begun(std::string_view text, Beginning const& beginning);

/// Opens an entry and sets it as current_action. Fault::busy while another is open.
Result<std::string> record_opened(std::string_view text, std::string_view action);

/// Closes the open entry; on success the action counts as completed.
Result<std::string> record_closed(std::string_view text, Outcome outcome,
                                  std::vector<std::string> const& files);

/// Adds one entry to errors and increments error_count.
Result<std::string> record_error(std::string_view text, std::string_view action, std::string_view message,
                                 bool recoverable);

/// Records an instantaneous action: opened and closed in one step. Requires that no action is in progress.
Result<std::string> record_done(std::string_view text, std::string_view action,
                                std::vector<std::string> const& files);

/// Adds an entry that was opened and closed at once to the history, and nothing else.
Result<std::string> record_closed_entry(std::string_view text, std::string_view action, Outcome outcome,
                                        std::vector<std::string> const& files);

/// Updates the counts by severity.
Result<std::string> record_counts(std::string_view text);

/// The same, and updates score and gate by `formula`.
Result<std::string> record_score(std::string_view text, Formula formula);

/// Records the run's end.
Result<std::string> record_ended(std::string_view text, Status status);

} // namespace artifactd::tuning
