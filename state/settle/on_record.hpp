// Verdicts from before a kill or a power cut whose signal still exists, or exists again. Such a signal is not
// judged again: its verdict is carried out once more, even if its inputs have changed.
#pragma once

#include "state/settle/attempts.hpp"
#include "state/settle/settled.hpp"

#include <optional>

namespace artifactd {

struct OnRecord {
  bool accepted = false;          ///< it was settled; only its removal must be repeated
  std::optional<Attempt> refused; ///< why it was refused; only the rename must be repeated

  [[nodiscard]] bool none() const noexcept { return !accepted && !refused; }
};

/// `settled`: the signals listed by the session's record and by the document that its kind commits to.
Result<OnRecord> verdict_on_record(Session const& session, Sighting const& sighting,
                                   SettledSignals const& settled);

} // namespace artifactd
