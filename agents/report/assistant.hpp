// A model that is asked about a report when neither the play nor the report's words decide. Its reply is
// checked; if anything is wrong with it, the answer without a model is used.
#pragma once

#include "agents/report/assistant_contract.hpp"
#include "agents/report/report_policy.hpp"

#include <optional>
#include <string>

namespace artifactd::report {

/// The cost of asking.
struct AssistantCost {
  std::string model; ///< its key
  std::size_t calls = 0;
  model::Usage usage = {};
  std::optional<model::MicroDollars> cost = {}; ///< std::nullopt if the model has no price
};

struct AssistantReply {
  std::optional<Triage> triage;
  std::string why; ///< why it failed; empty if there is a triage
  AssistantCost cost;
};

/// Blocks for up to `policy.timeout`; `cancel`: as in model::CallLimits. `spender` pays for it.
[[nodiscard]] AssistantReply ask_assistant(AssistantQuestion const& question, std::uint64_t last_step,
                                           ReportPolicy const& policy, model::Spender const& spender,
                                           int cancel);

[[nodiscard]] play::Value to_json(AssistantCost const& cost);

} // namespace artifactd::report
