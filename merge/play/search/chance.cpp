#include "merge/play/search/chance.hpp"

#include <numeric>

namespace artifactd::play {

ValueId Chance::drawn(Draw const& draw) {
  auto left = fraction() * std::accumulate(draw.weights.begin(), draw.weights.end(), 0.0);
  for (std::size_t i = 0; i < draw.choices.size(); ++i) {
    if (left < draw.weights[i]) return draw.choices[i];
    left -= draw.weights[i];
  }
  return draw.choices.back();
}

Chosen ChanceChoices::choose(PlayInstruction const& instruction, std::vector<ValueId> inputs,
                             Chance& chance) {
  auto known = domains_.find(&instruction);
  if (known == domains_.end())
    known = domains_.emplace(&instruction, open_domains(runtime_, instruction)).first;
  Chosen chosen{std::move(inputs)};
  for (auto const& draw : instruction.draws)
    chosen.drawn.push_back(chance.drawn(draw));
  for (auto const& domain : known->second)
    chosen.open.push_back(domain.values.empty() ? absent : domain.values[chance.below(domain.values.size())]);
  return chosen;
}

} // namespace artifactd::play
