#include "agents/common/play_values.hpp"
#include "daemon/commands/line_input.hpp"
#include "daemon/commands/play/game_plays.hpp"
#include "daemon/commands/play/play_records.hpp"
#include "daemon/commands/play/play_screen.hpp"
#include "daemon/commands/play/typed_move.hpp"
#include "daemon/model/model_source.hpp"
#include "merge/play/record/live_play.hpp"
#include "merge/play/search/chance.hpp"
#include "state/json/json_text.hpp"
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

constexpr auto values_patience = std::chrono::seconds(60);

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

  static bool is_open(play::TemplateName const& name) { return name.kind == play::TemplateName::Kind::open; }

  [[nodiscard]] bool is_person(std::string const& player) const {
    return options_.seat != "none" &&
           (options_.seat.empty() ? player == names()[0] : options_.seat == "all" || options_.seat == player);
  }
  [[nodiscard]] std::vector<std::string> const& names() const {
    return runtime_.program().layout().players();
  }

  Result<void> fire(play::PlayTransition const& transition) {
    return take(*transition.instruction, {},
                [&](play::Chosen const& all) { return step_of(runtime_, transition, all); });
  }

  using MakeStep = std::function<play::Step(play::Chosen const&)>;

  /// A person's answer may not fit: then the same question is asked again.
  Result<void> take(play::PlayInstruction const& instruction, std::vector<play::ValueId> const& inputs,
                    MakeStep const& step) {
    std::string source;
    do {
      auto chosen = choices_.choose(instruction, inputs, chance_);
      source = decided(instruction, chosen, step);
      if (over_) return {}; // the question stays open
      auto const line = live_.take(step(chosen), source);
      TRY(keep(line));
      failed_ = line.kind == play::RecordLine::Kind::error;
      if (failed_) TRY(record_.writer.settle(live_.state()));
    } while (failed_ && source == "person");
    return {};
  }

  /// Adds what only a model can compute, and says where it comes from: the model, else the person or the
  /// seed.
  std::string decided(play::PlayInstruction const& instruction, play::Chosen& chosen, MakeStep const& step) {
    if (model_ && std::ranges::any_of(instruction.names, is_open)) {
      auto given = ask_for_values(*model_, {runtime_, live_.row(), live_.begun(), instruction, chosen, step},
                                  {.deadline = Monotonic::now() + values_patience});
      if (given) return chosen = *std::move(given), "model";
      screen_.say("the model gave no values: " + given.error());
    }
    return referee(instruction, chosen);
  }

  /// A person who plays decides it; in plays by bots the seed does.
  std::string referee(play::PlayInstruction const& instruction, play::Chosen& chosen) {
    auto const is_asked = std::ranges::any_of(names(), [this](auto const& each) { return is_person(each); });
    std::string source;
    for (std::size_t i = 0; i < instruction.names.size(); ++i) {
      auto const& name = instruction.names[i];
      if (!is_open(name)) continue;
      source = is_asked ? "person" : "seed";
      if (!is_asked) continue;
      screen_.guide(instruction);
      screen_.say(fmt::format("{} = ? (JSON or a word; leave it empty to omit it)", name.text));
      auto const line = input_.read();
      over_ = !line || *line == "/quit";
      if (over_) return source;
      chosen.open[i] = line->empty() ? play::absent : runtime_.pool().id_of(typed_value(*line));
    }
    return source;
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
    return act(phase, bot_.pick(phase, live_.row(), legal, chance_));
  }

  Result<void> act(play::PlayPhase const& phase, play::Move const& move) {
    auto const& action = phase.actions[move.action];
    return take(action.instruction, *move.inputs,
                [&](play::Chosen const& all) { return step_of(runtime_, phase, action, move.player, all); });
  }

  Result<void> person(play::PlayPhase const& phase, std::uint32_t player,
                      std::vector<play::Move> const& legal) {
    screen_.offer(phase, player, legal);
    while (auto const line = input_.read()) {
      if (*line == "/quit") break;
      if (*line == "/state") {
        screen_.say(pretty(live_.state()));
      } else if (*line == "/undo") {
        if (auto const undone = live_.undo(names()[player])) return keep(*undone);
        screen_.say("nobody has acted yet");
      } else if (auto const move = move_in(*line, phase, player, legal)) {
        return act(phase, *move);
      }
    }
    over_ = true;
    return {};
  }

  /// The number of a legal move; {"actionId": …, "input": {…}}; or: action name=value … Prints why a line is
  /// not a valid move.
  std::optional<play::Move> move_in(std::string const& line, play::PlayPhase const& phase,
                                    std::uint32_t player, std::vector<play::Move> const& legal) {
    std::size_t number = 0;
    auto const [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error == std::errc() && end == line.data() + line.size() && number >= 1 && number <= legal.size())
      return legal[number - 1];
    auto const step = typed_step(line, phase.name, names()[player]);
    if (!step) return none("that is not a move: {\"actionId\": \"…\", \"input\": {…}}");
    auto const action = std::ranges::find(phase.actions, step->id, &play::PlayAction::id);
    if (action == phase.actions.end())
      return none("there is no such action: type a number, or /state, /undo, /quit");
    auto const chosen = chosen_in(runtime_, action->instruction, &*action, *step);
    auto const who = runtime_.program().layout().player(step->player).value_or(player);
    if (auto const* check = runtime_.refusal(*action, who, live_.row(), chosen.inputs))
      return none(check->message.empty() ? fmt::format("check '{}' refuses it", check->id) : check->message);
    return play::Move{static_cast<std::uint32_t>(who),
                      static_cast<std::uint32_t>(action - phase.actions.begin()),
                      &typed_inputs_.emplace_back(chosen.inputs)};
  }

  [[nodiscard]] std::optional<play::Move> none(std::string_view why) const {
    screen_.say(why);
    return std::nullopt;
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
  bool over_ = false; ///< the person left
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
    return tell(cli, fmt::format("--seat {}: the players are {}", printable(options.seat),
                                 fmt::join(players, ", "))),
           Exit::usage;
  auto record = before ? *std::move(before) : TRY(open_record(cli, options, game, players));
  auto model = TRY(model_of(cli, options, record.path));
  return PlayTable(cli, options, game, players, bot, std::move(record), std::move(model)).play();
}

} // namespace artifactd
