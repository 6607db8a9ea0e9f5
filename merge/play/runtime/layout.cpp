#include "merge/play/runtime/layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>

namespace artifactd::play {

namespace {

/// Puts each member of `object` into its slot from `first` on, and the rest into the slot after them.
template <class Index>
void fill(Row& row, Value const& object, Slot first, Index const& index, ValuePool& pool) {
  auto rest = Value::object();
  for (auto const& [name, value] : object.items())
    if (auto const known = index.find(name); known != index.end())
      row[first + known->second] = pool.id_of(value);
    else
      rest[name] = value;
  if (!rest.empty()) row[first + index.size()] = pool.id_of(std::move(rest));
}

std::vector<Slot> slots_from(Slot first, std::size_t count) {
  std::vector<Slot> slots(count);
  std::iota(slots.begin(), slots.end(), first);
  return slots;
}

} // namespace

Layout::Layout(std::vector<std::string> game_fields, std::vector<std::string> player_fields,
               std::vector<std::string> players)
    : game_fields_(std::move(game_fields)), player_fields_(std::move(player_fields)),
      players_(std::move(players)) {
  for (auto const& field : game_fields_)
    game_index_.emplace(field, static_cast<Slot>(game_index_.size()));
  for (auto const& field : player_fields_)
    player_index_.emplace(field, static_cast<Slot>(player_index_.size()));
}

std::optional<std::size_t> Layout::player(std::string_view id) const {
  auto const found = std::ranges::find(players_, id);
  if (found == players_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - players_.begin());
}

Slot Layout::game(std::string_view field) const {
  auto const known = game_index_.find(field);
  return known == game_index_.end() ? static_cast<Slot>(game_fields_.size()) : known->second;
}

Slot Layout::of_player(std::size_t player, std::string_view field) const {
  auto const known = player_index_.find(field);
  return first_of_player(player) +
         (known == player_index_.end() ? static_cast<Slot>(player_fields_.size()) : known->second);
}

std::vector<Slot> Layout::whole_game() const {
  return slots_from(0, game_fields_.size() + 1);
}

std::vector<Slot> Layout::whole_player(std::size_t player) const {
  return slots_from(first_of_player(player), player_fields_.size() + 1);
}

std::vector<Slot> Layout::whole_state() const {
  return slots_from(0, size());
}

bool Layout::is_rest(Slot slot) const noexcept {
  if (slot <= game_fields_.size()) return slot == game_fields_.size();
  return (slot - first_of_player(0)) % (player_fields_.size() + 1) == player_fields_.size();
}

std::optional<std::string> Layout::field(Slot slot) const {
  if (is_rest(slot)) return std::nullopt;
  if (slot < game_fields_.size()) return game_fields_[slot];
  return player_fields_[(slot - first_of_player(0)) % (player_fields_.size() + 1)];
}

std::optional<std::string> Layout::schema_path(Slot slot) const {
  auto const name = field(slot);
  if (!name) return std::nullopt;
  return (slot < game_fields_.size() ? "game." : "players.") + *name;
}

std::string Layout::path(Slot slot) const {
  if (slot < first_of_player(0)) return schema_path(slot).value_or("game");
  auto const within = slot - first_of_player(0);
  auto const& id = players_[within / (player_fields_.size() + 1)];
  if (is_rest(slot)) return fmt::format("players.{}", id);
  return fmt::format("players.{}.{}", id, player_fields_[within % (player_fields_.size() + 1)]);
}

Value Layout::state(std::span<ValueId const> row, ValuePool const& pool, std::span<Slot const> slots) const {
  auto game = Value::object();
  std::vector<Value> rows(players_.size(), Value::object());
  for (auto const slot : slots) {
    if (row[slot] == absent) continue;
    auto const first = first_of_player(0);
    auto& object = slot < first ? game : rows[(slot - first) / (player_fields_.size() + 1)];
    if (is_rest(slot))
      object.update(pool[row[slot]]);
    else if (slot < first)
      object[game_fields_[slot]] = pool[row[slot]];
    else
      object[player_fields_[(slot - first) % (player_fields_.size() + 1)]] = pool[row[slot]];
  }
  auto players = Value::object();
  for (std::size_t i = 0; i < players_.size(); ++i)
    players[players_[i]] = std::move(rows[i]);
  return {{"game", std::move(game)}, {"players", std::move(players)}};
}

Value Layout::state(std::span<ValueId const> row, ValuePool const& pool) const {
  return state(row, pool, whole_state());
}

Result<Row> Layout::row(Value const& state, ValuePool& pool) const {
  auto const member = [&state](std::string const& name) -> Value const* {
    auto const found = state.is_object() ? state.find(name) : state.end();
    return state.is_object() && found != state.end() && found->is_object() ? &*found : nullptr;
  };
  auto const* game = member("game");
  auto const* players = member("players");
  if (game == nullptr || players == nullptr)
    return fail(Fault::invalid, "a state is an object with the objects 'game' and 'players'");
  Row row(size(), absent);
  fill(row, *game, 0, game_index_, pool);
  std::size_t count = 0;
  for (auto const& [id, fields] : players->items()) {
    auto const at = player(id);
    if (!at) return fail(Fault::invalid, fmt::format("player '{}' does not take part", id));
    if (!fields.is_object()) return fail(Fault::invalid, fmt::format("player '{}' is not an object", id));
    fill(row, fields, first_of_player(*at), player_index_, pool);
    ++count;
  }
  if (count != players_.size())
    return fail(Fault::invalid, fmt::format("{} of {} players are present", count, players_.size()));
  return row;
}

} // namespace artifactd::play
