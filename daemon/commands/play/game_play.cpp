#include "agents/common/play_values.hpp"
#include "daemon/commands/line_input.hpp"
#include "daemon/commands/play/game_files.hpp"
#include "daemon/commands/play/game_plays.hpp"
#include "daemon/commands/play/play_records.hpp"
#include "daemon/commands/play/play_screen.hpp"
#include "daemon/commands/play/typed_move.hpp"
#include "daemon/model/model_source.hpp"
#include "merge/play/record/live_play.hpp"
#include "merge/play/search/chance.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <ranges>

namespace artifactd {

namespace {

using game::Value;

constexpr auto model_patience = std::chrono::seconds(60);

enum class Answer : std::uint8_t { taken, undone, quit };

/// One play, between a person and bots.
class PlayTable {
public:
  PlayTable(Cli const& cli, GameOptions const& options, game::Game const& game,
            std::vector<std::string> const& players, play::Bot bot, OpenRecord record,
            std::unique_ptr<model::Model> model)
      : options_(options), runtime_(game, players), moves_(runtime_), screen_(cli.output, runtime_),
        live_(runtime_), bot_(bot, runtime_, moves_), choices_(runtime_), chance_(seed_of(options, record)),
        record_(std::move(record)), model_(std::move(model)), input_(cli.output == Output::json ? "" : "> ") {
    if (record_.before && !record_.before->lines.empty()) go_on(game);
  }

  Result<Exit> play() {
    while (true) {
      if (auto const* due = live_.due()) {
        TRY(fire(*due));
        if (over_) return Exit::ok;
        if (failed_) return Exit::judged_bad;
        continue;
      }
      auto const standing = live_.standing();
      TRY(record_.writer.settle(live_.state()));
      if (standing.next == play::Standing::Next::end) {
        screen_.end(live_.state(), record_.path);
        return Exit::ok;
      }
      if (standing.next != play::Standing::Next::wait) return halted(standing);
      auto const legal = moves_.legal(*standing.phase, live_.row());
      if (legal.empty()) return halted(standing);
      auto const turn = TRY(one_turn(*standing.phase, legal));
      if (turn == Answer::quit || over_) return Exit::ok;
      if (failed_) return Exit::judged_bad;
    }
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

  Result<void> fire(play::PlayTransition const& transition) {
    return until_it_fits([&]() -> Result<Chances> {
      return decided(*transition.instruction, choices_.choose(*transition.instruction, {}, chance_),
                     [&](play::Chosen const& all) { return step_of(runtime_, transition, all); });
    });
  }

  struct Chances {
    play::Step step;
    std::string source;
  };

  /// A person's answer may not fit: then the same question is asked again.
  template <class Choose>
  Result<void> until_it_fits(Choose const& choose) {
    do {
      auto const chances = TRY(choose());
      if (over_) return {}; // the question stays open
      TRY(take(chances.step, chances.source));
      if (chances.source != "person") return {};
    } while (failed_);
    return {};
  }

  using MakeStep = std::function<play::Step(play::Chosen const&)>;

  /// The step with what only a model can compute: from the model, else from the person or the seed.
  Result<Chances> decided(play::PlayInstruction const& instruction, play::Chosen chosen,
                          MakeStep const& step) {
    auto const is_open = [](auto const& name) { return name.kind == play::TemplateName::Kind::open; };
    if (model_ && std::ranges::any_of(instruction.names, is_open)) {
      auto const given =
          ask_for_values(*model_, {runtime_, live_.row(), live_.begun(), instruction, chosen, step},
                         {.deadline = Monotonic::now() + model_patience});
      if (given) return Chances{step(*given), "model"};
      screen_.say("the model gave no values: " + given.error());
    }
    auto source = TRY(referee(instruction, chosen));
    return Chances{step(chosen), std::move(source)};
  }

  /// A person who plays decides it; in plays by bots the seed does.
  Result<std::string> referee(play::PlayInstruction const& instruction, play::Chosen& chosen) {
    std::string source;
    for (std::size_t i = 0; i < instruction.names.size(); ++i) {
      auto const& name = instruction.names[i];
      if (name.kind != play::TemplateName::Kind::open) continue;
      if (!is_anybody_here()) {
        source = "seed";
        continue;
      }
      source = "person";
      screen_.guide(instruction);
      screen_.say(fmt::format("{} = ? (JSON or a word; leave it empty to omit it)", name.text));
      auto const line = input_.read();
      over_ = !line || *line == "/quit";
      if (over_) return source;
      if (line->empty())
        chosen.open[i] = play::absent;
      else
        chosen.open[i] = runtime_.pool().id_of(typed_value(*line));
    }
    return source;
  }

  [[nodiscard]] bool is_anybody_here() const {
    return std::ranges::any_of(names(), [this](auto const& each) { return is_person(each); });
  }

  Result<void> take(play::Step const& step, std::string const& source) {
    auto const line = live_.take(step, source);
    TRY(record_.writer.append(line));
    screen_.show(line);
    failed_ = line.kind == play::RecordLine::Kind::error;
    if (failed_) TRY(record_.writer.settle(live_.state()));
    return {};
  }

  Result<Answer> one_turn(play::PlayPhase const& phase, std::vector<play::Move> const& legal) {
    auto const asked = [this](play::Move const& move) { return runtime_.is_asked(live_.row(), move.player); };
    auto const first = std::ranges::find_if(legal, asked);
    auto const player = (first == legal.end() ? legal.front() : *first).player;
    std::vector<play::Move> own;
    std::ranges::copy_if(legal, std::back_inserter(own),
                         [player](auto const& move) { return move.player == player; });
    if (is_person(names()[player])) return person(phase, player, own);
    auto const move = bot_.pick(phase, live_.row(), own, chance_);
    TRY(act(phase, move));
    return Answer::taken;
  }

  Result<void> act(play::PlayPhase const& phase, play::Move const& move) {
    auto const& action = phase.actions[move.action];
    return until_it_fits([&]() -> Result<Chances> {
      return decided(
          action.instruction, choices_.choose(action.instruction, *move.inputs, chance_),
          [&](play::Chosen const& all) { return step_of(runtime_, phase, action, move.player, all); });
    });
  }

  Result<Answer> person(play::PlayPhase const& phase, std::uint32_t player,
                        std::vector<play::Move> const& legal) {
    screen_.offer(phase, player, legal);
    while (auto const line = input_.read()) {
      if (*line == "/quit") return Answer::quit;
      if (*line == "/state") {
        screen_.say(live_.state().dump(2, ' ', false, Value::error_handler_t::replace));
        continue;
      }
      if (*line == "/undo") {
        auto const undone = live_.undo(names()[player]);
        if (!undone) {
          screen_.say("nobody has acted yet");
          continue;
        }
        TRY(record_.writer.append(*undone));
        screen_.show(*undone);
        return Answer::undone;
      }
      std::size_t number = 0;
      auto const [end, error] = std::from_chars(line->data(), line->data() + line->size(), number);
      if (error == std::errc() && end == line->data() + line->size() && number >= 1 &&
          number <= legal.size()) {
        TRY(act(phase, legal[number - 1]));
        return Answer::taken;
      }
      if (auto const turn = TRY(typed_move(phase, player, *line))) return *turn;
    }
    return Answer::quit;
  }

  /// {"actionId": …, "input": {…}}, or: action name=value …
  Result<std::optional<Answer>> typed_move(play::PlayPhase const& phase, std::uint32_t player,
                                           std::string const& line) {
    auto const typed = typed_step(line, phase.name, names()[player]);
    if (!typed) {
      screen_.say("that is not a move: {\"actionId\": \"…\", \"input\": {…}}");
      return std::nullopt;
    }
    auto const& step = *typed;
    auto const action = std::ranges::find(phase.actions, step.id, &play::PlayAction::id);
    if (action == phase.actions.end()) {
      screen_.say("there is no such action: type a number, or /state, /undo, /quit");
      return std::nullopt;
    }
    auto const chosen = chosen_in(runtime_, action->instruction, &*action, step);
    auto const who = runtime_.program().layout().player(step.player).value_or(player);
    if (auto const* check = runtime_.refusal(*action, who, live_.row(), chosen.inputs)) {
      screen_.say(check->message.empty() ? fmt::format("check '{}' refuses it", check->id) : check->message);
      return std::nullopt;
    }
    TRY(act(phase,
            {static_cast<std::uint32_t>(who), static_cast<std::uint32_t>(action - phase.actions.begin()),
             &typed_inputs_.emplace_back(chosen.inputs)}));
    return Answer::taken;
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
  std::deque<std::vector<play::ValueId>> typed_inputs_; ///< elements never move
  bool failed_ = false;
  bool over_ = false; ///< the person left during a question
};

Result<std::unique_ptr<model::Model>> model_of(Cli const& cli, GameOptions const& options,
                                               std::string const& record) {
  if (options.model.empty()) return nullptr;
  auto const config = whatever_configuration(cli);
  return model_source(config.models, config.model_path())(options.model, {record, record});
}

} // namespace

Result<Exit> play_game(Cli const& cli, GameOptions const& options) {
  auto before = TRY(record_in(cli, options.first));
  auto const game = before ? game::Game(before->before->artifacts) : TRY(sound_game(cli, options.first));
  auto const players = before ? before->before->meta.players : TRY(participants(options, game));
  auto const bot = TRY(bot_of(options));
  if (!options.seat.empty() && options.seat != "none" && options.seat != "all" &&
      std::ranges::find(players, options.seat) == players.end())
    return fail(Fault::invalid, fmt::format("--seat {}: the players are {}", printable(options.seat),
                                            fmt::join(players, ", ")));
  auto record = before ? *std::move(before) : TRY(open_record(cli, options, game, players));
  auto model = TRY(model_of(cli, options, record.path));
  return PlayTable(cli, options, game, players, bot, std::move(record), std::move(model)).play();
}

} // namespace artifactd
