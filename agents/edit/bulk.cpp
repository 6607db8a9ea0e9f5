#include "agents/edit/bulk.hpp"

#include "merge/game/checks/validation.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <set>

namespace artifactd::editor {

namespace {

using Messages = std::set<std::string_view>;

/// The errors the changes of one cause address.
Messages claims_of(Changes const& cause) {
  Messages claims;
  for (auto const* change : cause)
    claims.insert(change->errors_addressed.begin(), change->errors_addressed.end());
  return claims;
}

class Bulk {
public:
  Bulk(Standing const& standing, std::vector<Changes> const& causes)
      : standing_(standing), causes_(causes), sound_(causes.size(), true) {
    std::ranges::transform(causes, std::back_inserter(claims_), claims_of);
    for (std::size_t cause = 0; cause < causes.size(); ++cause)
      sound_[cause] = !claims_[cause].empty();
  }

  /// Causes that may be carried out with others as far as known.
  [[nodiscard]] std::vector<bool> const& sound() const noexcept { return sound_; }

  /// Carries out the chosen causes and checks that all errors they claim are gone and all that the others
  /// claim remain. Causes for which that fails are no longer sound. std::nullopt if there are new errors:
  /// their cause is unknown.
  std::optional<Standing> with(std::vector<bool> const& chosen) {
    Changes changes;
    for (std::size_t cause = 0; cause < causes_.size(); ++cause)
      if (chosen[cause]) std::ranges::copy(causes_[cause], std::back_inserter(changes));
    auto changed = apply_at_once(standing_.game, changes);
    if (!changed) return std::nullopt;
    auto left = errors_in(*changed, standing_);
    Messages const known(standing_.errors.begin(), standing_.errors.end());
    Messages const remaining(left.begin(), left.end());
    if (!std::ranges::includes(known, remaining)) return std::nullopt;
    for (std::size_t cause = 0; cause < causes_.size(); ++cause)
      for (auto const claim : claims_[cause])
        if (remaining.contains(claim) == chosen[cause]) sound_[cause] = false;
    return Standing{*std::move(changed), std::move(left), {}, standing_.reach, standing_.simulation};
  }

private:
  Standing const& standing_;
  std::vector<Changes> const& causes_;
  std::vector<Messages> claims_;
  std::vector<bool> sound_;
};

} // namespace

std::vector<std::size_t> keep_together(Standing& standing, std::vector<Changes>& causes) {
  Bulk bulk(standing, causes);
  std::vector<bool> chosen(causes.size());
  // The numbers of any two causes differ in at least one bit.
  for (std::size_t bit = 1; bit < std::bit_ceil(causes.size()); bit <<= 1)
    for (auto const side : {std::size_t{0}, bit}) {
      for (std::size_t cause = 0; cause < causes.size(); ++cause)
        chosen[cause] = (cause & bit) == side;
      if (!bulk.with(chosen)) return {};
    }
  chosen = bulk.sound();
  auto together = bulk.with(chosen);
  if (!together || bulk.sound() != chosen || !is_better(standing.errors, together->errors)) return {};
  standing = *std::move(together);
  std::vector<std::size_t> kept;
  for (std::size_t cause = 0; cause < causes.size(); ++cause)
    if (chosen[cause]) {
      causes[cause].clear();
      kept.push_back(cause);
    }
  return kept;
}

} // namespace artifactd::editor
