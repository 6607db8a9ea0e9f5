#include "agents/edit/edit_kind.hpp"
#include "merge/game/checks/checks.hpp"

#include <vector>

namespace artifactd {

std::span<FindingCode const> edit_codes() {
  static auto const codes = [] {
    std::vector all = {
        FindingCode{"edit.request", Tier::schema,
                    "an edit does not name the agent whose artifacts to edit, or it has none"},
        FindingCode{"edit.unrepaired", Tier::semantic, "the editor could not repair this"},
    };
    for (auto const& check : game::checks())
      all.push_back({check.code, Tier::semantic, check.looks_for});
    return all;
  }();
  return codes;
}

} // namespace artifactd
