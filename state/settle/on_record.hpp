// Verdicts that were reached before a kill or a power cut and whose signal is there still, or again. Such a
// signal is not judged: its verdict is carried out once more, whatever the inputs look like by now.
#pragma once

#include "state/settle/attempts.hpp"
#include "state/settle/settled.hpp"

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

} // namespace artifactd
