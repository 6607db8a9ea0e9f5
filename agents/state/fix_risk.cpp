#include "agents/state/fix_risk.hpp"

#include "state/vocabulary/word_table.hpp"

#include <array>

namespace artifactd {

namespace {

constexpr std::array<std::string_view, 4> risk_words = {"none", "low", "medium", "high"};

/// High if it is not stated.
Risk risk_of(tuning::Fix const& fix) {
  auto const* stated = fix.node->find("risk");
  return stated == nullptr ? Risk::high : risk_from(stated->string()).value_or(Risk::high);
}

} // namespace

std::optional<Risk> risk_from(std::string_view word) noexcept {
  return by_word<Risk>(risk_words, word);
}

std::vector<std::string> fixes_above(tuning::TuningState const& state, Risk most) {
  std::vector<std::string> above;
  for (auto const& pending : state.pending) {
    auto const* fix = state.proposed_fix(pending.text);
    if (fix != nullptr && risk_of(*fix) > most) above.push_back(pending.text);
  }
  return above;
}

} // namespace artifactd
