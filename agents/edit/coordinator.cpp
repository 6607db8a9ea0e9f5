#include "agents/edit/coordinator.hpp"

#include "agents/edit/rules/rules.hpp"

#include <algorithm>
#include <array>

namespace artifactd::editor {

namespace {

constexpr std::array<std::string_view, 3> engine_words = {"off", "rules", "model"};

}

std::string_view engine_word(Engine engine) noexcept {
  return engine_words[static_cast<std::size_t>(engine)];
}

std::optional<Engine> parse_engine(std::string_view word) noexcept {
  auto const found = std::ranges::find(engine_words, word);
  if (found == engine_words.end()) return std::nullopt;
  return static_cast<Engine>(found - engine_words.begin());
}

Result<ChangePlan> RulesCoordinator::plan(Evidence const& evidence) {
  return plan_by_rules(evidence);
}

} // namespace artifactd::editor
