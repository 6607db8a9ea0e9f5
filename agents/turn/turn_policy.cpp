#include "agents/turn/turn_policy.hpp"

#include <algorithm>

namespace artifactd::turn {

bool TurnPolicy::allows(std::string_view key) const noexcept {
  return !key.empty() && (key == small || key == large || std::ranges::find(models, key) != models.end());
}

std::vector<std::string> TurnPolicy::keys() const {
  auto keys = models;
  for (auto const& usual : {small, large})
    if (!usual.empty() && std::ranges::find(keys, usual) == keys.end()) keys.push_back(usual);
  return keys;
}

} // namespace artifactd::turn
