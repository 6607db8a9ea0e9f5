#include "merge/game/logic/logic_context.hpp"

#include "merge/game/values/js_members.hpp"
#include "merge/game/values/js_value.hpp"
#include "merge/game/values/value_extent.hpp"

#include <algorithm>
#include <array>

namespace artifactd::game {

namespace {

constexpr std::array<std::string_view, 3> router_fields = {"playersCount", "playersRequiringActionCount",
                                                           "allPlayersCompletedActions"};

bool requires_action(Value const& player) {
  return player.is_structured() && js_truthy(*property_of(player, "actionRequired"));
}

} // namespace

std::span<std::string_view const> computed_fields() noexcept {
  return router_fields;
}

Value logic_context(Value const& state) {
  if (is_too_deep(state)) return undefined();
  auto context = Value::object();
  // An object copies its members when it grows.
  context.get_ptr<Value::object_t*>()->reserve(2 + router_fields.size());
  for (auto const* name : {"game", "players"})
    if (auto const member = property_of(state, name); !is_undefined(*member)) context[name] = *member;

  auto const players = property_of(state, "players");
  auto const count = players->is_structured() ? players->size() : 0;
  auto const requiring = players->is_structured() ? std::ranges::count_if(*players, requires_action) : 0;
  context["playersCount"] = number(static_cast<double>(count));
  context["playersRequiringActionCount"] = number(static_cast<double>(requiring));
  context["allPlayersCompletedActions"] = requiring == 0;
  return context;
}

} // namespace artifactd::game
