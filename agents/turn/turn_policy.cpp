#include "agents/turn/turn_policy.hpp"

#include <algorithm>

namespace artifactd::turn {

bool TurnPolicy::allows(std::string_view key) const noexcept {
  return !key.empty() && (key == small || key == large || std::ranges::find(models, key) != models.end());
}

} // namespace artifactd::turn
