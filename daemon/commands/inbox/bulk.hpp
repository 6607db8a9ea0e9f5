// One action on all refused work that fits a description: `retry --code json.trailing`, and the same for
// `abandon` and `hint`. What is chosen is listed first, and nothing happens before a person agrees.
#pragma once

#include "daemon/commands/inbox/intervene.hpp"

#include <functional>
#include <string_view>

namespace artifactd {

/// What is to be done with each.
struct BulkAction {
  std::string_view verb;  ///< "submit again", for the question
  std::string_view done;  ///< "submitted again"
  std::string_view would; ///< "would be submitted again", of a dry run
  std::function<Result<void>(Case const&)> act;
  bool starts_runs = false; ///< of the agents' own commands
  bool settles = false;     ///< so that models may be asked
};

/// The whole of the command. Exit::not_found if nothing fits; Exit::usage if nobody can be asked and --yes is
/// missing. What fails is reported, and the rest goes on.
Exit act_on_all(Cli const& cli, BulkOptions const& options, DryRun dry_run, BulkAction const& action);

/// Whether a signal is named, or described: not both, and not neither.
[[nodiscard]] std::optional<Exit> misused_bulk(Cli const& cli, BulkOptions const& options, bool named);

} // namespace artifactd
