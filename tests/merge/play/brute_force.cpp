#include "tests/merge/play/brute_force.hpp"

#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>
#include <limits>

namespace artifactd::play {

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

struct Way {
  bool is_move;
  std::vector<std::size_t> next;
  bool exhaustive;
};
struct Place {
  std::vector<Way> ways;
  std::optional<std::pair<FaultType, std::string>> fault;
};

class BruteForce {
public:
  BruteForce(game::Game const& game, std::vector<std::string> const& players, std::size_t most)
      : runtime_(game, players), moves_(runtime_), most_(most) {}

  std::optional<BruteFaults> faults() {
    auto const* beginning = runtime_.program().beginning();
    places_.emplace_back();
    auto const start = runtime_.start();
    add(0, *beginning->instruction, start, beginning->declared->to, "init", nullptr, false);
    while (rows_seen_ < rows_.size()) {
      if (rows_.size() > most_) return std::nullopt;
      auto const [row, place] = rows_[rows_seen_++];
      look_at(row, place);
    }
    BruteFaults faults;
    std::map<std::pair<FaultType, std::string>, std::vector<std::size_t>> wanted;
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (places_[i].fault) wanted[*places_[i].fault].push_back(i);
    for (auto const& [key, places] : wanted) {
      auto const forced = cost(places, true);
      faults[key] = {forced != never, forced != never ? forced : cost(places, false)};
    }
    return faults;
  }

private:
  void look_at(Row const& row, std::size_t place) {
    auto const standing = runtime_.standing(row);
    auto const phase = standing.phase == nullptr ? "" : standing.phase->name;
    switch (standing.next) {
    case Standing::Next::end:
      if (phase != game::last_phase) places_[place].fault = {FaultType::unexpected_end, phase};
      return;
    case Standing::Next::deadlock:
      places_[place].fault = {FaultType::deadlock, phase};
      return;
    case Standing::Next::fault:
      places_[place].fault = {standing.fault, phase};
      return;
    case Standing::Next::fire:
      add(place, *standing.transition->instruction, row, standing.transition->declared->to, phase, nullptr,
          false);
      return;
    case Standing::Next::wait:
      auto const legal = moves_.legal(*standing.phase, row);
      if (legal.empty()) places_[place].fault = {FaultType::dead_wait, phase};
      for (auto const& move : legal)
        add(place, standing.phase->actions[move.action].instruction, row, phase, phase, &move, true);
    }
  }

  void add(std::size_t place, PlayInstruction const& instruction, Row const& row, std::string const& to,
           std::string const& from, Move const* move, bool is_move) {
    auto const domains = open_domains(runtime_, instruction);
    each_choice(
        instruction.draws.size(), [&](std::size_t i) { return instruction.draws[i].choices; },
        [&](std::vector<ValueId> const& drawn) {
          Way way{is_move, {}, true};
          for (auto const& domain : domains)
            way.exhaustive = way.exhaustive && domain.exhaustive;
          each_choice(
              domains.size(),
              [&](std::size_t i) {
                return domains[i].values.empty() ? std::vector{absent} : domains[i].values;
              },
              [&](std::vector<ValueId> const& open) {
                Chosen const chosen{move == nullptr ? std::vector<ValueId>() : *move->inputs, open, drawn};
                auto const next =
                    runtime_.run(instruction, row, to, chosen, move == nullptr ? 0 : move->player);
                way.next.push_back(next ? place_of(*next) : fault_place(next.error().type, from));
              });
          places_[place].ways.push_back(std::move(way));
        });
  }

  template <class Choices, class Visit>
  static void each_choice(std::size_t count, Choices const& choices, Visit const& visit) {
    std::vector<ValueId> chosen(count);
    auto const choose = [&](auto const& self, std::size_t at) -> void {
      if (at == count) return visit(chosen);
      for (auto const value : choices(at)) {
        chosen[at] = value;
        self(self, at + 1);
      }
    };
    choose(choose, 0);
  }

  std::size_t place_of(Row const& row) {
    auto const [known, is_new] = by_row_.try_emplace(row, places_.size());
    if (is_new) {
      places_.emplace_back();
      rows_.emplace_back(row, known->second);
    }
    return known->second;
  }

  std::size_t fault_place(FaultType type, std::string const& phase) {
    places_.push_back({{}, std::pair(type, phase)});
    return places_.size() - 1;
  }

  /// The cost at the beginning.
  std::size_t cost(std::vector<std::size_t> const& wanted, bool forced) const {
    std::vector<std::size_t> costs(places_.size(), never);
    for (auto const place : wanted)
      costs[place] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < places_.size(); ++i)
        for (auto const& way : places_[i].ways) {
          if (forced && !way.exhaustive) continue;
          std::size_t of_way = forced ? 0 : never;
          for (auto const next : way.next)
            of_way = forced ? std::max(of_way, costs[next]) : std::min(of_way, costs[next]);
          if (of_way == never) continue;
          of_way += way.is_move ? 1 : 0;
          if (of_way >= costs[i]) continue;
          costs[i] = of_way;
          changed = true;
        }
    }
    return costs[0];
  }

  Runtime runtime_;
  Moves moves_;
  std::size_t most_;
  std::vector<Place> places_;
  std::map<Row, std::size_t> by_row_;
  std::vector<std::pair<Row, std::size_t>> rows_;
  std::size_t rows_seen_ = 0;
};

} // namespace

std::optional<BruteFaults> brute_faults(game::Game const& game, std::vector<std::string> const& players,
                                        std::size_t most) {
  return BruteForce(game, players, most).faults();
}

} // namespace artifactd::play
