#include "agents/report/case_file.hpp"

#include "agents/common/material.hpp"
#include "merge/game/fragment.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd::report {

namespace {

using play::RecordLine;

constexpr std::size_t most_recent_transitions = 4;
constexpr std::size_t longest_step_words = 400; // bytes
constexpr std::size_t longest_exchange = 4 << 10;

std::string cut(std::string text, std::size_t longest) {
  if (text.size() > longest) text = text.substr(0, longest) + " …";
  return printable(text);
}

/// What that seat sees of a step: of another player's action only that it happened.
std::string seen_words(RecordLine const& line, Seat const& seat) {
  auto const& who = line.taken.player;
  auto const is_hidden = seat.reveal == Reveal::own && !who.empty() && who != seat.player;
  if (is_hidden) return fmt::format("{} acts in phase {}", who, line.phase_before);
  auto seen = line;
  std::erase_if(seen.taken.drawn, [&](play::NamedValue const& each) { return !seat.sees(each.name); });
  if (seat.reveal == Reveal::own) seen.taken.model.clear(); // it is unknown whom they are about
  seen.ops = play::Value::array();
  for (auto const& op : line.ops)
    if (auto const path = text_member(op, "path"); !path.empty() && seat.sees(path)) seen.ops.push_back(op);
  return play::in_words(seen);
}

/// Collects parts of the rules while there is room.
class Fragments {
public:
  explicit Fragments(game::Game const& game) : game_(game) {}

  void add(std::string const& address) {
    if (std::ranges::find(taken_, address, &Taken::first) != taken_.end()) return;
    auto const parsed = game::parse_address(address);
    auto text =
        parsed ? game::extract_fragment(game_, *parsed) : Result<std::string>(fail(Fault::missing, ""));
    if (!text || bytes_ + text->size() > most_fragment_bytes) return;
    bytes_ += text->size();
    taken_.emplace_back(address, *std::move(text));
  }
  void add_transition(std::string const& id) {
    add("transitions." + id);
    add("instructions.transitions." + id);
  }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> take() { return std::move(taken_); }

private:
  using Taken = std::pair<std::string, std::string>;
  game::Game const& game_;
  std::vector<Taken> taken_;
  std::size_t bytes_ = 0;
};

std::vector<std::pair<std::string, std::string>>
fragments_of(game::Game const& game, play::Record const& record, std::string const& phase) {
  Fragments fragments(game);
  fragments.add("transitions.phaseMetadata." + phase);
  fragments.add("instructions.playerPhases." + phase);
  for (auto const& each : game.transitions())
    if (each.from == phase) fragments.add_transition(each.id);
  std::size_t recent = 0;
  for (auto const& line : std::views::reverse(record.judged()))
    if (line.kind == RecordLine::Kind::transition && recent++ < most_recent_transitions)
      fragments.add_transition(line.taken.id);
  fragments.add("schema");
  return fragments.take();
}

} // namespace

std::string const* CaseFile::fragment(std::string_view address) const {
  auto const found = std::ranges::find(fragments, address, &std::pair<std::string, std::string>::first);
  return found == fragments.end() ? nullptr : &found->second;
}

CaseFile case_file(game::Game const& game, play::Record const& record, play::PlayAudit const& audit,
                   Triage const& triage, Seat const& seat, std::vector<Exchange> earlier) {
  CaseFile shown{.state = seen_state(seat, audit.state), .facts = triage.text, .earlier = std::move(earlier)};
  auto const lines = record.judged();
  for (auto const& line : lines.last(std::min(lines.size(), most_steps_shown)))
    shown.steps[line.step] = cut(seen_words(line, seat), longest_step_words);
  shown.fragments = fragments_of(game, record, play::current_phase(audit.state));
  return shown;
}

std::string told(CaseFile const& shown) {
  std::string rules;
  for (auto const& [address, text] : shown.fragments)
    rules += fmt::format("{}\n{}\n\n", address, material(text));
  std::string steps;
  for (auto const& [step, words] : shown.steps)
    steps += fmt::format("{}: {}\n", step, words);
  std::string earlier;
  for (auto const& each : shown.earlier)
    earlier +=
        fmt::format("EARLIER REPORT\n{}\nITS ANSWER\n{}\n\n", material(cut(each.message, longest_exchange)),
                    material(cut(each.answer, longest_exchange)));
  return fmt::format("PARTS OF THE RULES, EACH BEHIND ITS ADDRESS\n{}STATE AS THE REPORTER SEES IT\n{}\n\n"
                     "THE LAST STEPS\n{}\n\nWHAT THE RECORD SHOWS BY ITSELF\n{}\n\n{}",
                     rules, material(compact(shown.state)), material(steps), material(shown.facts), earlier);
}

} // namespace artifactd::report
