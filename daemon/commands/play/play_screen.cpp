#include "daemon/commands/play/play_screen.hpp"

#include "merge/game/values/value_of.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdio>
#include <fmt/core.h>

namespace artifactd {

using game::Value;

namespace {

/// What an instruction says about the things it does not compute itself.
std::vector<std::string> guidance_of(play::PlayInstruction const& instruction) {
  auto const* node = game::present(*instruction.part.node, "mechanicsGuidance");
  if (node == nullptr) return {};
  auto const guidance = game::value_of(*node);
  if (guidance.is_string()) return {guidance.get<std::string>()};
  if (!guidance.is_object()) return {};
  auto texts = texts_of(guidance, "rules");
  if (auto const how = guidance.find("computation"); how != guidance.end() && how->is_string())
    texts.push_back(how->get<std::string>());
  return texts;
}

} // namespace

void PlayScreen::print_line(Value const& json) {
  fmt::print("{}\n", compact(json));
  std::fflush(stdout);
}

void PlayScreen::say(std::string_view text) const {
  if (output_ == Output::json) return;
  fmt::print("{}\n", printable_lines(text));
  std::fflush(stdout);
}

void PlayScreen::remark(std::string_view text) const {
  if (output_ == Output::json) return print_line({{"remark", text}});
  say(text);
}

void PlayScreen::refuse(std::string_view why) const {
  if (output_ == Output::json) return print_line({{"refused", why}});
  say(fmt::format("not possible: {}", why));
}

play::Step PlayScreen::step_of(play::PlayPhase const& phase, play::Move const& move) const {
  auto const& action = phase.actions[move.action];
  play::Step step{play::Step::Kind::action, action.id, phase.name,
                  runtime_.program().layout().players()[move.player]};
  for (std::size_t i = 0; i < move.inputs->size(); ++i)
    step.input[action.inputs[i]] = runtime_.pool()[(*move.inputs)[i]];
  return step;
}

void PlayScreen::offer(play::PlayPhase const& phase, std::uint32_t player,
                       std::vector<play::Move> const& legal) const {
  auto const& name = runtime_.program().layout().players()[player];
  if (output_ == Output::json) {
    auto moves = Value::array();
    for (auto const& move : legal)
      moves.push_back(to_json(step_of(phase, move)));
    return print_line({{"asks", name}, {"phase", phase.name}, {"moves", std::move(moves)}});
  }
  say(fmt::format("{} is asked in phase '{}':", name, phase.name));
  for (std::size_t i = 0; i < legal.size(); ++i) {
    auto const input = step_of(phase, legal[i]).input;
    say(fmt::format("  {:>2}  {}{}", i + 1, phase.actions[legal[i].action].title,
                    input.empty() ? "" : " " + input.dump()));
  }
}

void PlayScreen::ask(play::PlayInstruction const& instruction, std::string const& name,
                     std::string const& phase) const {
  auto const guidance = guidance_of(instruction);
  if (output_ == Output::json)
    return print_line({{"asks", "referee"}, {"phase", phase}, {"value", name}, {"guidance", guidance}});
  for (auto const& each : guidance)
    say("- " + each);
  say(fmt::format("{} = ? (JSON or a word; leave it empty to omit it)", name));
}

void PlayScreen::show(Value const& state) const {
  if (output_ == Output::json) return print_line({{"state", state}});
  say(pretty(state));
}

void PlayScreen::show(play::RecordLine const& line) const {
  if (output_ == Output::json) return print_line(to_json(line));
  if (line.kind == play::RecordLine::Kind::error) return say(fmt::format("not possible: {}", line.error));
  if (line.kind == play::RecordLine::Kind::restart) return say("back to before the last action");
  auto text = in_words(line.taken);
  if (line.phase_after != line.phase_before) text += fmt::format(" → {}", line.phase_after);
  say(text);
}

void PlayScreen::end(Value const& state, std::string const& record) const {
  auto const& winners = state["game"]["winningPlayers"];
  if (output_ == Output::json) return print_line({{"ended", true}, {"winners", winners}, {"record", record}});
  say(fmt::format("the game is over; winners: {}; record: {}",
                  winners.is_array() && !winners.empty() ? winners.dump() : "nobody", record));
}

void PlayScreen::halt(std::string const& why, std::string const& record) const {
  if (output_ == Output::json) return print_line({{"halted", why}, {"record", record}});
  say(fmt::format("{} Record: {}", why, record));
}

} // namespace artifactd
