// Verdicts that were reached before a kill or a power cut and whose signal is there still, or again. Such a
// signal is not judged: its verdict is carried out once more, whatever the inputs look like by now.
#pragma once

#include "state/settle/settled.hpp"
#include "state/settle/settler.hpp"

#include <optional>

namespace artifactd {

struct OnRecord {
  bool accepted = false;          ///< it was settled; only its removal is to be repeated
  std::optional<Attempt> refused; ///< what it was refused for; only the rename is to be repeated

  [[nodiscard]] bool none() const noexcept { return !accepted && !refused; }
};

/// `settled`: what the session's record and the document its kind commits to list.
Result<OnRecord> verdict_on_record(Session const& session, Sighting const& sighting,
                                   SettledSignals const& settled);

/// For kinds that settle signals one by one. True: a verdict was on record and `end` says how carrying it out
/// ended. `location` and `requirements` are those of a refusal's instructions. Takes the claim.
Result<bool> carry_out_on_record(Session const& session, Sighting const& sighting, std::string location,
                                 std::vector<std::string> requirements, RefusalPolicy const& policy,
                                 SignalEnd& end);

/// For the same kinds: puts what was accepted on record, removes the signal, and strikes it out again where
/// the signal stays to be judged once more. Needs the claim.
Result<Retired> retire_on_record(Session const& session, Sighting const& judged,
                                 std::string const& inputs_digest, InputsCheck const& as_judged);

} // namespace artifactd
