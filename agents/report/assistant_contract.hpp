// What the assistant may reply about a report: only what can be looked up in what it was shown, only changes
// that could be made, and none of the reporter's words for the editor.
#pragma once

#include "agents/model/contract.hpp"
#include "agents/report/case_file.hpp"

namespace artifactd::report {

/// All members must outlive it. A correction is tried on a copy of the whole `state`.
struct AssistantQuestion {
  CaseFile const& shown;
  game::Game const& game;
  play::PlayAudit const& audit;
  std::vector<std::string> const& players;
  Complaint const& complaint;
  Seat const& seat;
};

[[nodiscard]] model::Contract assistant_contract(AssistantQuestion const& question);

/// The triage of a reply that keeps the contract. If the assistant suspects a rule without being sure, the
/// rule is explained and the player asked whether it is intended.
[[nodiscard]] Triage triage_from(nlohmann::ordered_json const& reply, AssistantQuestion const& question,
                                 std::uint64_t last_step);

} // namespace artifactd::report
