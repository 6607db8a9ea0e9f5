#include "agents/common/play_values.hpp"
#include "daemon/commands/line_input.hpp"
#include "daemon/commands/play/game_plays.hpp"
#include "daemon/commands/play/play_records.hpp"
#include "daemon/commands/play/play_screen.hpp"
#include "daemon/commands/play/referee.hpp"
#include "daemon/commands/play/typed_move.hpp"
#include "daemon/model/model_source.hpp"
#include "merge/play/record/live_play.hpp"
#include "merge/play/search/chance.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <ranges>
#include <span>

namespace artifactd {

namespace {

constexpr auto values_patience = std::chrono::seconds(60);

/// One play, between a person and bots.
class PlayTable {
public:
  PlayTable(Cli const& cli, GameOptions const& options, game::Game const& game,
            std::vector<std::string> const& players, play::Bot bot, OpenRecord record,
            std::unique_ptr<model::Model> model)
      : options_(options), runtime_(game, players), moves_(runtime_), screen_(cli.output, runtime_),
        live_(runtime_), bot_(bot, runtime_, moves_), choices_(runtime_), chance_(seed_of(options, record)),
        record_(std::move(record)), model_(std::move(model)), input_(cli.output == Output::json ? "" : "> "),
        typed_(runtime_), referee_(runtime_, screen_, input_) {
    std::ranges::copy_if(names(), std::back_inserter(persons_),
                         [this](auto const& each) { return is_person(each); });
    if (record_.before && !record_.before->lines.empty()) go_on(game);
  }

  Result<Exit> play() {
    while (!over_ && !failed_) {
      if (auto const* due = live_.due()) {
        TRY(fire(*due));
        continue;
      }
      auto const standing = live_.standing();
      TRY(record_.writer.settle(live_.state()));
      if (standing.next == play::Standing::Next::end) {
        screen_.end(live_.state(), record_.path);
        return Exit::ok;
      }
      if (standing.next != play::Standing::Next::wait) return halted(standing);
      auto legal = moves_.legal(*standing.phase, live_.row());
      if (legal.empty()) return halted(standing);
      TRY(one_turn(*standing.phase, std::move(legal)));
    }
    return over_ ? Exit::ok : Exit::judged_bad;
  }

private:
  /// A different seed for each part of a play.
  static std::string seed_of(GameOptions const& options, OpenRecord const& record) {
    auto const lines = record.before ? record.before->lines.size() : 0;
    return lines == 0 ? std::to_string(options.seed) : fmt::format("{}/{}", options.seed, lines);
  }

  void go_on(game::Game const& game) {
    play::RecordWalk walk(game, names());
    for (auto const& line : record_.before->judged())
      static_cast<void>(walk.take(line));
    live_.go_on(walk.point(), record_.before->lines.back());
  }

  [[nodiscard]] bool is_person(std::string const& player) const {
    return options_.seat != "none" &&
           (options_.seat.empty() ? player == names()[0] : options_.seat == "all" || options_.seat == player);
  }
  [[nodiscard]] std::vector<std::string> const& names() const {
    return runtime_.program().layout().players();
  }

  using MakeStep = std::function<play::Step(play::Chosen const&)>;

  /// Who has chosen a step. What a person typed may be impossible, which is no fault of the game.
  enum class By : std::uint8_t { program, person, typing_person };

  struct Attempt {
    play::PlayInstruction const& instruction;
    std::vector<play::ValueId> const& inputs;
    MakeStep step;
    By by = By::program;
  };

  Result<void> fire(play::PlayTransition const& transition) {
    return take({*transition.instruction, {}, [&](play::Chosen const& all) {
                   return step_of(runtime_, transition, all);
                 }});
  }

  /// Takes no step if the person leaves, goes back or typed what is impossible.
  Result<void> take(Attempt const& attempt) {
    auto chosen = choices_.choose(attempt.instruction, attempt.inputs, chance_);
    if (attempt.by == By::typing_person)
      if (auto const why = fault_of_rules(attempt, chosen)) return screen_.refuse(*why), Result<void>();
    auto const source = TRY(decided(attempt, chosen));
    if (!source) return {};
    auto const line = live_.take(attempt.step(chosen), *source);
    TRY(keep(line));
    failed_ = line.kind == play::RecordLine::Kind::error;
    if (failed_) TRY(record_.writer.settle(live_.state()));
    return {};
  }

  /// Why the step is impossible with these choices; std::nullopt: it is possible.
  std::optional<std::string> obstacle(Attempt const& attempt, play::Chosen const& chosen) {
    auto const next = play::take(runtime_, live_.row(), live_.begun(), attempt.step(chosen));
    return next ? std::nullopt : std::optional(next.error().details);
  }

  /// Why the step is impossible with the values that chance gives, and without any.
  std::optional<std::string> fault_of_rules(Attempt const& attempt, play::Chosen chosen) {
    auto why = obstacle(attempt, chosen);
    if (!why) return std::nullopt;
    std::ranges::fill(chosen.open, play::absent);
    return obstacle(attempt, chosen) ? std::move(why) : std::nullopt;
  }

  /// Adds what only a model can compute, and says where it comes from: the model, else the person or the
  /// seed; std::nullopt if the person leaves or goes back instead.
  Result<std::optional<std::string>> decided(Attempt const& attempt, play::Chosen& chosen) {
    auto const& instruction = attempt.instruction;
    if (!instruction.asks_a_model()) return "";
    if (!model_ && persons_.empty()) return "seed";
    TRY(record_.writer.settle(live_.state())); // the play may be left at this question
    if (model_) {
      auto given =
          ask_for_values(*model_, {runtime_, live_.row(), live_.begun(), instruction, chosen, attempt.step},
                         {.deadline = Monotonic::now() + values_patience});
      if (given) return chosen = *std::move(given), "model";
      screen_.remark("the model gave no values: " + given.error());
    }
    if (persons_.empty()) return "seed";
    return referee(attempt, chosen);
  }

  /// Only values with which the step is possible become a step. If the rules allow none, nobody is asked
  /// again.
  Result<std::optional<std::string>> referee(Attempt const& attempt, play::Chosen& chosen) {
    auto const by_chance = chosen;
    for (;;) {
      auto const said = referee_.ask(attempt.instruction, live_, chosen);
      if (said != Referee::Said::values) return TRY(turned_away(said, attempt.by)), std::nullopt;
      auto const why = obstacle(attempt, chosen);
      if (!why) return "person";
      if (fault_of_rules(attempt, by_chance)) return chosen = by_chance, "seed";
      screen_.refuse(*why);
    }
  }

  /// An action that waits for the referee is not taken yet: going back abandons it.
  Result<void> turned_away(Referee::Said said, By by) {
    over_ = said == Referee::Said::quit;
    return over_ || by != By::program ? Result<void>() : undo(persons_);
  }

  Result<void> undo(std::span<std::string const> players) {
    if (auto const undone = live_.undo(players)) return keep(*undone);
    screen_.refuse("nobody has acted yet");
    return {};
  }

  Result<void> keep(play::RecordLine const& line) {
    TRY(record_.writer.append(line));
    screen_.show(line);
    return {};
  }

  Result<void> one_turn(play::PlayPhase const& phase, std::vector<play::Move> legal) {
    auto const asked = [this](play::Move const& move) { return runtime_.is_asked(live_.row(), move.player); };
    auto const first = std::ranges::find_if(legal, asked);
    auto const player = (first == legal.end() ? legal.front() : *first).player;
    std::erase_if(legal, [player](auto const& move) { return move.player != player; });
    if (is_person(names()[player])) return person(phase, player, legal);
    return act(phase, bot_.pick(phase, live_.row(), legal, chance_), By::program);
  }

  Result<void> act(play::PlayPhase const& phase, play::Move const& move, By by) {
    auto const& action = phase.actions[move.action];
    return take({action.instruction, *move.inputs,
                 [&](play::Chosen const& all) { return step_of(runtime_, phase, action, move.player, all); },
                 by});
  }

  Result<void> person(play::PlayPhase const& phase, std::uint32_t player,
                      std::vector<play::Move> const& legal) {
    screen_.offer(phase, player, legal);
    auto const line = input_.read();
    over_ = !line || *line == "/quit";
    if (over_) return {};
    if (*line == "/undo") return undo({&names()[player], 1});
    if (*line == "/state") return screen_.show(live_.state()), Result<void>();
    auto const typed = typed_.move_in(*line, phase, player, legal);
    if (!typed) return screen_.refuse(typed.error()), Result<void>();
    return act(phase, typed->move, typed->is_listed ? By::person : By::typing_person);
  }

  Result<Exit> halted(play::Standing const& standing) const {
    auto const phase = standing.phase == nullptr ? "" : standing.phase->name;
    screen_.halt(standing.next == play::Standing::Next::wait
                     ? fmt::format("No player asked in phase '{}' can act.", phase)
                 : standing.next == play::Standing::Next::deadlock
                     ? fmt::format("Game deadlocked in phase: {}. No player input required and no automatic "
                                   "transitions can fire.",
                                   phase)
                     : standing.details,
                 record_.path);
    return Exit::judged_bad;
  }

  GameOptions const& options_;
  play::Runtime runtime_;
  play::Moves moves_;
  PlayScreen screen_;
  play::LivePlay live_;
  play::BotPlayer bot_;
  play::ChanceChoices choices_;
  play::Chance chance_;
  OpenRecord record_;
  std::unique_ptr<model::Model> model_; ///< null: none was given
  LineInput input_;
  TypedMoves typed_;
  Referee referee_;
  std::vector<std::string> persons_; ///< the players whom the person plays
  bool failed_ = false;
  bool over_ = false; ///< the person left
};

/// A model, and its service if no daemon has one; null if none was named.
struct NamedModel {
  std::unique_ptr<ModelAccess> access;
  std::unique_ptr<model::Model> model;
};

Result<NamedModel> named_model(Cli const& cli, GameOptions const& options, std::string const& record) {
  if (options.model.empty()) return NamedModel();
  auto const config = whatever_configuration(cli);
  auto access = TRY(ModelAccess::open(config, cli.source));
  auto model = TRY(model_source(config.models, access->socket())(options.model, {record, record}));
  return NamedModel{std::move(access), std::move(model)};
}

} // namespace

Result<Exit> play_game(Cli const& cli, GameOptions const& options) {
  auto before = TRY(record_in(cli, options.first));
  auto const game = before ? game::Game(before->before->artifacts) : TRY(sound_game(cli, options.first));
  auto const players = before ? before->before->meta.players : TRY(participants(options, game));
  auto const bot = TRY(bot_of(options));
  if (!options.seat.empty() && options.seat != "none" && options.seat != "all" &&
      std::ranges::find(players, options.seat) == players.end())
    return tell(cli, fmt::format("--seat {}: the players are {}", printable(options.seat),
                                 fmt::join(players, ", "))),
           Exit::usage;
  auto planned = before ? std::nullopt : std::optional(TRY(planned_record(cli, options, game, players)));
  auto asked = TRY(named_model(cli, options, before ? before->path : planned->path));
  auto record = before ? *std::move(before) : TRY(begin_record(*std::move(planned)));
  return PlayTable(cli, options, game, players, bot, std::move(record), std::move(asked.model)).play();
}

} // namespace artifactd
