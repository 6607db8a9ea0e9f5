// What follows from an understood report: the answer for its player, and what is stored and started.
#pragma once

#include "agents/report/assistant.hpp"
#include "agents/report/played.hpp"
#include "agents/report/report_book.hpp"
#include "agents/report/report_policy.hpp"
#include "agents/report/triage.hpp"

#include <optional>
#include <string>

namespace artifactd {
class Claim;
}

namespace artifactd::report {

/// An edit to be submitted.
struct EditWanted {
  std::string name;
  Name agent;
  std::vector<std::string> errors;
};

struct Answer {
  Value result; ///< reports/<name>.result.json
  std::optional<Proposal> proposal;
  std::optional<Wish> wish;
  std::optional<EditWanted> edit;
  Answered kept;
  std::string doubted = {};                    ///< part of the rules that a player says is wrong
  std::optional<AssistantCost> assistant = {}; ///< if it was asked
};

struct Asking {
  std::string session; ///< path
  Name const& name;
  std::string digest; ///< of the request
  Complaint const& complaint;
};

[[nodiscard]] Answer answer_of(Asking const& asking, Played const& played, play::PlayAudit const& audit,
                               Triage const& triage, ReportPolicy const& policy);

/// The same with the cost of asking the assistant, and why it did not answer.
[[nodiscard]] Answer with_assistant(Answer answer, std::optional<AssistantReply> const& asked);

/// Stores what is to be kept, and submits the edit. Idempotent.
Result<void> carry_out(Claim const& claim, Session const& session, Name const& name, Answer const& answer,
                       ReportPolicy const& policy);

} // namespace artifactd::report
