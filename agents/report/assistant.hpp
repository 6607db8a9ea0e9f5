// A model that is asked about a report where neither the play nor its words decide. Whatever it replies is
// checked, and whatever is wrong with it, the answer without a model remains.
#pragma once

#include "agents/report/assistant_contract.hpp"
#include "agents/report/report_policy.hpp"

#include <optional>
#include <string>

namespace artifactd::report {

/// What asking took.
struct AssistantCost {
  std::string model; ///< its key
  std::size_t calls = 0;
  model::Usage usage = {};
  std::optional<model::MicroDollars> cost = {}; ///< nothing where it has no price
};

struct AssistantReply {
  std::optional<Triage> triage;
  std::string why; ///< it failed, in words; empty where there is a triage
  AssistantCost cost;
};

/// Blocks for as long as `policy.timeout`; `cancel`: as in model::CallLimits. `spender` pays for
/// it.
[[nodiscard]] AssistantReply ask_assistant(AssistantQuestion const& question, std::uint64_t last_step,
                                           ReportPolicy const& policy, model::Spender const& spender,
                                           int cancel);

[[nodiscard]] play::Value to_json(AssistantCost const& cost);

} // namespace artifactd::report
