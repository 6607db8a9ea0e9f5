// The event of the journal for a shape of paths that a model was asked about. It holds no path, rule or
// answer.
#pragma once

#include "daemon/commands/rule/rule_work.hpp"
#include "state/journal/journal.hpp"

namespace artifactd {

[[nodiscard]] Event draft_event(RuleWork::Asked const& asked, bool accepted);

} // namespace artifactd
