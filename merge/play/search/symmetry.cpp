#include "merge/play/search/symmetry.hpp"

#include "merge/game/logic/logic_context.hpp"
#include "merge/game/logic/templates.hpp"
#include "merge/play/runtime/operation_text.hpp"
#include "merge/play/runtime/texts_in.hpp"
#include "merge/play/search/domains.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>

namespace artifactd::play {

namespace {

/// Looks for anything that distinguishes the players.
class Preference {
public:
  explicit Preference(Runtime& runtime) : runtime_(runtime), program_(runtime.program()) {}

  bool is_there() {
    if (program_.is_read()[program_.layout().game("winningPlayers")]) return true;
    for (auto const& transition : program_.transitions())
      if (std::ranges::any_of(transition.tests, [this](auto const& test) { return is_in_logic(test); }) ||
          (transition.instruction && is_in(*transition.instruction, {}, {})))
        return true;
    for (auto const& phase : program_.phases())
      for (auto const& action : phase.actions)
        if (is_in(action)) return true;
    return false;
  }

private:
  using Names = std::set<std::string, std::less<>>;

  bool is_in(PlayAction const& action) {
    for (auto const& check : action.checks)
      if (std::ranges::any_of(check.of_player, [this](auto const& each) { return is_in_logic(each); }))
        return true;
    for (auto const& relative : action.relatives)
      if (std::ranges::any_of(relative.of_player, [this](auto const& each) { return is_in_logic(each); }))
        return true;
    Names ids;
    auto const domains = input_domains(runtime_, action);
    for (std::size_t i = 0; i < domains.size(); ++i) {
      if (!holds_ids(domains[i])) continue;
      auto const name = "input." + action.inputs[i];
      if (std::ranges::any_of(action.checks, [&](auto const& check) { return check.use.reads(name); }) ||
          std::ranges::any_of(action.relatives, [i](auto const& each) { return each.input == i; }))
        return true;
      ids.insert(name);
    }
    return is_in(action.instruction, ids, {"playerId"});
  }

  /// `ids`: names that hold any player's id. `actors`: names that stand for the acting player.
  bool is_in(PlayInstruction const& instruction, Names ids, Names const& actors) {
    auto const domains = open_domains(runtime_, instruction);
    for (std::size_t i = 0; i < domains.size(); ++i)
      if (instruction.names[i].matters && holds_ids(domains[i])) ids.insert(instruction.names[i].text);
    ids.insert(actors.begin(), actors.end());
    for (auto const& operation : instruction.operations)
      if (is_in_operation(operation.op, ids)) return true;
    return false;
  }

  bool is_in_operation(Value const& op, Names const& ids) {
    for (auto const* member : path_members)
      if (auto const path = operation_text(op, member); !path.empty() && is_in_path(path, ids, op))
        return true;
    if (!program_.writes_what_is_read(op)) return false;
    return std::ranges::any_of(op.items(), [&](auto const& member) {
      auto const is_path = std::ranges::find(path_members, member.key()) != path_members.end();
      return !is_path && is_in_value(member.value(), ids);
    });
  }

  /// game.<field>, players.[*].<field> and players.{{id}}.<field> treat all players alike.
  bool is_in_path(std::string const& path, Names const& ids, Value const& op) {
    auto const segments = game::template_path_segments(path);
    if (segments.size() < 2 || (segments[0] != "game" && segments[0] != "players")) return true;
    std::size_t rest = 1;
    if (segments[0] == "players") {
      auto const found = game::placeholders(segments[1]);
      auto const is_id = found.size() == 1 && found[0].begin == 0 && found[0].end == segments[1].size() &&
                         ids.contains(found[0].name);
      auto const is_all = segments[1] == "[*]" && operation_text(op, "op") != "transfer";
      if ((!is_id && !is_all) || segments.size() < 3) return true;
      rest = 2;
    }
    return program_.writes_what_is_read(op) &&
           std::any_of(segments.begin() + static_cast<std::ptrdiff_t>(rest), segments.end(),
                       [&](std::string_view segment) { return is_in_text(segment, ids); });
  }

  bool is_in_value(Value const& value, Names const& ids) {
    if (value.is_object())
      for (auto const& member : value.items())
        if (is_in_text(member.key(), ids)) return true;
    if (value.is_structured())
      return std::ranges::any_of(value, [&](auto const& each) { return is_in_value(each, ids); });
    return value.is_string() && is_in_text(value.get_ref<std::string const&>(), ids);
  }

  bool is_in_text(std::string_view text, Names const& ids) {
    if (names_a_player(text)) return true;
    auto const found = game::placeholders(text);
    return std::ranges::any_of(found, [&ids](auto const& each) { return ids.contains(each.name); });
  }

  bool is_in_logic(Expression const& expression) {
    if (expression.has_templates) return true;
    bool named = false;
    each_text(expression.logic, [&](std::string const& text) { named = named || names_a_player(text); });
    auto const is_alike = [](std::string const& name) {
      auto const computed = game::computed_fields();
      return name.starts_with("game.") || name.starts_with("player.") || name.starts_with("input.") ||
             std::ranges::find(computed, name) != computed.end();
    };
    return named || !std::ranges::all_of(variables_of(expression.logic), is_alike) ||
           names_any_field(expression.logic);
  }

  static bool names_any_field(Value const& logic) {
    return std::ranges::any_of(player_tests_of(logic), &std::string::empty);
  }

  /// By id, or as player<N>.
  bool names_a_player(std::string_view text) {
    for (auto const& id : program_.layout().players())
      if (text.contains(id)) return true;
    constexpr std::string_view alias = "player";
    for (auto at = text.find(alias); at != std::string_view::npos; at = text.find(alias, at + 1))
      if (at + alias.size() < text.size() &&
          std::isdigit(static_cast<unsigned char>(text[at + alias.size()])))
        return true;
    return false;
  }

  bool holds_ids(Domain const& domain) {
    auto const& players = program_.layout().players();
    return std::ranges::any_of(domain.values, [&](ValueId id) {
      auto const& value = runtime_.pool()[id];
      return value.is_string() &&
             std::ranges::find(players, value.get_ref<std::string const&>()) != players.end();
    });
  }

  Runtime& runtime_;
  Program const& program_;
};

} // namespace

Symmetry::Symmetry(Runtime& runtime)
    : runtime_(&runtime), first_(runtime.program().layout().whole_player(0).front()),
      width_(static_cast<Slot>(runtime.program().layout().whole_player(0).size())),
      seats_(runtime.program().layout().players().size()) {}

std::optional<Symmetry> Symmetry::of(Runtime& runtime) {
  if (runtime.program().layout().players().size() < 2 || Preference(runtime).is_there()) return std::nullopt;
  return Symmetry(runtime);
}

Seats const& Symmetry::sort(Row& row) {
  std::iota(seats_.begin(), seats_.end(), 0U);
  auto const part = [&](Row const& from, std::uint32_t seat) {
    return std::span(from).subspan(first_ + std::size_t{seat} * width_, width_);
  };
  auto const is_before = [&](std::uint32_t a, std::uint32_t b) {
    auto const [at_a, at_b] = std::ranges::mismatch(part(row, a), part(row, b));
    return at_a == part(row, a).end() ? a < b : *at_a < *at_b;
  };
  if (std::ranges::is_sorted(seats_, is_before)) return seats_;
  std::ranges::sort(seats_, is_before);
  before_ = row;
  for (std::uint32_t seat = 0; seat < seats_.size(); ++seat)
    std::ranges::copy(part(before_, seats_[seat]), row.begin() + first_ + seat * width_);
  runtime_->note_winners(row);
  return seats_;
}

ValueId with_seats(ValueId value, Seats const& seats, Runtime& runtime) {
  auto const& text = runtime.pool()[value];
  if (!text.is_string()) return value;
  auto const& layout = runtime.program().layout();
  auto const player = layout.player(text.get_ref<std::string const&>());
  return player ? runtime.pool().id_of(layout.players()[seats[*player]]) : value;
}

} // namespace artifactd::play
