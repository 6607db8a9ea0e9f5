#include "state/settle/settle_report.hpp"

#include <array>

namespace artifactd {

Result<std::optional<Sighting>> sight_again(Session const& session, Sighting const& before, SignalEnd& end) {
  auto now = sight(session, before.signal);
  end.end = End::vanished;
  if (!now && now.error().fault == Fault::missing) return std::nullopt;
  if (!now) return fail(std::move(now).error());
  end.end = End::again;
  if (!same_sighting(now->stamp, before.stamp)) return std::nullopt;
  return now;
}

End end_of_retired(Retired retired, Verdict verdict, End how) noexcept {
  if (retired == Retired::differs) return End::again;
  return retired == Retired::vanished && verdict == Verdict::refused ? End::vanished : how;
}

std::string_view end_word(End end) noexcept {
  switch (end) {
  case End::merged:
    return "merged";
  case End::unchanged:
    return "unchanged";
  case End::refused:
    return "refused";
  case End::pending:
    return "pending";
  case End::vanished:
    return "vanished";
  case End::again:
    return "again";
  }
  return "";
}

std::string_view step_word(Step step) noexcept {
  constexpr std::array<std::string_view, 16> words = {
      "seen",    "read",   "diagnosed", "edited", "sorted",    "asked", "judged",   "played",
      "claimed", "locked", "waited",    "merged", "published", "kept",  "restored", "retired"};
  return words[static_cast<std::size_t>(step)];
}

} // namespace artifactd
