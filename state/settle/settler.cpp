#include "state/settle/settler.hpp"

namespace artifactd {

Readiness Settler::readiness(Session const&, Sighting const& sighting, Published published) const {
  return published == Published::unknown && still_fresh(sighting.stamp) ? Readiness::early : Readiness::ready;
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

} // namespace artifactd
