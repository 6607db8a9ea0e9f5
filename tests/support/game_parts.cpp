#include "tests/support/game_parts.hpp"

#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/fragment.hpp"

#include <initializer_list>
#include <nlohmann/json.hpp>

namespace artifactd::test {

namespace {

using Form = game::FragmentAddress::Form;
using PartJson = nlohmann::ordered_json;

class Pieces {
public:
  explicit Pieces(game::Game const& game) : game_(game) {}

  GameParts parts() && {
    game::SchemaFields const fields(game_.schema());
    for (auto const& each : fields.all())
      if (each.part)
        add({Form::field, each.path}, each.part, {"properties", "additionalProperties", "items"});
    rest("schema", {"properties", "fields", "game", "player"});
    for (auto const& each : game_.transitions()) {
      add({Form::transition, each.id}, each.part, {"preconditions"});
      for (auto const& inner : each.preconditions)
        add({Form::precondition, each.id, inner.id}, inner.part, {});
    }
    rest("transitions", {"transitions"});
    for (auto const& each : game_.transition_instructions())
      add({Form::transition_instruction, each.key}, each.instruction.part, {});
    for (auto const& each : game_.player_phases()) {
      add({Form::player_phase, each.key}, each.part, {"playerActions"});
      for (auto const& action : each.actions)
        add({Form::player_action, each.key, action.id}, action.part, {});
    }
    rest("instructions",
         {"transitions", "playerPhases", "transitionInstructions", "playerPhaseInstructions"});
    return std::move(parts_);
  }

private:
  using Keys = std::initializer_list<char const*>;

  /// Appends if the address already has a part.
  void add(game::FragmentAddress const& address, game::Part const& part, Keys apart) {
    parts_[address.text()] += without(std::string(part.node->text()), apart);
  }

  void rest(std::string const& whole, Keys apart) {
    if (auto const text = game::extract_fragment(game_, {Form::whole, whole}))
      parts_[whole] = without(*text, apart);
  }

  static std::string without(std::string const& text, Keys apart) {
    auto value = PartJson::parse(text, nullptr, false);
    if (value.is_array()) return ""; // a schema's records are parts of their own
    if (apart.size() == 0) return text;
    for (auto const* key : apart)
      if (value.is_object()) value.erase(key);
    return value.is_discarded() ? text : value.dump();
  }

  game::Game const& game_;
  GameParts parts_;
};

} // namespace

GameParts game_parts(game::Game const& game) {
  return Pieces(game).parts();
}

std::vector<std::string> differing_parts(GameParts const& before, GameParts const& after) {
  std::vector<std::string> addresses;
  for (auto const& [address, text] : before)
    if (auto const now = after.find(address); now == after.end() || now->second != text)
      addresses.push_back(address);
  for (auto const& [address, text] : after)
    if (!before.contains(address)) addresses.push_back(address);
  return addresses;
}

bool is_within(std::string const& part, std::string const& address) {
  return part == address || part.starts_with(address + ".");
}

} // namespace artifactd::test
